package import AppexSystem
package import SystemPackage

extension DeviceLayout {
    /// Checks that the device belongs to the user of this process.
    ///
    /// The root and every existing folder of the layout must belong to the user and must not be writable by other users,
    /// and only the root may be a symbolic link. Nothing is created or changed. A device that does not exist yet is refused
    /// if the folder in which it would be created belongs to another user.
    ///
    /// - Throws: ``DeviceOwnerError``.
    package func checkOwner() throws(DeviceOwnerError) {
        try owned { () throws(FolderOwnerError) in
            let root = try OwnedFolder(at: root)
            for folder in folders.dropFirst() {
                do throws(FolderOwnerError) {
                    _ = try root.folder(along: pathInDevice(folder))
                } catch  where error.errno == .noSuchFileOrDirectory {
                    // The broker creates it.
                }
            }
        }
    }

    /// Opens a folder of the layout, and creates it and its parents inside the root if they do not exist.
    ///
    /// - Parameter root: the open root folder of the device.
    /// - Throws: ``DeviceOwnerError``, as ``checkOwner()``.
    package func open(_ folder: FilePath, in root: borrowing OwnedFolder) throws(DeviceOwnerError) -> OwnedFolder {
        do throws(FolderOwnerError) {
            return try root.folder(along: pathInDevice(folder), making: true)
        } catch {
            throw DeviceOwnerError(root: self.root, cause: error)
        }
    }

    /// Opens the root, and creates it and its parents if they do not exist.
    ///
    /// - Throws: ``DeviceOwnerError``, as ``checkOwner()``.
    package func openRoot() throws(DeviceOwnerError) -> OwnedFolder {
        do throws(FolderOwnerError) {
            return try OwnedFolder(at: root, making: true)
        } catch {
            throw DeviceOwnerError(root: root, cause: error)
        }
    }

    private func pathInDevice(_ folder: FilePath) -> FilePath {
        var path = folder
        _ = path.removePrefix(root)
        return path
    }

    private func owned(_ work: () throws(FolderOwnerError) -> Void) throws(DeviceOwnerError) {
        do throws(FolderOwnerError) {
            try work()
        } catch  where error.errno == .noSuchFileOrDirectory {
            // The broker creates the device.
        } catch {
            throw DeviceOwnerError(root: root, cause: error)
        }
    }
}

/// Reports that a device cannot be used, because it belongs to another user or cannot be opened.
package struct DeviceOwnerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The device's root.
    package let root: FilePath
    /// The folder that cannot be used, and the reason.
    package let cause: FolderOwnerError

    /// One sentence: which device, what is wrong with which folder, and what to do.
    package var description: String {
        let advice =
            switch cause.reason {
            case .foreign: "; run it as that user, or set APPEX_ROOT to a folder of your own"
            case .shared: "; set APPEX_ROOT to a folder of your own"
            default: ""
            }
        return "cannot use the device \(root): \(cause)\(advice)".tamed(by: "?")
    }
}
