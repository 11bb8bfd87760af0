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
}
