import AppexModel
package import AppexSystem
import Glibc
package import SystemPackage

extension SealedFiles {
    /// The limits of a bundle that is read: those of an installation.
    private static let entryLimit = 100_000
    private static let depthLimit = 32

    /// Reads all files of a bundle, which are untrusted.
    ///
    /// - Throws: ``SigningError`` with the code `invalid` for something that a bundle cannot contain, `files` or `library`.
    package init(of bundle: borrowing Folder) throws(SigningError) {
        self.init()
        var count = 0
        try read(bundle, "", &count)
    }

    /// Reads all files of the bundle at a path, which are untrusted.
    ///
    /// - Throws: ``SigningError`` with the code `invalid`, `files` or `library`.
    package init(ofBundleAt bundle: FilePath) throws(SigningError) {
        let folder: Folder
        do throws(Errno) { folder = try Folder(at: bundle) } catch {
            throw SigningError(.files, "Cannot read \(bundle): it cannot be opened as a folder.", cause: error)
        }
        try self.init(of: folder)
    }

    private mutating func read(_ folder: borrowing Folder, _ path: FilePath, _ count: inout Int) throws(SigningError) {
        guard path.components.count < Self.depthLimit else { throw Self.refusal(path, "lies too many folders deep") }
        let names = try Self.doing(path) { () throws(Errno) in try folder.names(limit: Self.entryLimit + 1 - count) }
        count += names.count
        guard count <= Self.entryLimit else { throw Self.refusal(path, "is one of more than \(Self.entryLimit) files") }
        for name in names {
            let inner = path.appending(name)
            let mode = try Self.doing(inner) { () throws(Errno) in try folder.status(of: name).st_mode }
            switch mode & S_IFMT {
            case S_IFDIR:
                let next = try Self.doing(inner) { () throws(Errno) in try folder.folder(name) }
                try read(next, inner, &count)
            case S_IFREG:
                let file = try Self.doing(inner) { () throws(Errno) in try folder.file(name, O_RDONLY | O_NONBLOCK) }
                add(.file(digest: try Self.digest(of: file, inner), isExecutable: mode & S_IXUSR != 0), at: inner)
            case S_IFLNK:
                let target = try Self.doing(inner) { () throws(Errno) in try folder.link(name) }
                add(.link(digest: try FileDigest(of: target)), at: inner)
            default: throw Self.refusal(inner, "is neither a file nor a folder")
            }
        }
    }

    private static func doing<Value: ~Copyable>(
        _ path: FilePath, _ work: () throws(Errno) -> Value
    ) throws(SigningError) -> Value {
        do throws(Errno) { return try work() } catch {
            let place = path.isEmpty ? "the bundle" : ManifestError.printable(path.string, limit: 200)
            throw SigningError(.files, "Cannot read \(place): \(error).", cause: error)
        }
    }

    private static func digest(of file: borrowing Descriptor, _ path: FilePath) throws(SigningError) -> FileDigest {
        do throws(SigningError) { return try FileDigest(of: file) } catch {
            guard let cause = error.cause as? Errno else { throw error }
            return try doing(path) { () throws(Errno) in throw cause }
        }
    }

    private static func refusal(_ path: FilePath, _ reason: String) -> SigningError {
        SigningError(
            .invalid,
            "The bundle cannot be signed: \(ManifestError.printable(path.string, limit: 200)) \(reason); remove it.")
    }
}
