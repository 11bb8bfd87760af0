package import AppexModel
import AppexSystem
import Glibc
import Logging
import SystemPackage

extension RegistryStore {
    /// The groups among these of which no app is a member.
    func unused(_ groups: [InstalledGroup]) -> [InstalledGroup] {
        groups.filter { index.members(of: $0.identifier).isEmpty }
    }

    /// Uninstalls an app with its extensions and all their data, their logs and the reports about them. The user's choices for the
    /// extensions and changed limits are kept.
    ///
    /// Logs and reports are removed first: a removal that is cut off leaves an app that can be uninstalled again, and no file that
    /// belongs to none.
    ///
    /// Running processes of the bundle continue; the caller has to end them.
    ///
    /// - Throws: ``RegistryError`` with the code `notInstalled`; `database` or `registryDamaged` if the registry cannot
    ///   be written, in which case the app is still installed. If files cannot be deleted afterwards, that is logged,
    ///   and tried again when the device is opened the next time.
    package func uninstall(_ identifier: BundleIdentifier) throws(RegistryError) {
        try changing { () throws(RegistryError) in
            guard let app = app(identifier) else {
                throw RegistryError(
                    .notInstalled, "cannot uninstall \(identifier): no app with this identifier is installed")
            }
            removeRecords(of: app)
            try commit { (beforeCommit) throws(RegistryError) in
                try database.delete(identifier, beforeCommit: beforeCommit)
            }
            let container = app.bundlePath.removingLastComponent()
            complete(
                discarding: [container, app.containerPath] + app.extensions.map(\.containerPath)
                    + unused(app.groups).map(\.containerPath))
        }
    }

    /// Removes the logs of an app and its extensions, and the reports about them. Those of an extension of which another app has
    /// a copy stay.
    private func removeRecords(of app: InstalledApp) {
        let own = app.extensions.map(\.bundleIdentifier).filter { identifier in
            index.copies(of: identifier).allSatisfy { $0.appIdentifier == app.bundleIdentifier }
        }
        let removed = Set([app.bundleIdentifier] + own)
        var paths = removed.flatMap { identifier in
            let log = layout.log(of: identifier)
            return [log, FilePath(log.string + ".old")]
        }
        let reports = (try? Folder(at: layout.reports).names(limit: 100_000)) ?? []
        paths += reports.filter { name in
            ReportFileName(name.string).map { removed.contains($0.appExtension) } ?? false
        }.map { layout.reports.appending($0) }
        for path in paths where path.withPlatformString({ unlink($0) }) != 0 {
            let error = Errno.current
            guard error != .noSuchFileOrDirectory else { continue }
            logger.warning("a log or a report was not removed", metadata: ["file": "\(path)", "why": "\(error)"])
        }
    }
}
