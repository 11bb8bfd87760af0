/// The limits of a property list, which comes from an untrusted bundle.
package enum PropertyListLimits {
    /// The maximum size of a file in bytes. Real Info.plist files have at most about 30 KiB; 1 MiB leaves room for embedded
    /// data, and can be parsed in a few milliseconds.
    package static let fileBytes = 1 << 20
    /// The maximum nesting depth of arrays and dictionaries. Real manifests have less than 8; 64 keeps the recursion of
    /// readers and writers within the stack of any thread.
    package static let depth = 64
    /// The maximum number of values. A binary list can refer to an object many times, so the tree can be much larger than
    /// the file.
    package static let objects = 20_000
    /// The maximum size of all strings, keys and data in the tree, in bytes.
    package static let contentBytes = 4 << 20

    /// How much one property list may hold. The limit of depth is the same for all.
    package struct Bounds: Sendable, Equatable {
        /// The maximum size of the file in bytes.
        package var fileBytes: Int
        /// The maximum number of values.
        package var objects: Int
        /// The maximum size of all strings, keys and data in the tree, in bytes.
        package var contentBytes: Int

        /// The bounds of a manifest.
        package static let manifest = Bounds(
            fileBytes: PropertyListLimits.fileBytes, objects: PropertyListLimits.objects,
            contentBytes: PropertyListLimits.contentBytes)
        /// The bounds of a program's defaults, which can have many thousands of keys.
        package static let defaults = Bounds(fileBytes: 64 << 20, objects: 1_000_000, contentBytes: 64 << 20)
        /// The bounds of a file that describes an edit of a photograph: 2 MiB of data in base 64, with room for white space.
        package static let adjustment = Bounds(fileBytes: 6 << 20, objects: 64, contentBytes: 12 << 20)
    }
}

/// The remaining budget while a list is read.
struct PropertyListBudget {
    private var objects = 0
    private var contentBytes = 0
    private let file: String
    private let bounds: PropertyListLimits.Bounds

    init(file: String, within bounds: PropertyListLimits.Bounds = .manifest) {
        self.file = file
        self.bounds = bounds
    }

    /// Counts one value that lies `depth` containers deep.
    mutating func spendObject(depth: Int) throws(ManifestError) {
        objects += 1
        guard objects <= bounds.objects else {
            throw ManifestError(
                .limit, file: file, found: "more than \(bounds.objects) values",
                expected: "at most \(bounds.objects)")
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

    /// Checks that a string or key is not expensive to compare.
    func checkMarks(of text: String) throws(ManifestError) {
        guard text.isStreamSafe else {
            throw ManifestError(
                .limit, file: file, found: "a text with more than 30 combining marks in a row", expected: "at most 30")
        }
    }

    /// Counts the bytes of a data value, or of text that is not decoded yet.
    mutating func spendContent(_ bytes: Int) throws(ManifestError) {
        contentBytes += bytes
        guard contentBytes <= bounds.contentBytes else {
            throw ManifestError(
                .limit, file: file, found: "more than \(bounds.contentBytes) bytes of text and data",
                expected: "at most \(bounds.contentBytes) bytes")
        }
    }
}
