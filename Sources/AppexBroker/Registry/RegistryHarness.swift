import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSigning
import AppexWire
import SystemPackage

/// Turns the registry's messages into typed calls and its records into replies.
struct RegistryHarness: Sendable {
    private let applications: ApplicationService

    init(_ applications: ApplicationService) { self.applications = applications }

    func install(_ request: BrokerInterface.Install) async throws -> ApplicationRecord {
        let path = FilePath(request.path)
        guard path.isAbsolute, path.string == request.path else {
            throw RemoteFailure(
                code: FailureCode.refused, message: "Cannot install \"\(request.path)\": the path must start with /.")
        }
        return ApplicationRecord(try await applications.install(path, request))
    }

    func uninstall(_ request: BrokerInterface.Uninstall) async throws -> Empty {
        try await applications.uninstall(try Self.identifier(request.identifier))
        return Empty()
    }

    func list() -> WireList<ApplicationRecord> {
        WireList(applications.installed.map(ApplicationRecord.init))
    }

    func find(_ request: BrokerInterface.Find) throws -> ExtensionRecord {
        ExtensionRecord(try applications.offered(try Self.identifier(request.identifier)))
    }

    func elect(_ request: BrokerInterface.Elect) async throws -> WireList<ExtensionRecord> {
        let copies = try await applications.elect(
            request.election, for: try Self.identifier(request.identifier), isFirst: request.isFirst)
        return WireList(copies.map(ExtensionRecord.init))
    }

    /// The extension that may be started under an identifier, and the version of its app.
    ///
    /// - Throws: ``RemoteFailure`` that says why there is none.
    func launchable(_ identifier: String) async throws -> (appex: InstalledAppex, appVersion: String?) {
        try await applications.launchable(try Self.identifier(identifier))
    }

    private static func identifier(_ text: String) throws(RemoteFailure) -> BundleIdentifier {
        guard let identifier = BundleIdentifier(rawValue: text) else {
            throw RemoteFailure(
                code: FailureCode.notFound,
                message:
                    "\"\(text.shortened(toBytes: 100))\" is no bundle identifier: letters, digits, hyphens and dots, such as org.example.App.Share."
            )
        }
        return identifier
    }
}

extension ExtensionRecord {
    init(_ appex: InstalledAppex) {
        self.init(
            identifier: appex.bundleIdentifier.rawValue, displayName: appex.displayName,
            version: appex.shortVersion ?? appex.version ?? "", build: appex.version ?? "",
            point: appex.extensionPoint.rawValue, application: appex.appIdentifier.rawValue,
            applicationName: appex.appDisplayName, bundlePath: appex.bundlePath.string, standing: appex.standing,
            election: appex.election, minimumSystem: appex.minimumOSVersion ?? "")
    }
}

extension ApplicationRecord {
    init(_ app: InstalledApp) {
        self.init(
            identifier: app.bundleIdentifier.rawValue, displayName: app.displayName,
            version: app.shortVersion ?? app.version ?? "", bundlePath: app.bundlePath.string,
            signer: app.signer?.name ?? "", team: app.signer?.team ?? "",
            extensions: app.extensions.map { ExtensionRecord($0) })
    }
}
