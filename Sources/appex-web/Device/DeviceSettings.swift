import AppexModel
import AppexPages
import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit
import SystemPackage

/// The operations of the page's Settings app, which are those of the command line.
struct DeviceSettings: Sendable {
    let device: DeviceAdministration

    /// The installed apps with the copies of extensions that are in use, by name.
    func apps() async throws -> [AppListing] {
        try await device.apps().map(AppListing.init)
    }

    /// An app on the home screen.
    struct HomeApp: Encodable, Sendable {
        let id: String
        let name: String
    }

    /// The keys of an Info.plist that apps with a view have: a launch screen, or scenes.
    private static let viewKeys = ["UILaunchScreen", "UILaunchStoryboardName", "UIApplicationSceneManifest"]

    /// The apps that show something, by name.
    func homeScreen() async throws -> [HomeApp] {
        try await device.apps().filter { app in
            let manifest = app.manifest?.dictionary ?? [:]
            return Self.viewKeys.contains { manifest[$0] != nil }
        }.map { HomeApp(id: $0.identifier, name: $0.displayName) }
    }

    /// An installed app.
    ///
    /// - Throws: ``PageFailure`` if no such app is installed.
    func app(_ identifier: String) async throws -> ApplicationRecord {
        guard let app = try await device.apps().first(where: { $0.identifier == identifier }) else {
            throw PageFailure("The app is no longer installed.")
        }
        return app
    }

    /// All extensions for the share sheet: those that are offered, in the order in which to show them, then the others.
    func choices() async throws -> [AppListing.Appex] {
        let points = ExtensionPoint.ofShareSheet.map(\.identifier.rawValue)
        let offered = try await device.offered(for: MatchQuery(points: points, items: nil))
        let all = try await device.extensions()
        return (offered + all.filter { $0.standing == .off && points.contains($0.point) }).map(AppListing.Appex.init)
    }

    /// Installs the app at a path, or updates it.
    func install(_ path: FilePath) async throws -> AppListing {
        AppListing(try await device.install(path.string))
    }

    func uninstall(_ identifier: String) async throws {
        try await device.uninstall(identifier)
    }

    /// The icon of an installed extension or app; nil when it has none that can be shown.
    func icon(of identifier: String) async -> (kind: PictureKind, bytes: [UInt8])? {
        if let record = try? await device.extension(identifier) {
            return IconFinder.icon(of: record)
        }
        let apps = try? await device.apps()
        return apps?.first { $0.identifier == identifier }.flatMap { IconFinder.icon(in: FilePath($0.bundlePath)) }
    }

    struct Processes: Encodable, Sendable {
        let processes: [ProcessListing]
        let layers: [SandboxLayer]

        struct SandboxLayer: Encodable, Sendable {
            let name: String
            let stands: Bool
            let detail: String
        }
    }

    /// The running processes, and the sandbox layers of extensions.
    func processes() async throws -> Processes {
        let processes = try await device.processes()
        let layers = try await device.sandboxLayers()
        return Processes(
            processes: processes.map(ProcessListing.init),
            layers: layers.map { Processes.SandboxLayer(name: $0.name, stands: $0.stands, detail: $0.detail) })
    }
}

/// An installed app, as the page shows it.
struct AppListing: Encodable, Sendable {
    struct Appex: Encodable, Sendable {
        let id: String
        let name: String
        /// The part of the share sheet that shows it, "share" or "action"; nil for none.
        let section: String?
        let pointName: String
        let app: String
        /// Whether it is offered to hosts.
        let on: Bool
        /// The reason for which it is not offered even if it is enabled; nil for none.
        let obstacle: String?

        init(_ record: ExtensionRecord) {
            id = record.identifier
            name = record.displayName
            let point = ExtensionPointIdentifier(rawValue: record.point).map(ExtensionPoint.init)
            section = point?.sheetSection.map { $0 == .share ? "share" : "action" }
            pointName = point?.name ?? record.point
            app = record.applicationName
            on = record.standing == .offered
            obstacle =
                switch record.standing {
                case .offered, .off: nil
                case .superseded: "Another app contains a newer version of it."
                case .incompatible: "It requires the system version \(record.minimumSystem)."
                }
        }
    }

    let id: String
    let name: String
    let version: String
    let extensions: [Appex]

    init(_ record: ApplicationRecord) {
        id = record.identifier
        name = record.displayName
        version = record.version
        extensions = record.extensions.map(Appex.init)
    }
}

/// A running process, as the page shows it.
struct ProcessListing: Encodable, Sendable {
    let role: String
    let pid: Int32
    /// The extension's identifier; nil for the broker and the launcher.
    let id: String?
    let state: String
    /// The time since the start of the process, in seconds.
    let age: Double
    /// The private memory in bytes.
    let memory: UInt64
    /// The kinds of namespaces that differ from those of this program.
    let own: [String]

    init(_ record: ProcessRecord) {
        role =
            switch record.role {
            case .broker: "Broker"
            case .launcher: "Launcher"
            case .initProcess: "Init"
            case .appExtension: "Extension"
            case .decoder: "Decoder"
            case .runtime: "Runtime, waiting"
            }
        pid = record.pid
        id = record.identifier.isEmpty ? nil : record.identifier
        state = record.state
        age = Double(record.age) / 1000
        memory = record.memory
        own = ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"].filter { kind in
            let files = FileManager.default
            let its = try? files.destinationOfSymbolicLink(atPath: "/proc/\(record.pid)/ns/\(kind)")
            return its != nil && its != (try? files.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(kind)"))
        }
    }
}
