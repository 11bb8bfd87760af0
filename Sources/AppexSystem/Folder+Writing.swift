import Glibc
package import SystemPackage

extension Folder {
    /// Creates a file for writing, in place of one that an interrupted change may have left over. Other programs see it
    /// at once: a file that must appear whole is written under another name, and then moved.
    ///
    /// - Throws: the kernel's error.
    package borrowing func makeFile(_ name: FilePath.Component) throws(Errno) -> Descriptor {
        try? remove(name, isFolder: false)
        return try file(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }

    /// Creates a file with a content as ``makeFile(_:)`` does, and waits until it has been written to disk.
    ///
    /// - Throws: the kernel's error.
    package borrowing func makeFile(_ name: FilePath.Component, containing bytes: [UInt8]) throws(Errno) {
        let file = try makeFile(name)
        try file.writeAll(bytes)
        try file.sync()
    }
}
