import OpenExtensionKit

/// A failure that a test injects into a request from outside, without changing the extension.
///
/// It takes effect at a point that the host observes, before anything else happens there, and from then on nothing of
/// what the extension sends is accepted: the host's result does not depend on timing.
public struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// When a fault takes effect.
    public struct Point: Sendable, Hashable {
        fileprivate let point: InjectedFault.Point

        /// After the extension's process has started and before it receives the request.
        public static let beginRequest = Point(point: .beginRequest)
        /// When the extension completes or cancels the request.
        public static let complete = Point(point: .complete)

        /// When the extension loads an attachment for the n-th time, which it does not receive.
        ///
        /// - Parameter number: from 1; a smaller number counts as 1.
        public static func load(_ number: Int) -> Point { Point(point: .load(max(1, number))) }
    }

    let injected: InjectedFault

    private init(_ action: InjectedFault.Action, _ point: Point) {
        injected = .action(action, at: point.point)
    }

    /// The extension crashes: its process gets SIGSEGV. The host's error is `died`, with a report.
    public static func crash(at point: Point = .beginRequest) -> Fault { Fault(.crash, point) }

    /// The extension is killed, as the kernel does when the machine runs out of memory. The host's error is `died`,
    /// with a report.
    public static func kill(at point: Point = .beginRequest) -> Fault { Fault(.kill, point) }

    /// The extension exceeds its memory limit and is ended. The host's error is `died`, with a report.
    public static func outOfMemory(at point: Point = .beginRequest) -> Fault { Fault(.outOfMemory, point) }

    /// The extension keeps running but nothing it sends arrives. The host's error is `timedOut`, with a report.
    public static func hang(at point: Point = .beginRequest) -> Fault { Fault(.hang, point) }

    /// The extension's process is stopped with SIGSTOP. The host's error is `timedOut`, with a report.
    public static func suspend(at point: Point = .beginRequest) -> Fault { Fault(.suspend, point) }

    /// The connection between host and extension breaks. The host's error is `died`, with a report.
    public static func dropConnection(at point: Point = .beginRequest) -> Fault { Fault(.dropConnection, point) }

    /// The device's launcher is killed, which ends every extension. The host's error is `died`, with a report.
    public static func killLauncher(at point: Point = .beginRequest) -> Fault { Fault(.launcherKill, point) }

    /// The device's broker is killed, which ends every extension. The host's error is `died`, without a report, because
    /// the broker writes them.
    public static func killBroker(at point: Point = .beginRequest) -> Fault { Fault(.brokerKill, point) }

    /// Every attachment that the extension loads is delayed.
    public static func slowLoad(by delay: Duration) -> Fault { Fault(injected: .slowLoad(delay)) }

    private init(injected: InjectedFault) {
        self.injected = injected
    }

    /// The fault as `appex run --fault` accepts it.
    public var description: String { injected.description }
}
