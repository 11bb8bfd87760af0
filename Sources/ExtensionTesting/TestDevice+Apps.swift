import AppexProtocol
public import Foundation
public import OpenExtensionKit

/// Apps on a device.
extension TestDevice {
    /// An app that is installed on the device.
    public struct App: Sendable, Hashable {
        /// The bundle identifier.
        public let bundleIdentifier: String
        /// The version shown to people.
        public let version: String
        /// What it carries.
        public let extensions: [AppExtensionIdentity]
    }

    /// Installs an app, or updates it.
    ///
    /// - Parameter app: the bundle, `NAME.app`, as `appex bundle` makes it.
    /// - Throws: ``TestDeviceError/appMissing(path:)``; `ExtensionError` with the reason for which it is refused.
    @discardableResult
    public func install(_ app: URL) async throws -> App {
        guard FileManager.default.fileExists(atPath: app.path) else {
            throw TestDeviceError.appMissing(path: app.path)
        }
        let install = BrokerInterface.Install(path: app.standardizedFileURL.path)
        let record = try await host().broker.call(install, once: true).0
        return App(
            bundleIdentifier: record.identifier, version: record.version,
            extensions: record.extensions.map(AppExtensionIdentity.init))
    }

    /// Removes an app, its extensions and their data. What runs of it is ended.
    ///
    /// - Throws: `ExtensionError` with `notFound` when there is none.
    public func uninstall(_ bundleIdentifier: String) async throws {
        _ = try await host().broker.call(BrokerInterface.Uninstall(identifier: bundleIdentifier), once: true)
    }
}
