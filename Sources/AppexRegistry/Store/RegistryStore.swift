package import AppexModel
import AppexSystem
import Glibc
package import Logging
import Synchronization
import SystemPackage

/// What is installed on a device: its apps, their extensions and their containers.
///
/// One process, the broker, opens a device's store; a second one is refused. Every change survives the
/// death of the process at any instant: files are staged, written to the disk, renamed into place and
/// then recorded in one transaction, and whatever an unfinished change left behind is removed when the
/// store is opened again.
///
/// - Important: Calls block on files; make long ones (``install(appAt:)``) outside of actors that have
///   to stay responsive. Queries may be made from any thread while a change runs, and see the state
///   before it until it is complete.
package final class RegistryStore: Sendable {
    /// Where the device keeps its files.
    package let layout: DeviceLayout
    let limits: InstallLimits
    let logger: Logger
    let database: RegistryDatabase
    private let onStep: @Sendable (InstallStep) throws -> Void
    /// Held while a change runs, so that changes come one after the other.
    private let changing = Mutex<Void>(())
    private let current: Mutex<RegistrySnapshot>

    /// Opens the registry of a device, makes the device's folders (mode 0700) when they are missing,
    /// and removes what unfinished changes left behind: everything in the staging folder and every
    /// bundle and data container that no row names.
    ///
    /// - Parameter onStep: runs at each moment at which a change could be interrupted; a test throws
    ///   or ends the process there.
    /// - Throws: ``RegistryError`` with the code `files` when a folder cannot be made or cleaned,
    ///   `registryDamaged` when the registry's file is unreadable or gone while containers exist (then
    ///   nothing is removed), `registryTooNew` when a newer version wrote it, `database` when another
    ///   process has it open.
    package init(
        layout: DeviceLayout, limits: InstallLimits = InstallLimits(),
        logger: Logger = Logger(label: "appex.registry"),
        onStep: @escaping @Sendable (InstallStep) throws -> Void = { _ in }
    ) throws(RegistryError) {
        self.layout = layout
        self.limits = limits
        self.logger = logger
        self.onStep = onStep
        for folder in layout.folders { try Self.makeFolder(folder) }
        try Self.checkRegistryExists(layout)
        database = try RegistryDatabase(file: layout.registry)
        let rows = try database.rows()
        let snapshot = RegistrySnapshot(apps: rows.apps, appexes: rows.appexes, layout: layout)
        current = Mutex(snapshot)
        try recover(snapshot)
    }

    /// Makes a folder and its parents, unless they are there.
    private static func makeFolder(_ path: FilePath) throws(RegistryError) {
        let exists = path.withPlatformString { access($0, F_OK) == 0 }
        guard !exists else { return }
        let parent = path.removingLastComponent()
        if !parent.isEmpty { try makeFolder(parent) }
        try doing("make the device's folder \(path)") { () throws(Errno) in
            guard path.withPlatformString({ mkdir($0, S_IRWXU) }) == 0 || Errno.current == .fileExists else {
                throw Errno.current
            }
        }
    }

    /// Refuses a device with containers but without a registry: opening it would remove them all.
    private static func checkRegistryExists(_ layout: DeviceLayout) throws(RegistryError) {
        let exists = layout.registry.withPlatformString { access($0, F_OK) == 0 }
        guard !exists else { return }
        for path in [layout.bundleContainers, layout.appDataContainers, layout.extensionDataContainers] {
            let names = try doing("look into \(path)") { () throws(Errno) in try Folder(at: path).names(limit: 1) }
            guard names.isEmpty else {
                throw .damaged(layout.registry, "find the registry", cause: Errno.noSuchFileOrDirectory)
            }
        }
    }

    /// The installed apps, ordered by display name, then identifier.
    package func apps() -> [InstalledApp] {
        current.withLock { $0.apps }
    }

    /// The installed app with an identifier, or `nil` when there is none.
    package func app(_ identifier: BundleIdentifier) -> InstalledApp? {
        current.withLock { $0.appsByIdentifier[identifier] }
    }

    /// The installed extensions, ordered by display name, then identifier.
    ///
    /// - Parameter point: the point they have to extend, or `nil` for all.
    package func extensions(point: ExtensionPointIdentifier? = nil) -> [InstalledAppex] {
        current.withLock { snapshot in
            guard let point else { return snapshot.appexes }
            return snapshot.appexesByPoint[point] ?? []
        }
    }

    /// The installed extension with an identifier, or `nil` when there is none.
    package func appex(_ identifier: BundleIdentifier) -> InstalledAppex? {
        current.withLock { $0.appexesByIdentifier[identifier] }
    }

    /// Runs a change when no other one runs.
    func changing<Value>(_ work: () throws(RegistryError) -> Value) throws(RegistryError) -> Value {
        try changing.withLock { _ throws(RegistryError) in try work() }
    }

    /// Shows a committed state to queries.
    func show(_ rows: RegistryDatabase.Rows) {
        let snapshot = RegistrySnapshot(apps: rows.apps, appexes: rows.appexes, layout: layout)
        current.withLock { $0 = snapshot }
    }

    /// Lets a test act at a step.
    func step(_ step: InstallStep) throws(RegistryError) {
        do {
            try onStep(step)
        } catch {
            throw RegistryError(.stopped, "the work was stopped at the step \(step.rawValue)", cause: error)
        }
    }
}
