import Foundation
import Synchronization

/// The queue of the main thread.
package enum MainQueue {
    private static let key = DispatchSpecificKey<Bool>()
    private static let marked: Void = DispatchQueue.main.setSpecific(key: key, value: true)
    /// The main thread, after it was found. The thread that runs the main queue in a program without a main run loop is not
    /// kept, because it may end and another thread get its identifier.
    private static let known = Atomic<UInt>(0)

    /// Whether this is the main thread, or the thread that runs the main queue in a program without a main run loop.
    package static var isCurrent: Bool {
        let thread = UInt(pthread_self())
        if known.load(ordering: .relaxed) == thread { return true }
        marked
        guard Thread.isMainThread else { return DispatchQueue.getSpecific(key: key) == true }
        known.store(thread, ordering: .relaxed)
        return true
    }
}
