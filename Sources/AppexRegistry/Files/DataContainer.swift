import AppexModel
import AppexSystem
import FoundationEssentials
import Glibc
import SystemPackage

/// What a container is for: the folders in it, with the names that Apple's systems use, and the file that says whose it is.
struct DataContainer {
    /// The kinds of containers, with the numbers that Apple's systems have for them.
    enum Kind: Int64 {
        case bundle = 1
        case appData = 2
        case extensionData = 4
        case group = 7
    }

    let kind: Kind
    /// The bundle identifier of the app or extension, or the identifier of the group.
    let identifier: String

    /// The file that says whose container it is, for people and programs that look at the device's folders. Nothing here reads
    /// it, because the extension can change it.
    static let metadataFile: FilePath.Component = ".com.apple.mobile_container_manager.metadata.plist"

    /// Creates the container, named `name`. Existing folders are not changed, and neither is an existing file.
    ///
    /// - Throws: the kernel's error.
    func make(_ name: FilePath.Component, in containers: borrowing Folder) throws(Errno) {
        try Self.ensure(name, in: containers)
        let container = try containers.folder(name)
        try writeMetadata(named: name, to: container)
        switch kind {
        case .bundle: return
        case .group: break
        case .appData, .extensionData:
            for folder in ["Documents", "tmp"] as [FilePath.Component] { try Self.ensure(folder, in: container) }
        }
        try Self.ensure("Library", in: container)
        let library = try container.folder("Library")
        for folder in ["Preferences", "Caches", "Application Support"] as [FilePath.Component] {
            try Self.ensure(folder, in: library)
        }
    }

    private func writeMetadata(named name: FilePath.Component, to container: borrowing Folder) throws(Errno) {
        let metadata: PropertyListValue = .dictionary([
            "MCMMetadataIdentifier": .string(identifier), "MCMMetadataUUID": .string(name.string),
            "MCMMetadataContentClass": .integer(kind.rawValue),
        ])
        do throws(Errno) {
            let file = try container.file(Self.metadataFile, O_WRONLY | O_CREAT | O_EXCL, mode: S_IRUSR | S_IWUSR)
            try file.writeAll(metadata.xmlBytes())
        } catch  where error == .fileExists {
            return
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

extension DeviceLayout {
    /// The folder with the containers of a kind.
    func containers(of kind: DataContainer.Kind) -> FilePath {
        switch kind {
        case .bundle: bundleContainers
        case .appData: appDataContainers
        case .extensionData: extensionDataContainers
        case .group: groupContainers
        }
    }
}
