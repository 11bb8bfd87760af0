import AppexModel
import AppexSystem
import FoundationEssentials
import Glibc
import Logging
import SystemPackage

extension RegistryStore {
    /// Removes what no row of the database names, and everything staged, makes containers anew that somebody deleted,
    /// and writes the types again where they are not those of the installed apps.
    func removeRemains() throws(RegistryError) {
        // Of the database, not of the index: on its word things are deleted.
        let contents = try database.read { $0 }
        let bundles = Set(contents.apps.map(\.bundleContainer))
        let appData = Set(contents.apps.map(\.dataContainer))
        let appexData = Set(contents.appexes.map(\.dataContainer))
        var garbage: [FilePath] = []
        for (path, named) in [
            (layout.bundleContainers, bundles), (layout.appDataContainers, appData),
            (layout.extensionDataContainers, appexData),
        ] {
            let names = try doing("look into \(path)") { () throws(Errno) in
                // Only the registry writes here, so the number of entries is what was installed.
                try Folder(at: path).names(limit: .max)
            }
            garbage += names.filter { !named.contains($0.string) }.map { path.appending($0) }
        }
        if !garbage.isEmpty {
            logger.notice("removing what an unfinished change left", metadata: ["count": "\(garbage.count)"])
        }
        try retire(garbage)
        try purgeStaging()
        for name in appData { try restore(layout.appDataContainers.appending(name)) }
        for name in appexData { try restore(layout.extensionDataContainers.appending(name)) }
        index.publishTypes(logger)
    }

    /// Makes an empty data container where a recorded one is missing: without it nothing could start.
    private func restore(_ container: FilePath) throws(RegistryError) {
        guard let name = container.lastComponent,
            container.withPlatformString({ access($0, F_OK) != 0 && Errno.current == .noSuchFileOrDirectory })
        else { return }
        logger.warning("a data container is missing, making an empty one", metadata: ["path": "\(container)"])
        try doing("make the container \(container)") { () throws(Errno) in
            try DataContainer.make(name, in: container.removingLastComponent())
        }
    }

    /// Moves folders that nothing needs any more into the staging folder: from then on they are gone,
    /// even if the process dies while they are deleted.
    func retire(_ paths: [FilePath]) throws(RegistryError) {
        guard !paths.isEmpty else { return }
        let staging = try doing("open \(layout.staging)") { () throws(Errno) in try Folder(at: layout.staging) }
        for path in paths {
            guard let name = path.lastComponent, let newName = FilePath.Component(UUID().uuidString) else { continue }
            try doing("remove \(path)") { () throws(Errno) in
                let parent = try Folder(at: path.removingLastComponent())
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
        try doing("empty \(layout.staging)") { () throws(Errno) in try Folder(at: layout.staging).purge() }
    }
}
