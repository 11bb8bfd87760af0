import AppexModel
import AppexSystem
import Glibc
import SystemPackage

/// The open folders of a device that the registry uses. All of them belong to this process's user, and all operations
/// in them are relative to these descriptors.
struct DeviceFolders: ~Copyable, Sendable {
    private let layout: DeviceLayout
    private let bundles: Folder
    private let appData: Folder
    private let extensionData: Folder
    private let groups: Folder
    private let staging: Folder
    /// The folder of the registry's own files.
    let library: Folder

    /// Opens the folders of a device, and creates, with mode 0700, those of the layout that do not exist.
    ///
    /// - Throws: ``RegistryError`` with the code `files` if the device belongs to another user or the kernel reports an
    ///   error. Nothing has been created in a folder of another user then.
    static func open(_ layout: DeviceLayout) throws(RegistryError) -> DeviceFolders {
        do throws(DeviceOwnerError) {
            return try DeviceFolders(layout)
        } catch {
            throw RegistryError(owner: error)
        }
    }

    private init(_ layout: DeviceLayout) throws(DeviceOwnerError) {
        let root = try layout.openRoot()
        for folder in layout.folders.dropFirst() { _ = try layout.open(folder, in: root) }
        let bundles = try layout.open(layout.bundleContainers, in: root)
        let appData = try layout.open(layout.appDataContainers, in: root)
        let extensionData = try layout.open(layout.extensionDataContainers, in: root)
        let groups = try layout.open(layout.groupContainers, in: root)
        let staging = try layout.open(layout.staging, in: root)
        let library = try layout.open(layout.library, in: root)
        self.layout = layout
        self.bundles = Folder(bundles)
        self.appData = Folder(appData)
        self.extensionData = Folder(extensionData)
        self.groups = Folder(groups)
        self.staging = Folder(staging)
        self.library = Folder(library)
    }

    /// One of the folders, by its path in the layout.
    ///
    /// - Throws: `.invalidArgument` for any other path, or the kernel's error.
    borrowing func folder(at path: FilePath) throws(Errno) -> Folder {
        switch path {
        case layout.bundleContainers: try bundles.folder(".")
        case layout.appDataContainers: try appData.folder(".")
        case layout.extensionDataContainers: try extensionData.folder(".")
        case layout.groupContainers: try groups.folder(".")
        case layout.staging: try staging.folder(".")
        default: throw .invalidArgument
        }
    }

    /// A path of the folder of the registry's files that always refers to the open folder, also if a parent is renamed.
    var libraryPath: FilePath { FilePath("/proc/self/fd/\(library.descriptor.rawValue)") }

    /// Checks that a file of the registry is a regular file of this user, if it exists.
    ///
    /// - Throws: ``RegistryError`` with the code `files` if it is not.
    borrowing func checkFile(_ name: FilePath.Component) throws(RegistryError) {
        try doing("use the file \(layout.library.appending(name)), which has to be a file of this user's own") {
            () throws(Errno) in
            do throws(Errno) {
                let status = try library.status(of: name)
                guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else { throw .permissionDenied }
            } catch .noSuchFileOrDirectory {
                // It will be created.
            }
        }
    }
}
