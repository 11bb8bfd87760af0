import CAppexShims
package import SystemPackage

extension Descriptor {
    /// Waits until everything on the descriptor's file system is on the disk, whoever wrote it.
    ///
    /// - Throws: The kernel's error, also for a write that failed since the descriptor was opened.
    package borrowing func syncFileSystem() throws(Errno) {
        let result = appex_sync_file_system(rawValue)
        guard result == 0 else { throw Errno(rawValue: -result) }
    }
}
