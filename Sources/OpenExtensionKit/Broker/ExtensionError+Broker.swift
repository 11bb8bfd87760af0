import AppexProtocol
package import AppexWire

extension ExtensionError {
    /// Translates an error of a call to the broker: its refusal keeps its code, everything else is
    /// ``ExtensionError/Code/brokerUnavailable`` or, for a request beyond the protocol's limits,
    /// ``ExtensionError/Code/refused``.
    package init(_ error: WireError) {
        switch error {
        case .remote(let failure): self.init(failure)
        case .tooLarge(let what, let limit):
            self.init(.refused, "Cannot ask the broker: the limit for \(what) is \(limit).", underlying: error)
        default: self.init(.brokerUnavailable, "The broker did not answer: \(error).", underlying: error)
        }
    }

    /// Translates a failure that the broker sent. A code that is unknown here becomes ``ExtensionError/Code/refused``.
    ///
    /// - Parameter interrupted: the code for a process that has been interrupted; see ``isInterrupted``.
    package init(_ failure: RemoteFailure, interrupted: Code = .died) {
        let code: Code =
            switch failure.code {
            case FailureCode.interrupted: interrupted
            case FailureCode.notFound: .notFound
            case FailureCode.couldNotStart: .couldNotStart
            case FailureCode.died: .died
            case FailureCode.timedOut: .timedOut
            case FailureCode.crashedRepeatedly: .crashedRepeatedly
            case FailureCode.unavailable: .brokerUnavailable
            default: .refused
            }
        let cause = failure.code == FailureCode.interrupted ? failure : nil
        self.init(code, failure.message, underlying: cause, report: failure.report)
    }

    /// Whether the process ended, or was not started, because the launcher ended or the app was updated. Another attempt
    /// may succeed.
    var isInterrupted: Bool { (underlying as? RemoteFailure)?.code == FailureCode.interrupted }
}
