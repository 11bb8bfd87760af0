import Glibc
package import SystemPackage

/// Reading and replacing a file as a whole.
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
        // Not filled with zeros first: it is megabytes, and read at each start.
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

    /// What the name of a file ends with until it is complete.
    package static let newSuffix = ".new"

    /// Puts a file with this content in the place of whatever is there, at once for everybody who opens it.
    ///
    /// It is not brought to the disk: after a power cut it may be the old one, or damaged.
    ///
    /// - Throws: The kernel's error; then the old file is still there, and nothing of the new one.
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
        let file = try Descriptor(opening: new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                retrying {
                    Glibc.write(file.rawValue, buffer.baseAddress?.advanced(by: written), bytes.count - written)
                }
            }
            guard count > 0 else { throw Errno.current }
            written += count
        }
    }
}
