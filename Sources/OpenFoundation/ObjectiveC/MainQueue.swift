import Foundation
import Synchronization

/// The queue of the main thread.
package enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let marked: Void = DispatchQueue.main.setSpecific(key: key, value: true)
    /// The last thread that was found to be the main one.
    private static let known = Atomic<UInt>(0)

    /// Whether this is the main thread, or the thread that runs the main queue in a program without a main run loop.
    package static var isCurrent: Bool {
        let thread = UInt(pthread_self())
        if known.load(ordering: .relaxed) == thread { return true }
        marked
        guard Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true else { return false }
        known.store(thread, ordering: .relaxed)
        return true
    }
}
