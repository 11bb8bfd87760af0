import AppexModel
import AppexRuntimes
import Dispatch
import SystemPackage

/// Checks the files of shared runtimes before they are executed, one after the other: a check that reads all of them records
/// that, and those that have waited for it look at the attributes only.
///
/// On a queue of its own, because a file system may be slow or not answer: that holds up launches with a runtime, which have a
/// deadline, and nothing else.
struct RuntimeChecks: Sendable {
    private let layout: DeviceLayout
    private let queue = DispatchQueue(label: "runtime checks")

    /// - Parameter layout: the device, where it is recorded what has been checked.
    init(layout: DeviceLayout) {
        self.layout = layout
    }

    /// Checks that the files of a runtime are those that were built. Is not cancelled.
    ///
    /// - Returns: the attributes of the files, which differ after any of them has been changed.
    /// - Throws: ``RuntimeError``.
    func check(_ runtime: FilePath) async throws(RuntimeError) -> [UInt8] {
        let result = await withCheckedContinuation { continuation in
            queue.async { [layout] in
                continuation.resume(
                    returning: Result { () throws(RuntimeError) in
                        try RuntimeSeal.check(runtime, recordedIn: layout)
                    })
            }
        }
        return try result.get()
    }
}
