package import AppexWire

/// What the broker and an extension process say to each other on the socket that the process is
/// born with. The socket is the process's identity; it never says who it is.
package enum ControlInterface {
    /// The number under which an extension process finds this socket.
    package static let descriptor: Int32 = 3

    /// The variable of an extension's environment in which its limits are: `name=value` of each, in bytes, milliseconds
    /// or pieces, with a space between.
    package static let limitsVariable = "APPEX_LIMITS"

    /// A host wants something; the one descriptor beside it is the session's socket.
    ///
    /// - Direction: broker to extension. Order: any number of times.
    package struct OpenSession: WireMessage {
        package static let code: UInt16 = 0x201
        package var session: UInt64

        package init(session: UInt64) { self.session = session }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(session) }
        package init(from decoder: inout WireDecoder) throws(WireError) { session = try decoder.integer() }
    }

    /// No host uses the process any more, and it is about to be frozen. Answered as soon as nothing is running that it
    /// has asked not to be frozen in: no completion handler and no expiring activity.
    ///
    /// - Direction: broker to extension. Order: when the last session has been given back. The next ``OpenSession``
    ///   takes it back.
    package struct WillSuspend: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x202

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }

    /// The time of what is still running is over: it is to be told to stop. Answered as soon as no completion handler
    /// is running; one that goes on costs the process its life, where an expiring activity is only frozen.
    ///
    /// - Direction: broker to extension. Order: at most once after each ``WillSuspend``, while that is unanswered.
    package struct Expire: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x203

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }
}
