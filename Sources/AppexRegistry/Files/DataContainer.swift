import Glibc
import SystemPackage

/// The folders of a data container, with the names that Apple's systems use.
enum DataContainer {
    /// Creates a container named `name`. Existing folders are not changed.
    ///
    /// - Throws: the kernel's error.
    static func make(_ name: FilePath.Component, in containers: borrowing Folder) throws(Errno) {
        try ensure(name, in: containers)
        let container = try containers.folder(name)
        for folder in ["Documents", "Library", "tmp"] as [FilePath.Component] {
            try ensure(folder, in: container)
        }
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
