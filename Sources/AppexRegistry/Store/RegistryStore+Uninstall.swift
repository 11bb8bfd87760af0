package import AppexModel
import Logging
import SystemPackage

extension RegistryStore {
    /// Removes an app with its extensions and all their data.
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
            show(try database.delete(identifier) { try step(.recorded) })
            let container = app.bundlePath.removingLastComponent()
            discard([container, app.containerPath] + app.extensions.map(\.containerPath))
        }
    }

    /// Deletes what a committed change left without a row. The change holds whatever happens here, so a
    /// failure is logged, not thrown.
    func discard(_ paths: [FilePath]) {
        do throws(RegistryError) {
            try step(.committed)
            try retire(paths)
            try step(.retired)
            try purgeStaging()
            try step(.purged)
        } catch {
            logger.warning(
                "could not delete what is no longer needed, the next start tries again",
                metadata: ["reason": "\(error)"])
        }
    }
}
