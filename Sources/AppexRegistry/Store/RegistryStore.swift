package import AppexModel
package import AppexRuntimes
import AppexSystem
import Glibc
package import Logging
import Synchronization
import SystemPackage

/// The installed apps of a device, with their extensions and containers.
///
/// One process, the broker, opens the store of a device; a second one is refused. Changes are atomic, also if the
/// process ends at any moment: files are staged, written to disk, renamed to their place and then recorded in one
/// transaction, and ``recover()`` removes the files of an unfinished change.
///
/// - Important: Changes and ``recover()`` block, and should not be called from actors that have to stay responsive.
///   Queries can be made from any thread while a change is in progress, and see the previous state until it is
///   complete.
package final class RegistryStore: Sendable {
    /// The paths of the device's files.
    package let layout: DeviceLayout
    /// The version of the system to which `MinimumOSVersion` is compared.
    package let systemVersion: String
    let limits: InstallLimits
    let runtimes: RuntimePlaces
    let logger: Logger
    let database: RegistryDatabase
    /// The device's open folders, which no other user can replace.
    let folders: DeviceFolders
    private let onStep: @Sendable (InstallStep) throws -> Void
    /// Held during a change, so that changes are serialized.
    private let changing = Mutex<Void>(())
    private let recovered = Atomic(false)
    private let current: Mutex<RegistryIndex>

    /// Opens the registry of a device, and creates the device's folders, with mode 0700, if they do not exist.
    ///
    /// It reads the index and not the database. If the index is out of date, it is created again from the database.
    ///
    /// - Parameter runtimes: where the runtimes are that apps may need; by default only those of the device itself.
    /// - Parameter systemVersion: the version to which `MinimumOSVersion` is compared.
    /// - Parameter onStep: called at each step at which a change could be interrupted, for tests.
    /// - Throws: ``RegistryError`` with the code `files` if the device belongs to another user or a folder cannot be
    ///   created; `registryDamaged` if the registry's file is unreadable, or missing although containers exist;
    ///   `registryTooNew` if a newer version wrote it; `database` if another process has it open.
    package init(
        layout: DeviceLayout, limits: InstallLimits = InstallLimits(), runtimes: RuntimePlaces? = nil,
        systemVersion: String = SystemVersion.level,
        logger: Logger = Logger(label: "appex.registry"),
        onStep: @escaping @Sendable (InstallStep) throws -> Void = { _ in }
    ) throws(RegistryError) {
        self.layout = layout
        self.systemVersion = systemVersion
        self.runtimes = runtimes ?? RuntimePlaces(layout: layout, environment: [:], program: nil)
        self.limits = limits
        self.logger = logger
        self.onStep = onStep
        folders = try DeviceFolders.open(layout)
        try Self.checkRegistryExists(layout, folders)
        database = try RegistryDatabase(file: layout.registry, in: folders)
        let revision = try database.revision()
        if let index = RegistryIndex(revision: revision, systemVersion: systemVersion, layout: layout) {
            current = Mutex(index)
        } else {
            let index = try database.read {
                try RegistryIndex($0, systemVersion: systemVersion, replacing: nil, layout: layout)
            }
            current = Mutex(index)
            index.write(logger)
        }
    }

    /// Checks that a device with containers has a registry, because recovery would otherwise remove all containers.
    private static func checkRegistryExists(
        _ layout: DeviceLayout, _ folders: borrowing DeviceFolders
    ) throws(RegistryError) {
        let name = RegistryDatabase.fileName
        let library = folders.library.descriptor.rawValue
        guard name.withPlatformString({ faccessat(library, $0, F_OK, 0) }) != 0 else { return }
        for path in [
            layout.bundleContainers, layout.appDataContainers, layout.extensionDataContainers, layout.groupContainers,
        ] {
            let names = try doing("look into \(path)") { () throws(Errno) in
                try folders.folder(at: path).names(limit: 1)
            }
            guard names.isEmpty else {
                throw .damaged(layout.registry, "find the registry", cause: Errno.noSuchFileOrDirectory)
            }
        }
    }

    // MARK: Queries

    /// The current state.
    package var index: RegistryIndex { current.withLock { $0 } }

    /// The installed app with an identifier; `nil` if there is none.
    package func app(_ identifier: BundleIdentifier) -> InstalledApp? {
        index.app(identifier)
    }

    /// The copy of an extension that is used, whether it is offered or not; `nil` if none is installed.
    package func appex(_ identifier: BundleIdentifier) -> InstalledAppex? {
        index.copies(of: identifier).first
    }

    // MARK: Changes

    /// Performs a change after all earlier ones, and after ``recover()``.
    func changing<Value>(_ work: () throws(RegistryError) -> Value) throws(RegistryError) -> Value {
        try changing.withLock { _ throws(RegistryError) in
            if !hasRecovered {
                try removeRemains()
                recovered.store(true, ordering: .releasing)
            }
            return try work()
        }
    }

    /// Removes the files of unfinished changes: everything in the staging folder, and every bundle, data and
    /// group container to which no row refers. Creates missing containers again, and writes the types again if they are not those
    /// of the installed apps.
    ///
    /// The first change also does this. No process may be launched before, because its container could be created again
    /// at the same time. Later calls do nothing.
    ///
    /// - Throws: ``RegistryError`` with the code `files` if something cannot be removed; `registryDamaged` or
    ///   `database` if the database cannot be read, in which case nothing is removed. The next call tries again.
    package func recover() throws(RegistryError) {
        try changing { () throws(RegistryError) in }
    }

    /// Whether ``recover()`` has succeeded.
    package var hasRecovered: Bool { recovered.load(ordering: .acquiring) }

    /// Commits a change to the database and shows the new state to queries.
    ///
    /// - Parameter change: makes the change, and calls its argument at the end of the transaction. That creates the
    ///   index, so that nothing can fail after the commit.
    func commit(
        _ change: ((RegistryContents) throws -> RegistryIndex) throws(RegistryError) -> RegistryIndex
    ) throws(RegistryError) {
        let old = index
        let new = try change { contents in
            let new = try RegistryIndex(contents, systemVersion: systemVersion, replacing: old, layout: layout)
            try step(.recorded)
            return new
        }
        current.withLock { $0 = new }
    }

    /// Writes a committed state for other processes and the next start, and deletes the files that it no longer needs.
    /// The change is already committed, so failures are logged and not thrown.
    func complete(discarding paths: [FilePath]) {
        do throws(RegistryError) {
            try step(.committed)
            index.write(logger)
            index.publishTypes(logger)
            try step(.published)
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

    /// Calls the test's closure for a step.
    func step(_ step: InstallStep) throws(RegistryError) {
        do {
            try onStep(step)
        } catch {
            throw RegistryError(.stopped, "the work was stopped at the step \(step.rawValue)", cause: error)
        }
    }
}
