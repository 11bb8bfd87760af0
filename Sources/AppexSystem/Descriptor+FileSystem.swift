import CAppexShims
import Glibc
package import SystemPackage

extension Descriptor {
    /// Waits until the file's data have been written to disk; for a folder, until its entries have.
    ///
    /// - Throws: the kernel's error.
    package borrowing func sync() throws(Errno) {
        guard retrying({ fsync(rawValue) }) == 0 else { throw .current }
    }

    /// Waits until all data of the descriptor's file system have been written to disk.
    ///
    /// - Throws: the kernel's error, also if a write has failed since the descriptor was opened.
    package borrowing func syncFileSystem() throws(Errno) {
        let result = appex_sync_file_system(rawValue)
        guard result == 0 else { throw Errno(rawValue: -result) }
    }
}
