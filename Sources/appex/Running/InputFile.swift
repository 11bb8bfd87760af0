import AppexSystem
import SystemPackage

/// A file that the command line names and that is read as a whole.
enum InputFile {
    /// Its bytes.
    ///
    /// - Parameter limit: of how many bytes it may have at most.
    /// - Throws: ``CommandFailure`` that says why it cannot be read.
    static func content(of path: String, limit: Int) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try FileContent.prefix(of: FilePath(path), limit: limit + 1)
        } catch {
            switch error {
            case .invalidArgument: throw CommandFailure("Cannot read \(path): it is no regular file.", .failed)
            case .noSuchFileOrDirectory: throw CommandFailure("Cannot read \(path): there is no such file.", .notFound)
            default: throw CommandFailure("Cannot read \(path): \(error).", .failed)
            }
        }
        guard bytes.count <= limit else {
            throw CommandFailure("Cannot read \(path): it has more than \(limit) bytes.", .failed)
        }
        return bytes
    }
}
