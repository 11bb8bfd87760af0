package import AppexModel
import SystemPackage

extension RegistryStore {
    /// The groups among these of which no app is a member.
    func unused(_ groups: [InstalledGroup]) -> [InstalledGroup] {
        groups.filter { index.members(of: $0.identifier).isEmpty }
    }

    /// Uninstalls an app with its extensions and all their data. The user's choices for the extensions are kept.
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
            try commit { (beforeCommit) throws(RegistryError) in
                try database.delete(identifier, beforeCommit: beforeCommit)
            }
            let container = app.bundlePath.removingLastComponent()
            complete(
                discarding: [container, app.containerPath] + app.extensions.map(\.containerPath)
                    + unused(app.groups).map(\.containerPath))
        }
    }
}
