import AppexModel
import AppexSystem
import FoundationEssentials
import Glibc
import Logging
import SystemPackage

extension RegistryStore {
    /// Removes what no row names, and everything staged, and makes containers anew that somebody deleted.
    func recover(_ snapshot: RegistrySnapshot) throws(RegistryError) {
        let folders = [
            (layout.bundleContainers, snapshot.bundleContainers), (layout.appDataContainers, snapshot.dataContainers),
            (layout.extensionDataContainers, snapshot.dataContainers),
        ]
        var garbage: [FilePath] = []
        for (path, named) in folders {
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
        for app in snapshot.apps {
            for container in [app.containerPath] + app.extensions.map(\.containerPath) { try restore(container) }
        }
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
