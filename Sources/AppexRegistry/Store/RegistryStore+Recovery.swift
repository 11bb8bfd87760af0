import AppexModel
import AppexSystem
import FoundationEssentials
import Glibc
import Logging
import SystemPackage

extension RegistryStore {
    /// Removes files to which no row of the database refers, and everything staged; creates missing containers again;
    /// and writes the types again if they are not those of the installed apps.
    func removeRemains() throws(RegistryError) {
        // From the database and not from the index, because files are deleted based on it.
        let contents = try database.read { $0 }
        let bundles = Set(contents.apps.map(\.bundleContainer))
        let data = Self.dataContainers(in: contents)
        var garbage: [FilePath] = []
        for (path, named) in [(layout.bundleContainers, bundles)]
            + data.map({ (layout.containers(of: $0.key), Set($0.value.keys)) })
        {
            let names = try doing("look into \(path)") { () throws(Errno) in
                // Only the registry writes here, so the number of entries is what was installed.
                try folders.folder(at: path).names(limit: .max)
            }
            for name in names where named.contains(name.string) { try checkContainer(path.appending(name)) }
            garbage += names.filter { !named.contains($0.string) }.map { path.appending($0) }
        }
        if !garbage.isEmpty {
            logger.notice("removing the files of an unfinished change", metadata: ["count": "\(garbage.count)"])
        }
        try retire(garbage)
        try purgeStaging()
        for (kind, identifiers) in data {
            for (name, identifier) in identifiers {
                try restore(name, DataContainer(kind: kind, identifier: identifier))
            }
        }
        index.publishTypes(logger)
    }

    /// The recorded data containers: the identifier of whom each belongs to, by kind and UUID.
    private static func dataContainers(in contents: RegistryContents) -> [DataContainer.Kind: [String: String]] {
        let groups = contents.apps.flatMap(\.groups).map { ($0.container, $0.identifier.rawValue) }
        return [
            .appData: Dictionary(
                contents.apps.map { ($0.dataContainer, $0.bundleIdentifier.rawValue) }, uniquingKeysWith: { $1 }),
            .extensionData: Dictionary(
                contents.appexes.map { ($0.dataContainer, $0.bundleIdentifier.rawValue) }, uniquingKeysWith: { $1 }),
            .group: Dictionary(groups, uniquingKeysWith: { $1 }),
        ]
    }

    /// Checks that a recorded container, if it exists, is a folder of this user: a symbolic link would give an
    /// extension access to its target.
    private func checkContainer(_ container: FilePath) throws(RegistryError) {
        try doing("use the container \(container), which has to be a folder of this user's own") { () throws(Errno) in
            guard let name = container.lastComponent else { throw .invalidArgument }
            let status = try folders.folder(at: container.removingLastComponent()).status(of: name)
            guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else { throw .permissionDenied }
        }
    }

    /// Creates an empty container if a recorded one is missing, because no process could start without it.
    private func restore(_ name: String, _ data: DataContainer) throws(RegistryError) {
        let parent = layout.containers(of: data.kind)
        let container = parent.appending(name)
        try doing("make the container \(container)") { () throws(Errno) in
            guard let name = container.lastComponent else { throw .invalidArgument }
            let containers = try folders.folder(at: parent)
            do throws(Errno) {
                _ = try containers.status(of: name)
            } catch .noSuchFileOrDirectory {
                logger.warning("a container is missing, creating an empty one", metadata: ["path": "\(container)"])
                try data.make(name, in: containers)
            }
        }
    }

    /// Moves folders that are no longer needed to the staging folder, so that they are removed even if the process ends
    /// while they are deleted.
    func retire(_ paths: [FilePath]) throws(RegistryError) {
        guard !paths.isEmpty else { return }
        let staging = try doing("open \(layout.staging)") { () throws(Errno) in
            try folders.folder(at: layout.staging)
        }
        for path in paths {
            guard let name = path.lastComponent, let newName = FilePath.Component(UUID().uuidString) else { continue }
            try doing("remove \(path)") { () throws(Errno) in
                let parent = try folders.folder(at: path.removingLastComponent())
                do throws(Errno) {
                    try parent.move(name, to: staging, as: newName)
                } catch  where error == .noSuchFileOrDirectory {
                    return
                }
                try parent.sync()
            }
        }
    }

    /// Deletes everything in the staging folder.
    func purgeStaging() throws(RegistryError) {
        try doing("empty \(layout.staging)") { () throws(Errno) in
            try folders.folder(at: layout.staging).purge()
        }
    }
}
