import AppexSystem
import SystemPackage

/// A file that is named on the command line and read as a whole.
enum InputFile {
    /// The file's bytes.
    ///
    /// - Parameter limit: the largest number of bytes it may have.
    /// - Throws: ``CommandFailure`` with the reason if it cannot be read.
    static func content(of path: String, limit: Int) throws -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try FileContent.prefix(of: FilePath(path), limit: limit + 1)
        } catch {
            switch error {
            case .invalidArgument: throw CommandFailure("Cannot read \(path): it is not a regular file.", .failed)
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
