package import AppexModel
package import AppexRegistry
import Dispatch
package import SystemPackage

/// The registry of the device, one operation at a time.
///
/// The store works with files and blocks, so it runs on a queue of its own and not on the threads
/// of Swift's pool.
package actor RegistryService {
    private let store: RegistryStore
    private let queue = DispatchQueue(label: "registry")
    private let changed: AsyncStream<Void>.Continuation

    /// An element after each change. Changes that come before the element is taken share one. For one reader.
    package nonisolated let changes: AsyncStream<Void>

    /// - Parameter store: used by this service alone from now on.
    package init(store: RegistryStore) {
        self.store = store
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The version of the system that the device stands for.
    package nonisolated var systemVersion: String { store.systemVersion }

    /// Installs or updates the app at a path.
    ///
    /// - Throws: ``RegistryError``; then nothing has changed.
    package func install(_ path: FilePath) async throws -> InstalledApp {
        try await change { try $0.install(appAt: path) }
    }

    /// Removes an app with its extensions and their data.
    ///
    /// - Throws: ``RegistryError``.
    package func uninstall(_ identifier: BundleIdentifier) async throws {
        try await change { try $0.uninstall(identifier) }
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

    private func change<Value: Sendable>(_ body: @escaping @Sendable (RegistryStore) throws -> Value) async throws
        -> Value
    {
        defer { changed.yield() }
        return try await perform(body)
    }

    private func perform<Value: Sendable>(_ body: @escaping @Sendable (RegistryStore) throws -> Value) async throws
        -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in continuation.resume(with: Result { try body(store) }) }
        }
    }
}
