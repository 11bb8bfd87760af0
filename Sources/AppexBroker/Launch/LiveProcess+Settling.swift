import AppexSystem
import AppexWire

extension LiveProcess {
    /// The time between the end of the last session and the freezing of the process.
    struct Settling {
        /// Tells this time from earlier ones, to which late answers belong.
        let round: UInt64
        /// The time after which the next step is taken, whatever the extension says.
        var timer: EventLoop.Token?
        /// The question that it has not answered; whatever it answers later counts no more.
        var question: UInt64 = 0
        /// Whether it may be frozen as soon as it is known to run.
        var isOver = false
        /// Whether it says that no completion handler is running any more.
        var handlersHaveEnded = false

        /// What happens in the meantime.
        enum Step {
            /// The extension says that nothing is running that it has asked not to be frozen in.
            case ready
            /// It says that no completion handler is running.
            case handlersEnded
            case backgroundTimeOver
            case graceTimeOver
        }
    }
}
