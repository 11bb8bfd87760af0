import OpenExtensionKit

/// Something that a test makes go wrong with a request, from outside the extension, which is not changed for it.
///
/// It comes about at a point that the host sees, before anything else happens there, and from then on nothing of what
/// the extension says is taken: what the host gets does not depend on how fast anybody is.
public struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// When a fault comes about.
    public struct Point: Sendable, Hashable {
        fileprivate let point: InjectedFault.Point

        /// Before the extension's process, which has been started, hears of the request.
        public static let beginRequest = Point(point: .beginRequest)
        /// When the extension completes or cancels the request.
        public static let complete = Point(point: .complete)

        /// When the extension loads attachments for the n-th time; it does not get it.
        ///
        /// - Parameter number: from 1; less counts as 1.
        public static func load(_ number: Int) -> Point { Point(point: .load(max(1, number))) }
    }

    let injected: InjectedFault

    private init(_ action: InjectedFault.Action, _ point: Point) {
        injected = .action(action, at: point.point)
    }

    /// The extension crashes: its process gets SIGSEGV. The host's error is `died`, with a report.
    public static func crash(at point: Point = .beginRequest) -> Fault { Fault(.crash, point) }

    /// The extension is killed, as the machine does when all of its memory runs out. The host's error is `died`, with a report.
    public static func kill(at point: Point = .beginRequest) -> Fault { Fault(.kill, point) }

    /// The extension has used all the memory that its limits allow, and is ended. The host's error is `died`, with a
    /// report.
    public static func outOfMemory(at point: Point = .beginRequest) -> Fault { Fault(.oom, point) }

    /// The extension runs on and is not heard any more. The host's error is `timedOut`, with a report.
    public static func hang(at point: Point = .beginRequest) -> Fault { Fault(.hang, point) }

    /// The extension's process is stopped as by SIGSTOP. The host's error is `timedOut`, with a report.
    public static func suspend(at point: Point = .beginRequest) -> Fault { Fault(.suspend, point) }

    /// The connection between host and extension ends. The host's error is `died`, with a report.
    public static func dropConnection(at point: Point = .beginRequest) -> Fault { Fault(.dropConnection, point) }

    /// The device's launcher is killed, and every extension ends. The host's error is `died`, with a report.
    public static func killLauncher(at point: Point = .beginRequest) -> Fault { Fault(.launcherKill, point) }

    /// The device's broker is killed, and every extension ends. The host's error is `died`, and nobody is left to
    /// write a report.
    public static func killBroker(at point: Point = .beginRequest) -> Fault { Fault(.brokerKill, point) }

    /// Every attachment that the extension loads comes so much later.
    public static func slowLoad(by delay: Duration) -> Fault { Fault(injected: .slowLoad(delay)) }

    private init(injected: InjectedFault) {
        self.injected = injected
    }

    /// As `appex run --fault` takes it.
    public var description: String { injected.description }
}
