package import AppexModel
package import AppexRegistry
import AppexRuntimes
package import AppexSigning
import AppexSystem
import Dispatch
import Glibc
import Synchronization
package import SystemPackage

/// The registry of the device, one operation at a time.
///
/// The store works with files and blocks, so it runs on a queue of its own and not on the threads
/// of Swift's pool.
package actor RegistryService {
    private let store: RegistryStore
    private let queue = DispatchQueue(label: "registry")
    private let changed: AsyncStream<Void>.Continuation
    private let operations = Atomic(0)
    private let finished: @Sendable () -> Void

    /// An element after each change. Changes that come before the element is taken share one. For one reader.
    package nonisolated let changes: AsyncStream<Void>

    /// - Parameter store: used by this service alone from now on.
    /// - Parameter finished: called when the last operation has finished.
    package init(store: RegistryStore, finished: @escaping @Sendable () -> Void = {}) {
        self.store = store
        self.finished = finished
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The version of the system that the device stands for.
    package nonisolated var systemVersion: String { store.systemVersion }

    /// Reads and verifies the signature of an app that is about to be installed.
    ///
    /// - Parameter acceptsUntrusted: whether the app may be signed by anybody, or not at all.
    /// - Returns: nil for an app that is not signed.
    /// - Throws: `SigningError`.
    func seal(of path: FilePath, acceptsUntrusted: Bool) async throws -> VerifiedSeal? {
        try await perform { store in
            do {
                return try VerifiedSeal(
                    SignatureFiles(of: path), trust: TrustList(in: store.layout.trust, acceptsAll: acceptsUntrusted))
            } catch let error as SigningError where error.code == .unsigned {
                // What is not an app at all is better described by the installation.
                guard acceptsUntrusted || !Self.isBundle(path) else { throw error }
                return nil
            }
        }
    }

    private static func isBundle(_ path: FilePath) -> Bool {
        var status = stat()
        guard path.extension == "app", path.withPlatformString({ stat($0, &status) }) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// Installs or updates the app at a path.
    ///
    /// - Parameter seal: the signature; nil for an app that is not signed.
    /// - Parameter replacing: whether an app of another signer, or a newer version, is replaced.
    /// - Returns: the app, and the containers that are no longer needed, which stay until ``discard(_:)``.
    /// - Throws: ``RegistryError``; then nothing has changed.
    package func install(
        _ path: FilePath, seal: VerifiedSeal?, replacing: Bool
    ) async throws -> (app: InstalledApp, superseded: [FilePath]) {
        try await change {
            var superseded: [FilePath] = []
            let app = try $0.install(appAt: path, seal: seal, replacing: replacing) { superseded = $0 }
            return (app, superseded)
        }
    }

    /// Removes a container that was kept when its app was updated, after the last process that saw it has ended.
    ///
    /// - Throws: ``RegistryError``.
    func discard(_ container: FilePath) async throws {
        try await perform { store in
            let app = (try? Folder(at: container).names(limit: 16))?.first { $0.extension == "app" }
            let needed = app.flatMap { try? RuntimeUse.runtimes(of: container.appending($0)) } ?? []
            try store.discard(container)
            store.removeUnused(needed)
        }
    }

    /// Removes an app with its extensions and their data.
    ///
    /// - Throws: ``RegistryError``.
    package func uninstall(_ identifier: BundleIdentifier) async throws {
        try await change { store in
            let app = store.app(identifier)
            let needed = [app?.runtime].compactMap(\.self) + (app?.extensions.compactMap(\.runtime) ?? [])
            try store.uninstall(identifier)
            store.removeUnused(Set(needed))
        }
    }

    /// Says for the user whether an extension is offered, and whether it comes first in listings.
    ///
    /// - Throws: ``RegistryError``.
    package func elect(_ election: Election, for identifier: BundleIdentifier, isFirst: Bool) async throws {
        try await change { try $0.elect(election, for: identifier, isFirst: isFirst) }
    }

    /// Removes what a broker that was killed has left behind. Every launch waits for it.
    ///
    /// - Throws: ``RegistryError``.
    package func recover() async throws {
        if store.hasRecovered { return }
        try await perform { try $0.recover() }
    }

    /// What is installed, from memory.
    package nonisolated var index: RegistryIndex { store.index }

    /// Whether no operation is in progress.
    nonisolated var isIdle: Bool { operations.load(ordering: .acquiring) == 0 }

    /// Performs work that changes the registry when something else has ended. It counts as an operation from the call, which
    /// returns before the work begins.
    nonisolated func performLater(_ work: @escaping @Sendable () async throws -> Void) {
        operations.add(1, ordering: .acquiringAndReleasing)
        Task {
            defer { endOperation() }
            try await work()
        }
    }

    private nonisolated func endOperation() {
        if operations.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { finished() }
    }

    private func change<Value: Sendable>(_ body: @escaping @Sendable (RegistryStore) throws -> Value) async throws
        -> Value
    {
        defer { changed.yield() }
        return try await perform(body)
    }

    private func perform<Value: Sendable>(_ body: @escaping @Sendable (RegistryStore) throws -> Value) async throws
        -> Value
    {
        operations.add(1, ordering: .acquiringAndReleasing)
        defer { endOperation() }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in continuation.resume(with: Result { try body(store) }) }
        }
    }
}
