import CAppexShims
package import SystemPackage

extension Descriptor {
    /// Waits until all data of the descriptor's file system have been written to disk.
    ///
    /// - Throws: the kernel's error, also if a write has failed since the descriptor was opened.
    package borrowing func syncFileSystem() throws(Errno) {
        let result = appex_sync_file_system(rawValue)
        guard result == 0 else { throw Errno(rawValue: -result) }
    }
}
