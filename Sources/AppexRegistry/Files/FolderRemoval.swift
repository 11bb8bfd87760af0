import AppexSystem
import Glibc
import SystemPackage

extension Folder {
    /// The maximum number of entries that are processed in one iteration.
    private static let purgeBatch = 1_024

    /// Removes everything in this folder, however deep it is.
    ///
    /// An extension may have created the content, with arbitrarily deep and unreadable folders. Therefore this method
    /// does not recurse: it moves the folders inside an entry up to this folder, after which the entry can be removed.
    /// It needs two open folders at any depth.
    ///
    /// - Throws: the kernel's error. Entries that were processed before have been removed.
    borrowing func purge() throws(Errno) {
        var number = 0
        while true {
            let names = try names(limit: Self.purgeBatch)
            if names.isEmpty { return }
            for name in names {
                guard try isFolder(name) else {
                    try remove(name, isFolder: false)
                    continue
                }
                try allowAccess(to: name)
                let inner = try folder(name)
                try empty(inner, number: &number)
                try remove(name, isFolder: true)
            }
        }
    }

    /// Removes the files in `inner` and moves its folders into this one.
    private borrowing func empty(_ inner: borrowing Folder, number: inout Int) throws(Errno) {
        while true {
            let names = try inner.names(limit: Self.purgeBatch)
            if names.isEmpty { return }
            for name in names {
                if try inner.isFolder(name) {
                    try inner.allowAccess(to: name)
                    try moveUp(name, from: inner, number: &number)
                } else {
                    try inner.remove(name, isFolder: false)
                }
            }
        }
    }

    /// Moves a folder to this folder, with an unused number as its name.
    private borrowing func moveUp(
        _ name: FilePath.Component, from inner: borrowing Folder, number: inout Int
    ) throws(Errno) {
        while true {
            number += 1
            guard let newName = FilePath.Component("purge-\(number)") else { continue }
            do throws(Errno) {
                return try inner.move(name, to: self, as: newName)
            } catch  where error == .fileExists || error == .directoryNotEmpty || error == .notDirectory {
                continue
            }
        }
    }

    /// Gives the owner all permissions for a folder that may be unreadable.
    ///
    /// The mode is set through the opened entry, because chmod(2) by name would follow a symbolic link.
    borrowing func allowAccess(to name: FilePath.Component) throws(Errno) {
        guard try status(of: name).st_mode & S_IRWXU != S_IRWXU else { return }
        // O_PATH, which glibc's module map hides.
        let pathOnly: CInt = 0o10_000_000
        let entry = try file(name, pathOnly | O_DIRECTORY)
        guard chmod("/proc/self/fd/\(entry.rawValue)", S_IRWXU) == 0 else { throw Errno.current }
    }
}
