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
                code: FailureCode.refused, message: "Cannot install \"\(request.path)\": the path must start with /.")
        }
        let app = try await registry.install(path)
        await giveUpOutdated()
        return ApplicationRecord(app)
    }

    func uninstall(_ request: BrokerInterface.Uninstall) async throws -> Empty {
        let identifier = try Self.identifier(request.identifier)
        guard registry.index.app(identifier) != nil else {
            throw RemoteFailure(unknown: identifier, among: registry.index)
        }
        do {
            try await processes.stop(application: identifier)
            try await registry.uninstall(identifier)
        } catch {
            await processes.allow(application: identifier)
            throw error
        }
        await processes.allow(application: identifier)
        return Empty()
    }

    func list() -> WireList<ApplicationRecord> {
        let index = registry.index
        return WireList((0..<index.appCount).compactMap(index.app).map(ApplicationRecord.init))
    }

    func find(_ request: BrokerInterface.Find) throws -> ExtensionRecord {
        ExtensionRecord(try offered(try Self.identifier(request.identifier)))
    }

    func elect(_ request: BrokerInterface.Elect) async throws -> WireList<ExtensionRecord> {
        let identifier = try Self.identifier(request.identifier)
        do {
            try await registry.elect(request.election, for: identifier, isFirst: request.isFirst)
        } catch let error as RegistryError where error.code == .notInstalled {
            throw RemoteFailure(unknown: identifier, among: registry.index)
        }
        await giveUpOutdated()
        return WireList(registry.index.copies(of: identifier).map(ExtensionRecord.init))
    }

    /// Gives up what was started ahead of need of versions and copies that are not offered any more.
    private func giveUpOutdated() async {
        let index = registry.index
        await processes.giveUpParked { parked in
            !index.copies(of: parked.bundleIdentifier).contains {
                $0.standing == .offered && $0.bundlePath == parked.bundlePath
            }
        }
    }

    /// The copy of an extension that hosts are offered.
    ///
    /// - Throws: ``RemoteFailure`` that says why there is none.
    func offered(_ identifier: BundleIdentifier) throws(RemoteFailure) -> InstalledAppex {
        let index = registry.index
        guard let appex = index.copies(of: identifier).first else {
            throw RemoteFailure(unknown: identifier, among: index)
        }
        guard appex.standing == .offered else {
            throw RemoteFailure(notOffered: appex, systemVersion: registry.systemVersion)
        }
        return appex
    }

    static func identifier(_ text: String) throws(RemoteFailure) -> BundleIdentifier {
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
            extensions: app.extensions.map { ExtensionRecord($0) })
    }
}
