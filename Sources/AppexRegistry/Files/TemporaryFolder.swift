import AppexSystem
import Glibc
package import SystemPackage

/// The folder `tmp` of a data container, whose content is deleted when the extension's process has ended.
package enum TemporaryFolder {
    /// Empties the folder, and creates it if it does not exist.
    ///
    /// The extension may have replaced the folder by a link or a file, which is then removed and never followed.
    ///
    /// - Throws: ``RegistryError`` with the code `files`.
    package static func empty(inContainer container: FilePath) throws(RegistryError) {
        try doing("empty the temporary folder of \(container)") { () throws(Errno) in
            do throws(Errno) {
                guard let name = container.lastComponent else { throw .invalidArgument }
                try empty(in: try Folder(at: container.removingLastComponent()).folder(name))
            } catch .noSuchFileOrDirectory {
                // The extension has been uninstalled in the meantime.
            }
        }
    }

    private static func empty(in container: borrowing Folder) throws(Errno) {
        do throws(Errno) {
            if try container.isFolder(name) {
                try container.allowAccess(to: name)
                return try container.folder(name).purge()
            }
            try container.remove(name, isFolder: false)
        } catch .noSuchFileOrDirectory {
            // The extension has removed it.
        }
        try container.makeFolder(name, mode: S_IRWXU)
    }

    private static let name: FilePath.Component = "tmp"
}
