import AppexModel
package import AppexSigning
import AppexSystem
import Glibc
package import SystemPackage

/// A program as it was installed, by which a later change is noticed before it is started.
///
/// The digest is of the content. That the file is still the same one, of the same size and with the same times, shows without
/// reading it that the content has not changed: the kernel sets the time of the last change, and no process can set it back.
package struct ProgramSeal: Sendable, Hashable {
    /// The digest of the program.
    package let digest: FileDigest
    /// The number, size and times of the file. They differ after the device has been moved to another file system.
    package let stamp: FileStamp

    /// The text in the registry.
    var text: String { "\(digest) \(stamp.text)" }

    init(digest: FileDigest, stamp: FileStamp) {
        self.digest = digest
        self.stamp = stamp
    }

    /// Reads the text in the registry; nil if it is not one.
    init?(text: String) {
        guard let space = text.firstIndex(of: " "), let digest = FileDigest(hexadecimal: text[..<space].utf8) else {
            return nil
        }
        self.digest = digest
        stamp = FileStamp(text: String(text[text.index(after: space)...]))
    }
}

/// The inode, size and times of a file.
package struct FileStamp: Sendable, Hashable {
    let text: String

    init(text: String) { self.text = text }

    init(_ status: stat) {
        text =
            "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) "
            + "\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
    }

    /// The stamp of the file at a path, which is not a symbolic link.
    ///
    /// - Throws: the kernel's error.
    package init(of path: FilePath) throws(Errno) {
        var status = stat()
        guard path.withPlatformString({ lstat($0, &status) }) == 0 else { throw Errno(rawValue: Glibc.errno) }
        self.init(status)
    }
}
