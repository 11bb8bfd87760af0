import AppexModel

/// A fault that a test injects into a request from outside the extension.
package enum InjectedFault: Sendable, Hashable {
    /// An action that is performed once, when the request reaches a point.
    case action(Action, at: Point)
    /// Every load of the extension is answered later by this time.
    case slowLoad(Duration)

    /// The action of a fault. After it, no message of the extension is accepted.
    package enum Action: String, Sendable, CaseIterable {
        /// The extension's process gets SIGSEGV.
        case crash
        /// The extension's process gets SIGKILL.
        case kill
        /// The extension's process is treated as one that exceeds its memory limit.
        case outOfMemory = "oom"
        /// The extension's process keeps running, but none of its messages is accepted.
        case hang
        /// The extension's process gets SIGSTOP.
        case suspend
        /// The connection between host and extension is closed.
        case dropConnection = "drop-connection"
        /// The device's launcher gets SIGKILL.
        case launcherKill = "launcher-kill"
        /// The device's broker gets SIGKILL.
        case brokerKill = "broker-kill"
    }

    /// The point of a request at which a fault takes effect, in the order in which a request reaches them.
    package enum Point: Sendable, Hashable {
        /// After the process has started and before the request is sent to it. A process that hangs or is suspended is
        /// sent the request afterwards.
        case beginRequest
        /// When the extension loads an attachment for the n-th time, from 1. The load is not answered.
        case load(Int)
        /// When the extension completes or cancels the request, which is not accepted.
        case complete
    }
}

extension InjectedFault: CustomStringConvertible {
    /// The text that ``init(parsing:)`` accepts.
    package var description: String {
        switch self {
        // Own text: a number.
        case .slowLoad(let delay): "slow-load:\(delay / .milliseconds(1))ms".replacing(".0ms", with: "ms")
        case .action(let action, .beginRequest): "\(action.rawValue)@beginRequest"
        case .action(let action, .load(let number)): "\(action.rawValue)@load:\(number)"
        case .action(let action, .complete): "\(action.rawValue)@complete"
        }
    }
}

/// Reports that a text is not a fault, and lists the accepted forms.
package struct FaultSyntaxError: Error, Sendable, CustomStringConvertible {
    package let description: String

    fileprivate init(_ text: String) {
        description = "\"\(text)\" is not a fault: write \(InjectedFault.grammar)."
    }
}

extension InjectedFault {
    /// The highest number of a load and the longest delay that are accepted.
    private static let loadLimit = 1_000_000
    private static let delayLimit = Duration.seconds(3600)

    /// The accepted forms of a fault, as the end of a sentence.
    package static let grammar =
        Action.allCases.map(\.rawValue).joined(separator: ", ")
        + " - each alone, or followed by @beginRequest, @load, @load:NUMBER or @complete - or slow-load:TIME, as in"
        + " slow-load:100ms or slow-load:2s"

    /// Parses a fault, such as `crash`, `kill@load:2` or `slow-load:100ms`. The default point is `@beginRequest`.
    ///
    /// - Throws: ``FaultSyntaxError`` for any other text, a load above 1,000,000 or a delay above one hour.
    package init(parsing text: String) throws(FaultSyntaxError) {
        if let delay = text.removingPrefix("slow-load:") {
            guard let delay = Self.delay(delay) else { throw FaultSyntaxError(text) }
            self = .slowLoad(delay)
            return
        }
        let parts = text.parts(at: "@", atMost: 1, keepsEmpty: true)
        guard let action = Action(rawValue: String(parts[0])),
            let point = parts.count == 1 ? .beginRequest : Self.point(parts[1])
        else { throw FaultSyntaxError(text) }
        self = .action(action, at: point)
    }

    private static func point(_ text: Substring) -> Point? {
        switch text {
        case "beginRequest": return .beginRequest
        case "load": return .load(1)
        case "complete": return .complete
        default:
            guard let number = text.removingPrefix("load:").flatMap({ Int($0) }), (1...loadLimit).contains(number)
            else { return nil }
            return .load(number)
        }
    }

    private static func delay(_ text: Substring) -> Duration? {
        let isMilliseconds = text.ends(with: "ms")
        guard text.ends(with: "s"), let number = Int(text.dropLast(isMilliseconds ? 2 : 1)),
            (0...Int(delayLimit / .milliseconds(1))).contains(number)
        else { return nil }
        let delay: Duration = isMilliseconds ? .milliseconds(number) : .seconds(number)
        return delay <= delayLimit ? delay : nil
    }
}

extension StringProtocol {
    /// The text after a prefix; nil if the text does not begin with it.
    fileprivate func removingPrefix(_ prefix: String) -> SubSequence? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
