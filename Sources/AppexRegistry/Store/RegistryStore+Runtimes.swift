package import AppexModel
import AppexRuntimes
import Logging

extension RegistryStore {
    /// Removes the device's own runtimes that an app needed which has gone, unless another app needs them. It does not wait for another
    /// process that changes the runtimes. A failure is logged: the app has gone all the same, and `appex runtime remove --unused` tries again.
    ///
    /// - Parameter runtimes: the runtimes that the app needed.
    package func removeUnused(_ runtimes: Set<RuntimeIdentifier>) {
        guard !runtimes.isEmpty else { return }
        do throws(RuntimeError) {
            try RuntimeStore(layout: layout).discardUnused(runtimes, waits: false)
        } catch {
            logger.warning("a runtime that no app needs was kept", metadata: ["reason": "\(error)"])
        }
    }
}
