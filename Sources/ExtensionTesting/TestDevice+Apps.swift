import AppexProtocol
public import Foundation
public import OpenExtensionKit

/// Installing and removing apps.
extension TestDevice {
    /// An app that is installed on the device.
    public struct App: Sendable, Hashable {
        /// The bundle identifier.
        public let bundleIdentifier: String
        /// The version shown to people.
        public let version: String
        /// The extensions that it contains.
        public let extensions: [AppExtensionIdentity]
    }

    /// Installs or updates an app, whoever has signed it. An app that is not signed, or older than the one that it replaces, is
    /// installed as well; one that was changed after it was signed is not.
    ///
    /// - Parameter app: the bundle, `NAME.app`, as `appex bundle` makes it.
    /// - Throws: ``TestDeviceError/appMissing(path:)``; `ExtensionError` with the reason if the app is refused.
    @discardableResult
    public func install(_ app: URL) async throws -> App {
        guard FileManager.default.fileExists(atPath: app.path) else {
            throw TestDeviceError.appMissing(path: app.path)
        }
        let install = BrokerInterface.Install(
            path: app.standardizedFileURL.path, isReplacing: true, acceptsUntrusted: true)
        let record = try await host().broker.call(install, once: true).0
        return App(
            bundleIdentifier: record.identifier, version: record.version,
            extensions: record.extensions.map(AppExtensionIdentity.init))
    }

    /// Removes an app, its extensions and their data, and ends their processes.
    ///
    /// - Throws: `ExtensionError` with `notFound` if the app is not installed.
    public func uninstall(_ bundleIdentifier: String) async throws {
        _ = try await host().broker.call(BrokerInterface.Uninstall(identifier: bundleIdentifier), once: true)
    }
}
