import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire
import SystemPackage

/// Turns the registry's messages into typed calls and its records into replies.
struct RegistryHarness: Sendable {
    let registry: RegistryService
    let processes: ProcessService

    func install(_ request: BrokerInterface.Install) async throws -> ApplicationRecord {
        let path = FilePath(request.path)
        guard path.isAbsolute, path.string == request.path else {
            throw RemoteFailure(
                code: FailureCode.malformed, message: "Cannot install \"\(request.path)\": the path must start with /.")
        }
        return ApplicationRecord(try await registry.install(path))
    }

    func uninstall(_ request: BrokerInterface.Uninstall) async throws -> Empty {
        let identifier = try Self.identifier(request.identifier)
        guard registry.app(identifier) != nil else {
            throw RemoteFailure(
                code: FailureCode.notFound, message: "No app \(identifier) is installed; `appex list` shows what is.")
        }
        await processes.stop(application: identifier)
        do {
            try await registry.uninstall(identifier)
        } catch {
            await processes.allow(application: identifier)
            throw error
        }
        await processes.allow(application: identifier)
        return Empty()
    }

    func list() -> WireList<ApplicationRecord> {
        WireList(registry.apps().map(ApplicationRecord.init))
    }

    func find(_ request: BrokerInterface.Find) -> WireList<ExtensionRecord> {
        let found = registry.apps().flatMap { app in
            app.extensions
                .filter { request.point == nil || $0.extensionPoint.rawValue == request.point }
                .filter { request.identifier == nil || $0.bundleIdentifier.rawValue == request.identifier }
                .map { ExtensionRecord($0, in: app) }
        }
        return WireList(found.sorted { ($0.displayName, $0.identifier) < ($1.displayName, $1.identifier) })
    }

    static func identifier(_ text: String) throws -> BundleIdentifier {
        guard let identifier = BundleIdentifier(rawValue: text) else {
            throw RemoteFailure(
                code: FailureCode.notFound,
                message:
                    "\"\(text.prefix(100))\" is no bundle identifier: letters, digits, hyphens and dots, such as org.example.App.Share."
            )
        }
        return identifier
    }
}

extension ExtensionRecord {
    init(_ appex: InstalledAppex, in app: InstalledApp) {
        self.init(
            identifier: appex.bundleIdentifier.rawValue, displayName: appex.displayName,
            version: appex.shortVersion ?? appex.version ?? "", point: appex.extensionPoint.rawValue,
            application: app.bundleIdentifier.rawValue, applicationName: app.displayName,
            bundlePath: appex.bundlePath.string)
    }
}

extension ApplicationRecord {
    init(_ app: InstalledApp) {
        self.init(
            identifier: app.bundleIdentifier.rawValue, displayName: app.displayName,
            version: app.shortVersion ?? app.version ?? "", bundlePath: app.bundlePath.string,
            extensions: app.extensions.map { ExtensionRecord($0, in: app) })
    }
}
