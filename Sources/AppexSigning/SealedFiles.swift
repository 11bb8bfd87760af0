import AppexModel
package import SystemPackage

/// The content of a bundle: the digest of every file and the target of every symbolic link, by path.
///
/// Its text is what a signature is made of. The first line names the format; each following line is an entry, in the order of
/// the paths' bytes: `f` for a file, `x` for an executable file or `l` for a link, the SHA-256 of the content or of the link's
/// target in 64 hexadecimal digits, and the path relative to the bundle.
package struct SealedFiles: Sendable, Hashable {
    /// A file or a link.
    package enum Entry: Sendable, Hashable {
        case file(digest: FileDigest, isExecutable: Bool)
        case link(digest: FileDigest)
    }

    /// The entries by path, relative to the bundle.
    package private(set) var entries: [FilePath: Entry] = [:]
    /// What is in the folder of the signature, which the text does not list.
    private(set) var signature: [FilePath: Entry] = [:]

    /// The folder of the signature in a bundle, whose files are not sealed.
    package static let folder = "_CodeSignature"
    /// The file with the text, relative to the bundle.
    package static let file = FilePath("_CodeSignature/CodeResources")
    /// The maximum size of the text in bytes, which is enough for 100,000 files.
    package static let textLimit = 16 << 20
    /// The maximum length of a path in bytes.
    private static let pathLimit = 1_024
    private static let header = "openextensionkit-seal 1"

    /// Creates an empty list.
    package init() {}

    /// Adds an entry.
    ///
    /// - Parameter path: relative to the bundle.
    package mutating func add(_ entry: Entry, at path: FilePath) {
        if path.components.first?.string == Self.folder {
            signature[path] = entry
        } else {
            entries[path] = entry
        }
    }

    /// The text of the list.
    ///
    /// - Throws: ``SigningError`` with the code `invalid` for a path with characters that cannot be displayed.
    package func text() throws(SigningError) -> [UInt8] {
        var text = Self.header + "\n"
        for (path, entry) in entries.map({ ($0.key.string, $0.value) }).sorted(by: Self.precedes) {
            guard FileNameRule.isValidPath(path), path.utf8.count <= Self.pathLimit else {
                throw SigningError(
                    .invalid,
                    "Cannot sign the bundle: the name of \"\(ManifestError.printable(path, limit: 200))\" contains characters "
                        + "that cannot be displayed; rename the file.")
            }
            switch entry {
            case .file(let digest, let isExecutable): text += "\(isExecutable ? "x" : "f") \(digest) \(path)\n"
            case .link(let digest): text += "l \(digest) \(path)\n"
            }
        }
        return Array(text.utf8)
    }

    /// Orders by the bytes of the path.
    private static func precedes(_ left: (String, Entry), _ right: (String, Entry)) -> Bool {
        left.0.utf8.lexicographicallyPrecedes(right.0.utf8)
    }

    /// Reads a text, which is untrusted.
    ///
    /// - Throws: ``SigningError`` with the code `invalid` for any text but the one that ``text()`` creates.
    package init(text: [UInt8]) throws(SigningError) {
        guard text.count <= Self.textLimit, let lines = String(validating: text, as: UTF8.self) else {
            throw Self.malformed("it is not UTF-8, or longer than \(Self.textLimit) bytes")
        }
        var rest = lines.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        guard rest.popFirst().map({ $0.elementsEqual(Self.header.utf8) }) == true, rest.popLast()?.isEmpty == true
        else {
            throw Self.malformed("its first or last line is missing")
        }
        var previous: Substring.UTF8View?
        for line in rest {
            // The kind, a space, 64 digits, a space, and the path.
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, let digest = FileDigest(hexadecimal: fields[1]) else {
                throw Self.malformed("a line is not a kind, a digest and a path")
            }
            // An installation accepts no longer path.
            guard fields[2].count <= Self.pathLimit else { throw Self.malformed("a path is too long") }
            let path = String(Substring(fields[2]))
            guard FileNameRule.isValidPath(path), path != Self.folder, !path.begins(with: Self.folder + "/") else {
                throw Self.malformed("\"\(ManifestError.printable(path, limit: 200))\" is not a path inside the bundle")
            }
            guard previous?.lexicographicallyPrecedes(fields[2]) != false else {
                throw Self.malformed("its paths are not in order")
            }
            previous = fields[2]
            entries[FilePath(path)] = try Self.entry(fields[0], digest)
        }
        guard entries.count == rest.count else { throw Self.malformed("a path occurs twice") }
    }

    private static func entry(_ kind: Substring.UTF8View, _ digest: FileDigest) throws(SigningError) -> Entry {
        switch String(Substring(kind)) {
        case "f": .file(digest: digest, isExecutable: false)
        case "x": .file(digest: digest, isExecutable: true)
        case "l": .link(digest: digest)
        default: throw malformed("an entry is of an unknown kind")
        }
    }

    private static func malformed(_ reason: String) -> SigningError {
        SigningError(
            .invalid, "The signature is damaged: the list of signed files is malformed, \(reason); sign the app again.")
    }

    /// Checks that a bundle consists of exactly the files of this list.
    ///
    /// - Parameter found: what is in the bundle.
    /// - Throws: ``SigningError`` with the code `changed`, which names the first difference.
    package func check(_ found: SealedFiles) throws(SigningError) {
        func shown(_ path: FilePath) -> String { ManifestError.printable(path.string, limit: 200) }
        func first(_ paths: some Sequence<FilePath>) -> FilePath? { paths.min { $0.string < $1.string } }
        if let path = first(entries.keys.filter { found.entries[$0] == nil }) {
            throw SigningError(
                .changed, "The app was changed after it was signed: \(shown(path)) is missing; get the app again.")
        }
        if let path = first(found.entries.keys.filter { entries[$0] == nil }) {
            throw SigningError(
                .changed,
                "The app was changed after it was signed: \(shown(path)) has been added; remove it or sign the app again."
            )
        }
        if let path = first(entries.filter({ found.entries[$0.key] != $0.value }).keys) {
            throw SigningError(
                .changed,
                "The app was changed after it was signed: the content or mode of \(shown(path)) is different; get the app again."
            )
        }
    }
}
