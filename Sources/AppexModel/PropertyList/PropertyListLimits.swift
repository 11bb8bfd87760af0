/// The bounds on a property list. A bundle is hostile, so each exists to keep one cost small.
package enum PropertyListLimits {
    /// Bytes of one file. The largest real Info.plist looked at has 30 KiB; 1 MiB leaves room for
    /// inlined data and keeps a parse below a few milliseconds.
    package static let fileBytes = 1 << 20
    /// Arrays and dictionaries inside one another. Real manifests stay below 8; 64 keeps the
    /// recursion of readers and writers within any thread's stack.
    package static let depth = 64
    /// Values in one list. A binary list can name one object many times, so its tree can be far
    /// larger than its file.
    package static let objects = 20_000
    /// Bytes of strings, keys and data in the tree, for the same reason.
    package static let contentBytes = 4 << 20
}

/// What is left of the limits while one list is read.
struct PropertyListBudget {
    private var objects = 0
    private var contentBytes = 0
    private let file: String

    init(file: String) {
        self.file = file
    }

    /// Counts one value that lies `depth` containers deep.
    mutating func spendObject(depth: Int) throws(ManifestError) {
        objects += 1
        guard objects <= PropertyListLimits.objects else {
            throw ManifestError(
                .limit, file: file, found: "more than \(PropertyListLimits.objects) values",
                expected: "at most \(PropertyListLimits.objects)")
        }
        guard depth <= PropertyListLimits.depth else {
            throw ManifestError(
                .limit, file: file, found: "containers nested more than \(PropertyListLimits.depth) deep",
                expected: "at most \(PropertyListLimits.depth) levels")
        }
    }

    /// Counts the bytes of a string or key, and checks it.
    mutating func spendText(_ text: String) throws(ManifestError) {
        try spendContent(text.utf8.count)
        try checkMarks(of: text)
    }

    /// Refuses a string or key that is expensive to compare.
    func checkMarks(of text: String) throws(ManifestError) {
        guard text.isStreamSafe else {
            throw ManifestError(
                .limit, file: file, found: "a text with more than 30 combining marks in a row", expected: "at most 30")
        }
    }

    /// Counts the bytes of a data value, or of text that is not decoded yet.
    mutating func spendContent(_ bytes: Int) throws(ManifestError) {
        contentBytes += bytes
        guard contentBytes <= PropertyListLimits.contentBytes else {
            throw ManifestError(
                .limit, file: file, found: "more than \(PropertyListLimits.contentBytes) bytes of text and data",
                expected: "at most \(PropertyListLimits.contentBytes) bytes")
        }
    }
}
