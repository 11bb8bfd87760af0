import AppexRegistry
import Dispatch
import Logging
import Synchronization
import SystemPackage

/// Empties the temporary folders of extensions that have ended. Nothing else removes what an extension leaves there when
/// it is killed.
///
/// Work on one container is done in the order in which it was asked for; that on several goes on at
/// the same time, since an extension may have left a folder that takes long to empty.
final class TemporaryFolders: Sendable {
    private struct State {
        var next: UInt64 = 1
        /// The last piece of work on each container.
        var last: [FilePath: (number: UInt64, task: Task<Void, Never>)] = [:]
    }

    private let log: Logger
    /// Called whenever the work on a container is done.
    private let changed: @Sendable () -> Void
    private let state = Mutex(State())

    init(log: Logger, changed: @escaping @Sendable () -> Void) {
        self.log = log
        self.changed = changed
    }

    /// Whether any folder is being emptied.
    var isBusy: Bool { state.withLock { !$0.last.isEmpty } }

    /// Empties the temporary folder of a container, and makes it when it is missing.
    ///
    /// - Returns: the work, for those who have to wait for it.
    @discardableResult
    func empty(_ container: FilePath) -> Task<Void, Never> {
        state.withLock { state in
            let number = state.next
            state.next += 1
            let earlier = state.last[container]?.task
            let task = Task {
                await earlier?.value
                await self.work(container)
                self.finish(container, number)
            }
            state.last[container] = (number, task)
            return task
        }
    }

    /// File work blocks, so it does not run on a thread of Swift's pool.
    private func work(_ container: FilePath) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { [log] in
                do throws(RegistryError) {
                    try TemporaryFolder.empty(inContainer: container)
                } catch {
                    log.warning("temporary files stay behind", metadata: ["reason": "\(error)"])
                }
                continuation.resume()
            }
        }
    }

    private func finish(_ container: FilePath, _ number: UInt64) {
        state.withLock { state in
            if state.last[container]?.number == number { state.last[container] = nil }
        }
        changed()
    }
}
