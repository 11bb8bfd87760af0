import AppexSystem
import Glibc
import SystemPackage

extension Folder {
    /// Entries looked at in one go while a folder is emptied; more take another round.
    private static let purgeBatch = 1_024

    /// Removes everything in this folder, however deep it is.
    ///
    /// What is removed was filled by an extension, which may have nested folders without end and made
    /// them unreadable. So there is no recursion: the folders inside an entry are moved up here, and
    /// then the entry is empty. That takes two open folders at any depth.
    ///
    /// - Throws: The kernel's error; what could be removed before is gone.
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

    /// Moves a folder here under a number that is free.
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

    /// Gives the owner every right on a folder that may have been made unreadable.
    ///
    /// The mode is set through the opened entry, since chmod(2) by name would follow a link that
    /// somebody puts there meanwhile.
    borrowing func allowAccess(to name: FilePath.Component) throws(Errno) {
        guard try status(of: name).st_mode & S_IRWXU != S_IRWXU else { return }
        // O_PATH, which glibc's module map hides.
        let pathOnly: CInt = 0o10_000_000
        let entry = try file(name, pathOnly | O_DIRECTORY)
        guard chmod("/proc/self/fd/\(entry.rawValue)", S_IRWXU) == 0 else { throw Errno.current }
    }
}
