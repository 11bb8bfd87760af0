package import AppexWire

/// The messages between the broker and an extension process, on the socket that the process inherits at launch. The
/// socket itself is the process's identity; no message says who the sender is.
///
/// The extension trusts the broker. The broker trusts nothing that comes from the extension: it accepts only answers to
/// its own requests.
package enum ControlInterface {
    /// The descriptor number at which an extension process finds its control socket.
    package static let descriptor: Int32 = 3

    /// The environment variable that tells an extension its limits: `name=value` for each limit, separated by spaces,
    /// in bytes, milliseconds or counts.
    package static let limitsVariable = "APPEX_LIMITS"

    /// The beginning of the environment variables that tell an extension where the containers of its groups are: the rest of
    /// the name is the group's identifier, and the value is the path.
    package static let groupVariablePrefix = "APPEX_GROUP_"

    /// A host opens a session with the extension. The event carries one descriptor: the extension's end of the
    /// session's socket.
    ///
    /// - Direction: broker to extension, any number of times. The event is not answered.
    package struct OpenSession: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x201
        /// The broker's number for the session, unique to the process.
        package var session: UInt64

        /// Creates the event, to be sent with the descriptor.
        package init(session: UInt64) { self.session = session }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .u64)
        }
    }

    /// No session uses the process any more, and it is about to be frozen. The extension replies when no completion
    /// handler and no expiring activity is running.
    ///
    /// - Direction: broker to extension, when the last session has ended. The next ``OpenSession`` withdraws it.
    /// - Trust: a failure counts as a reply. If nothing comes in time, the broker sends ``Expire``.
    package struct WillSuspend: WireRequest, EmptyRecord {
        /// An empty reply: the process may be frozen.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x202

        /// Creates the request, which has no fields.
        package init() {}
    }

    /// The time for work after the last session is up, and what still runs has to stop. The extension replies when no
    /// completion handler is running. If one goes on, the broker ends the process; an expiring activity that goes on is
    /// frozen.
    ///
    /// - Direction: broker to extension, at most once after each ``WillSuspend``, while that is unanswered.
    package struct Expire: WireRequest, EmptyRecord {
        /// An empty reply: no completion handler is running.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x203

        /// Creates the request, which has no fields.
        package init() {}
    }
}
