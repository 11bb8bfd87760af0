import CoreFoundation  // The module of `stat` if the compiler has loaded it before Glibc.
import Foundation
import Glibc
import OpenExtensionKit

/// A photograph or video that is named on the command line.
enum PhotoInput {
    /// Checks that a file can be edited, before an extension is started. A file that cannot be decoded may be one that only
    /// the extension can read.
    ///
    /// - Parameter path: the path as the user has written it.
    /// - Throws: ``CommandFailure``.
    static func file(_ path: String) async throws -> URL {
        func failure(_ reason: String, _ status: ExitStatus = .usage) -> CommandFailure {
            CommandFailure("Cannot edit \(path.isEmpty ? "\"\"" : path): \(reason).", status)
        }
        guard !path.isEmpty else { throw failure("it is not the path of a file") }
        let file = URL(fileURLWithPath: path)
        var status = stat()
        guard stat(file.path, &status) == 0 else { throw failure(String(cString: strerror(errno))) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw failure("it is a folder; name the photographs in it")
        default: throw failure("it is not a regular file")
        }
        guard access(file.path, R_OK) == 0 else { throw failure("it cannot be read; check its permissions") }
        guard status.st_size > 0 else { throw failure("it is empty", .failed) }
        guard try await !EditablePhoto(original: file).isDamaged() else { throw failure("it is damaged", .failed) }
        return file
    }
}
