import AppexProtocol
import AppexWire
public import Foundation
import Synchronization

/// A warning that memory is low: this process uses four fifths of its memory limit.
///
/// It is issued once, and again only after the process has used less in the meantime. A process that allocates memory very
/// quickly may be ended without a warning.
///
/// ## Difference from Apple
/// Apple has `UIViewController.didReceiveMemoryWarning()` and
/// `DispatchSource.makeMemoryPressureSource(eventMask:queue:)`, which refer to the memory of the whole machine.
public struct MemoryWarning: Sendable, Hashable {
    /// The private memory of the process when the broker measured it, in bytes.
    public let usedMemory: UInt64
    /// The memory limit of the process in bytes.
    public let memoryLimit: UInt64
}

/// A principal object that is informed when memory is low.
///
/// ## Difference from Apple
/// Apple has this method on `UIViewController`.
public protocol NSExtensionMemoryWarningHandling: NSExtensionRequestHandling {
    /// Called on the main thread, for each open request, when memory is low. An implementation releases objects that can be
    /// created again.
    func didReceiveMemoryWarning()
}

extension NSNotification.Name {
    /// Posted when memory is low: to the default center, on the main thread, with `ProcessInfo.processInfo` as the object
    /// and no `userInfo`.
    ///
    /// ## Difference from Apple
    /// The name is specific to OpenExtensionKit. UIKit has `UIApplication.didReceiveMemoryWarningNotification`, which is
    /// not available to extensions.
    public static let NSExtensionDidReceiveMemoryWarning = NSNotification.Name(
        "NSExtensionDidReceiveMemoryWarningNotification")
}

extension ProcessInfo {
    /// A stream of the memory warnings from now on. A slow reader receives only the newest one. The stream does not end by
    /// itself.
    ///
    /// ## Difference from Apple
    /// Apple has no such sequence.
    public var memoryWarnings: AsyncStream<MemoryWarning> { MemoryWarnings.shared.stream() }
}

/// Distributes memory warnings.
final class MemoryWarnings: Sendable {
    static let shared = MemoryWarnings()

    private struct State {
        var next: UInt64 = 0
        var readers: [UInt64: AsyncStream<MemoryWarning>.Continuation] = [:]
    }

    private let state = Mutex(State())

    func stream() -> AsyncStream<MemoryWarning> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: MemoryWarning.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.readers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { _ in
            _ = self.state.withLock { $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Distributes a warning of the broker. An invalid message is ignored.
    ///
    /// - Parameter principals: called on the main thread, after the observers of the notification.
    func announce(_ body: [UInt8], _ principals: @escaping @MainActor @Sendable () -> Void) {
        guard let message = try? ControlInterface.MemoryWarning(wireBytes: body) else { return }
        let warning = MemoryWarning(usedMemory: message.used, memoryLimit: message.limit)
        DispatchQueue.main.async {
            NotificationCenter.default.post(name: .NSExtensionDidReceiveMemoryWarning, object: ProcessInfo.processInfo)
            MainActor.assumeIsolated { principals() }
        }
        // Afterwards, so that readers who enqueue work on the main thread come after the observers.
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(warning) }
    }
}
