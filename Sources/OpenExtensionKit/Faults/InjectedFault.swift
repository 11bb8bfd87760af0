/// Something that is made to go wrong with a request, from outside the extension.
package enum InjectedFault: Sendable, Hashable {
    /// What happens, once, when the request comes to a point.
    case action(Action, at: Point)
    /// Every load of the extension is answered so much later.
    case slowLoad(Duration)

    /// What is done. From then on nothing of what the extension says is taken.
    package enum Action: String, Sendable, CaseIterable {
        /// The extension's process gets SIGSEGV.
        case crash
        /// The extension's process gets SIGKILL.
        case kill
        /// The extension's process has used all the memory that it may.
        case oom
        /// The extension's process runs on and is not heard any more.
        case hang
        /// The extension's process gets SIGSTOP.
        case suspend
        /// The connection between host and extension ends.
        case dropConnection = "drop-connection"
        /// The device's launcher gets SIGKILL.
        case launcherKill = "launcher-kill"
        /// The device's broker gets SIGKILL.
        case brokerKill = "broker-kill"
    }

    /// When it is done, in the order of a request.
    package enum Point: Sendable, Hashable {
        /// Before the request is handed to the process, which has been started. A process that runs on or is stopped
        /// is handed it afterwards.
        case beginRequest
        /// When the extension asks for an attachment for the n-th time, from 1. It does not get it.
        case load(Int)
        /// When the extension completes or cancels the request, which is not taken.
        case complete
    }
}

extension InjectedFault: CustomStringConvertible {
    /// As it is written for ``init(parsing:)``.
    package var description: String {
        switch self {
        case .slowLoad(let delay): "slow-load:\(delay / .milliseconds(1))ms".replacing(".0ms", with: "ms")
        case .action(let action, .beginRequest): "\(action.rawValue)@beginRequest"
        case .action(let action, .load(let number)): "\(action.rawValue)@load:\(number)"
        case .action(let action, .complete): "\(action.rawValue)@complete"
        }
    }
}

/// Why a text is no fault, with those that are.
package struct FaultSyntaxError: Error, Sendable, CustomStringConvertible {
    package let description: String

    fileprivate init(_ text: String) {
        description = "\"\(text)\" is no fault: write \(InjectedFault.grammar)."
    }
}

extension InjectedFault {
    /// The most loads and the longest delay that can be named; enough for any test.
    private static let loadLimit = 1_000_000
    private static let delayLimit = Duration.seconds(3600)

    /// What can be written, as the end of a sentence.
    package static let grammar =
        Action.allCases.map(\.rawValue).joined(separator: ", ")
        + " - each alone, or followed by @beginRequest, @load, @load:NUMBER or @complete - or slow-load:TIME, as in"
        + " slow-load:100ms or slow-load:2s"

    /// Reads a fault as in `crash`, `kill@load:2` or `slow-load:100ms`. Without a point it is `@beginRequest`.
    package init(parsing text: String) throws(FaultSyntaxError) {
        if let delay = text.removingPrefix("slow-load:") {
            guard let delay = Self.delay(delay) else { throw FaultSyntaxError(text) }
            self = .slowLoad(delay)
            return
        }
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
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
        let isMilliseconds = text.hasSuffix("ms")
        guard text.hasSuffix("s"), let number = Int(text.dropLast(isMilliseconds ? 2 : 1)),
            (0...Int(delayLimit / .milliseconds(1))).contains(number)
        else { return nil }
        let delay: Duration = isMilliseconds ? .milliseconds(number) : .seconds(number)
        return delay <= delayLimit ? delay : nil
    }
}

extension StringProtocol {
    /// What is behind a prefix; nil without it.
    fileprivate func removingPrefix(_ prefix: String) -> SubSequence? {
        hasPrefix(prefix) ? dropFirst(prefix.count) : nil
    }
}
