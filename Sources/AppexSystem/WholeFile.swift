import Glibc
package import SystemPackage

/// Reads and replaces whole files.
package enum WholeFile {
    /// The content of a regular file.
    ///
    /// - Throws: `.fileTooLarge` above `limit` bytes, or the kernel's error.
    package static func read(_ path: FilePath, limit: Int) throws(Errno) -> [UInt8] {
        let file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw .invalidArgument }
        guard status.st_size <= limit else { throw .fileTooLarge }
        let number = file.rawValue
        var failure: Errno?
        // Uninitialized, because the file can have megabytes and is read at each start.
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
            while filled < buffer.count {
                let count = retrying {
                    Glibc.read(number, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
                }
                if count < 0 { failure = Errno.current }
                if count <= 0 { return }
                filled += count
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// The suffix of a file's name until it is complete.
    package static let newSuffix = ".new"

    /// Replaces a file atomically.
    ///
    /// It does not wait until the data are on disk: after a power failure the file may be the old one, or damaged.
    ///
    /// - Throws: the kernel's error. The old file has not been changed then.
    package static func replace(_ path: FilePath, with bytes: [UInt8]) throws(Errno) {
        let new = FilePath(path.string + newSuffix)
        do throws(Errno) {
            try write(bytes, to: new)
            let moved = new.withPlatformString { from in path.withPlatformString { rename(from, $0) } }
            guard moved == 0 else { throw Errno.current }
        } catch {
            _ = new.withPlatformString { unlink($0) }
            throw error
        }
    }

    private static func write(_ bytes: [UInt8], to new: FilePath) throws(Errno) {
        // What an interrupted change or somebody else has left there is not written to, nor waited for.
        _ = new.withPlatformString { unlink($0) }
        let file = try Descriptor(opening: new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK)
        try file.writeAll(bytes)
    }
}
