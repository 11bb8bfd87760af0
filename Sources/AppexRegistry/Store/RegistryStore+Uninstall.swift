package import AppexModel
import SystemPackage

extension RegistryStore {
    /// Removes an app with its extensions and all their data. What the user has said about them stays, for the day on
    /// which they come back.
    ///
    /// Processes that still run out of the bundle keep running; ending them is the caller's part.
    ///
    /// - Throws: ``RegistryError`` with the code `notInstalled`, or `database` or `registryDamaged` when
    ///   the registry cannot be written; then the app is still installed. When files cannot be deleted
    ///   afterwards, that is logged and tried again the next time the device is opened.
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
            complete(discarding: [container, app.containerPath] + app.extensions.map(\.containerPath))
        }
    }
}
