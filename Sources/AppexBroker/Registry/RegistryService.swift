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

    package init(store: RegistryStore) {
        self.store = store
    }

    package func install(_ path: FilePath) async throws -> InstalledApp {
        try await perform { try $0.install(appAt: path) }
    }

    package func uninstall(_ identifier: BundleIdentifier) async throws {
        try await perform { try $0.uninstall(identifier) }
    }

    /// What is installed, from memory.
    package nonisolated func apps() -> [InstalledApp] { store.apps() }

    /// One extension, from memory.
    package nonisolated func appex(_ identifier: BundleIdentifier) -> InstalledAppex? { store.appex(identifier) }

    /// The app that carries an extension, from memory.
    package nonisolated func app(_ identifier: BundleIdentifier) -> InstalledApp? { store.app(identifier) }

    private func perform<Value: Sendable>(_ body: @escaping @Sendable (RegistryStore) throws -> Value) async throws
        -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in continuation.resume(with: Result { try body(store) }) }
        }
    }
}
