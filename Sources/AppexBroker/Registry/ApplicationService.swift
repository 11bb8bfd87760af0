import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire
import SystemPackage

/// Apps as they are installed, removed and used: the registry, and the processes that have to follow it.
struct ApplicationService: Sendable {
    private let registry: RegistryService
    private let processes: ProcessService

    init(registry: RegistryService, processes: ProcessService) {
        self.registry = registry
        self.processes = processes
    }

    /// All apps, in the order of listings.
    var installed: [InstalledApp] {
        let index = registry.index
        return (0..<index.appCount).compactMap(index.app)
    }

    /// Installs or updates the app at a path.
    ///
    /// - Parameter request: what the device's owner accepts.
    /// - Throws: ``RegistryError``; `SigningError` if the app is not signed, or not by somebody who is trusted.
    func install(_ path: FilePath, _ request: BrokerInterface.Install) async throws -> InstalledApp {
        let seal = try await registry.seal(of: path, acceptsUntrusted: request.acceptsUntrusted)
        let (app, superseded) = try await registry.install(path, seal: seal, replacing: request.isReplacing)
        await giveUpOutdated()
        // What runs finishes with the files that it was started with.
        for folder in superseded {
            guard await processes.foldersInUse.contains(folder) else {
                try await registry.discard(folder)
                await processes.giveUpRemovedRuntime()
                continue
            }
            registry.performLater { [processes, registry] in
                await processes.waitUntilUnused(folder)
                try await registry.discard(folder)
                await processes.giveUpRemovedRuntime()
            }
        }
        return app
    }

    /// Removes an app when its processes have ended.
    ///
    /// - Throws: ``FailureCode/notFound``, ``FailureCode/unavailable`` when the broker ends first, ``RegistryError``.
    func uninstall(_ identifier: BundleIdentifier) async throws {
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
        await processes.giveUpRemovedRuntime()
    }

    /// Says whether an extension is offered.
    ///
    /// - Parameter isFirst: whether it comes before all others in listings.
    /// - Returns: the copies of the extension.
    /// - Throws: ``FailureCode/notFound``, ``RegistryError``.
    func elect(_ election: Election, for identifier: BundleIdentifier, isFirst: Bool) async throws -> [InstalledAppex] {
        do {
            try await registry.elect(election, for: identifier, isFirst: isFirst)
        } catch let error as RegistryError where error.code == .notInstalled {
            throw RemoteFailure(unknown: identifier, among: registry.index)
        }
        await giveUpOutdated()
        return registry.index.copies(of: identifier)
    }

    /// The copy of an extension that hosts are offered.
    ///
    /// - Throws: ``RemoteFailure`` that says why there is none.
    func offered(_ identifier: BundleIdentifier) throws(RemoteFailure) -> InstalledAppex {
        try Offers(index: registry.index).appex(identifier, systemVersion: registry.systemVersion)
    }

    /// The copy of an extension, or the program of an app, that may be started, once the device is in order, and the version
    /// of its app.
    ///
    /// - Throws: ``RemoteFailure`` that says why there is none, ``RegistryError``.
    func launchable(_ identifier: BundleIdentifier) async throws -> (appex: InstalledAppex, appVersion: String?) {
        try await registry.recover()
        let appex = try Offers(index: registry.index).program(identifier, systemVersion: registry.systemVersion)
        return (appex, registry.index.app(appex.appIdentifier)?.shortVersion)
    }

    /// Kills the processes that were started in advance for versions and copies that are no longer offered.
    private func giveUpOutdated() async {
        let offers = Offers(index: registry.index)
        let systemVersion = registry.systemVersion
        await processes.giveUpParked { parked in
            let offered = try? offers.program(parked.bundleIdentifier, systemVersion: systemVersion)
            return offered?.bundlePath != parked.bundlePath
        }
    }
}
