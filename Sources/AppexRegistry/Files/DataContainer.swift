import Glibc
import SystemPackage

/// The folders of a data container and of a group's, with the names that Apple's systems use.
enum DataContainer {
    /// Creates a container named `name`. Existing folders are not changed.
    ///
    /// - Throws: the kernel's error.
    static func make(_ name: FilePath.Component, in containers: borrowing Folder) throws(Errno) {
        try ensure(name, in: containers)
        let container = try containers.folder(name)
        for folder in ["Documents", "tmp"] as [FilePath.Component] { try ensure(folder, in: container) }
        try makeLibrary(in: container)
    }

    /// Creates the container of a group, named `name`. Existing folders are not changed.
    ///
    /// - Throws: the kernel's error.
    static func makeShared(_ name: FilePath.Component, in containers: borrowing Folder) throws(Errno) {
        try ensure(name, in: containers)
        try makeLibrary(in: containers.folder(name))
    }

    private static func makeLibrary(in container: borrowing Folder) throws(Errno) {
        try ensure("Library", in: container)
        let library = try container.folder("Library")
        for folder in ["Preferences", "Caches", "Application Support"] as [FilePath.Component] {
            try ensure(folder, in: library)
        }
    }

    private static func ensure(_ name: FilePath.Component, in folder: borrowing Folder) throws(Errno) {
        do throws(Errno) {
            try folder.makeFolder(name, mode: S_IRWXU)
        } catch  where error == .fileExists {
            return
        }
    }
}
