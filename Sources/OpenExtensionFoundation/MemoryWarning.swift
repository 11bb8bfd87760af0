import AppexProtocol
import AppexWire
public import Foundation
import Synchronization

/// That this process has little memory left: it uses four fifths of what it may have.
///
/// It comes once, and again only after the process has used less meanwhile. A process that takes memory faster than
/// anybody can look is ended without one.
///
/// ## Difference from Apple
/// The nearest there is are `UIViewController.didReceiveMemoryWarning()` and
/// `DispatchSource.makeMemoryPressureSource(eventMask:queue:)`, which speak of the whole machine's memory.
public struct MemoryWarning: Sendable, Hashable {
    /// Bytes that the process used when the broker looked.
    public let usedMemory: UInt64
    /// Bytes that it may use.
    public let memoryLimit: UInt64
}

/// A principal object that wants to hear when memory gets little.
///
/// ## Difference from Apple
/// Apple has this method on `UIViewController`.
public protocol NSExtensionMemoryWarningHandling: NSExtensionRequestHandling {
    /// Gives up what can be made again. Called on the main thread, for each request that is open.
    func didReceiveMemoryWarning()
}

extension NSNotification.Name {
    /// Memory gets little. Posted to the default center on the main thread, with `ProcessInfo.processInfo` as the object
    /// and no `userInfo`.
    ///
    /// ## Difference from Apple
    /// The name is ours; UIKit's is `UIApplication.didReceiveMemoryWarningNotification`, which extensions may not use.
    public static let NSExtensionDidReceiveMemoryWarning = NSNotification.Name(
        "NSExtensionDidReceiveMemoryWarningNotification")
}

extension ProcessInfo {
    /// The warnings from now on. A reader that is slow gets the newest one. Ends never by itself.
    ///
    /// ## Difference from Apple
    /// Apple has no such sequence.
    public var memoryWarnings: AsyncStream<MemoryWarning> { MemoryWarnings.shared.stream() }
}

/// Those who wait for warnings.
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

    /// Passes a message of the broker on; one that cannot be read is the broker's mistake and is left out.
    ///
    /// - Parameter principals: called on the main thread, after whoever listens to the notification.
    func announce(_ body: [UInt8], _ principals: @escaping @MainActor @Sendable () -> Void) {
        guard let message = try? ControlInterface.MemoryWarning(wireBytes: body) else { return }
        let warning = MemoryWarning(usedMemory: message.used, memoryLimit: message.limit)
        DispatchQueue.main.async {
            NotificationCenter.default.post(name: .NSExtensionDidReceiveMemoryWarning, object: ProcessInfo.processInfo)
            MainActor.assumeIsolated { principals() }
        }
        // Afterwards, so that whoever reads it and goes to the main thread comes behind those above.
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(warning) }
    }
}
