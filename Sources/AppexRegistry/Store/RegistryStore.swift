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
/// then recorded in one transaction, and whatever an unfinished change left behind is removed by
/// ``recover()``.
///
/// - Important: Calls block on files; make changes and ``recover()`` outside of actors that have to stay
///   responsive. Queries may be made from any thread while a change runs, and see the state before it
///   until it is complete.
package final class RegistryStore: Sendable {
    /// Where the device keeps its files.
    package let layout: DeviceLayout
    /// The version of the system that `MinimumOSVersion` is held against.
    package let systemVersion: String
    let limits: InstallLimits
    let logger: Logger
    let database: RegistryDatabase
    /// The device's folders, which no other user can exchange.
    let folders: DeviceFolders
    private let onStep: @Sendable (InstallStep) throws -> Void
    /// Held while a change runs, so that changes come one after the other.
    private let changing = Mutex<Void>(())
    private let recovered = Atomic(false)
    private let current: Mutex<RegistryIndex>

    /// Opens the registry of a device, and makes the device's folders (mode 0700) when they are missing.
    ///
    /// Reads the index, not the database; that makes the index anew if it is not of the database's state.
    ///
    /// - Parameter systemVersion: what `MinimumOSVersion` is held against.
    /// - Parameter onStep: runs at each moment at which a change could be interrupted; a test throws
    ///   or ends the process there.
    /// - Throws: ``RegistryError`` with the code `files` when the device is not this user's own or a folder cannot be made,
    ///   `registryDamaged` when the registry's file is unreadable or gone while containers exist,
    ///   `registryTooNew` when a newer version wrote it, `database` when another process has it open.
    package init(
        layout: DeviceLayout, limits: InstallLimits = InstallLimits(), systemVersion: String = SystemVersion.level,
        logger: Logger = Logger(label: "appex.registry"),
        onStep: @escaping @Sendable (InstallStep) throws -> Void = { _ in }
    ) throws(RegistryError) {
        self.layout = layout
        self.systemVersion = systemVersion
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

    /// Refuses a device with containers but without a registry: recovery would remove them all.
    private static func checkRegistryExists(
        _ layout: DeviceLayout, _ folders: borrowing DeviceFolders
    ) throws(RegistryError) {
        let name = RegistryDatabase.fileName
        let library = folders.library.descriptor.rawValue
        guard name.withPlatformString({ faccessat(library, $0, F_OK, 0) }) != 0 else { return }
        for path in [layout.bundleContainers, layout.appDataContainers, layout.extensionDataContainers] {
            let names = try doing("look into \(path)") { () throws(Errno) in
                try folders.folder(at: path).names(limit: 1)
            }
            guard names.isEmpty else {
                throw .damaged(layout.registry, "find the registry", cause: Errno.noSuchFileOrDirectory)
            }
        }
    }

    // MARK: Queries

    /// The present state.
    package var index: RegistryIndex { current.withLock { $0 } }

    /// The installed app with an identifier, or `nil` when there is none.
    package func app(_ identifier: BundleIdentifier) -> InstalledApp? {
        index.app(identifier)
    }

    /// The copy of an extension that is used, offered or not; `nil` when none is installed.
    package func appex(_ identifier: BundleIdentifier) -> InstalledAppex? {
        index.copies(of: identifier).first
    }

    // MARK: Changes

    /// Runs a change when no other one runs, and what earlier changes left behind has been removed.
    func changing<Value>(_ work: () throws(RegistryError) -> Value) throws(RegistryError) -> Value {
        try changing.withLock { _ throws(RegistryError) in
            if !hasRecovered {
                try removeRemains()
                recovered.store(true, ordering: .releasing)
            }
            return try work()
        }
    }

    /// Removes what unfinished changes left behind: everything in the staging folder and every bundle and data
    /// container that no row names. Makes data containers anew that somebody deleted, and writes the types again
    /// where they are not those of the installed apps.
    ///
    /// The first change does it too. Nothing may be launched before: a process could be given a container that is
    /// just made anew. Later calls do nothing.
    ///
    /// - Throws: ``RegistryError`` with the code `files` when something cannot be removed, `registryDamaged` or
    ///   `database` when the database cannot be read; then nothing is removed. The next call tries again.
    package func recover() throws(RegistryError) {
        try changing { () throws(RegistryError) in }
    }

    /// Whether ``recover()`` has been done.
    package var hasRecovered: Bool { recovered.load(ordering: .acquiring) }

    /// Commits a change to the database and shows the new state to queries.
    ///
    /// - Parameter change: makes the change; what it is given runs inside the transaction, as the last thing, and makes
    ///   the index, so that nothing is left that could fail after the commit.
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

    /// Writes a committed state for other processes and the next start, and deletes what it left without a row. The
    /// change holds whatever happens here, so a failure is logged, not thrown.
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

    /// Lets a test act at a step.
    func step(_ step: InstallStep) throws(RegistryError) {
        do {
            try onStep(step)
        } catch {
            throw RegistryError(.stopped, "the work was stopped at the step \(step.rawValue)", cause: error)
        }
    }
}
