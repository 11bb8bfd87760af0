package import AppexSystem
package import SystemPackage

extension DeviceLayout {
    /// Refuses a device that is not this process's user's own: its root and every folder of the layout that is there
    /// belong to the user, no other user may write to them, and none but the root is a symbolic link.
    ///
    /// Nothing is made and nothing is changed. A device that is not there yet is refused where another user owns the
    /// folder in which it would be made.
    ///
    /// - Throws: ``DeviceOwnerError``.
    package func checkOwner() throws(DeviceOwnerError) {
        try owned { () throws(FolderOwnerError) in
            let root = try OwnedFolder(at: root)
            for folder in folders.dropFirst() {
                do throws(FolderOwnerError) {
                    _ = try root.folder(along: pathInDevice(folder))
                } catch  where error.errno == .noSuchFileOrDirectory {
                    // It is made by the broker.
                }
            }
        }
    }

    /// Opens a folder of the layout, and makes it with its parents inside the root where they are missing.
    ///
    /// - Parameter root: the device's root, which the caller holds open.
    /// - Throws: ``DeviceOwnerError``, as ``checkOwner()``.
    package func open(_ folder: FilePath, in root: borrowing OwnedFolder) throws(DeviceOwnerError) -> OwnedFolder {
        do throws(FolderOwnerError) {
            return try root.folder(along: pathInDevice(folder), making: true)
        } catch {
            throw DeviceOwnerError(root: self.root, cause: error)
        }
    }

    /// Opens the root, and makes it with its parents where they are missing.
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
            // The device is made by the broker.
        } catch {
            throw DeviceOwnerError(root: root, cause: error)
        }
    }
}

/// A device cannot be used, because it is not this user's own or cannot be opened.
package struct DeviceOwnerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The device's root.
    package let root: FilePath
    /// What is wrong with which of its folders.
    package let cause: FolderOwnerError

    /// One sentence: which device, what is wrong with which folder, and what to do.
    package var description: String {
        let advice =
            if case .foreign = cause.reason { "; run it as that user, or set APPEX_ROOT to a folder of your own" } else
            {
                ""
            }
        return "cannot use the device \(root): \(cause)\(advice)".tamed(by: "?")
    }
}
