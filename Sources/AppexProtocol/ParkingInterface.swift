package import AppexWire

extension BrokerInterface {
    /// Starts an extension ahead of need: its process is loaded and sandboxed, and has a session on which no request
    /// has begun. The reply carries one descriptor, the client's end of the session's socket, exactly when it has a
    /// session.
    ///
    /// No other client joins the process before ``Use``. The broker may end a parked session at any time and says so
    /// with ``Died``.
    ///
    /// - Direction: client to broker. The broker keeps a bounded number of parked processes for each client and for the
    ///   device, and ends the oldest beyond it. Failures are those of ``Open``.
    package struct Park: WireRequest, WireRecord {
        /// The session, if one was opened.
        package typealias Reply = Parked
        /// The message code on the wire.
        package static let code: UInt16 = 0x118
        /// The extension's bundle identifier.
        package var identifier: String

        /// Creates a request to start an extension ahead of need.
        package init(identifier: String) { self.identifier = identifier }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            identifier = try field(\.identifier, .string)
        }
    }

    /// The reply to ``Park``.
    package struct Parked: WireRecord, Sendable, Equatable {
        /// The number of the session, unique to this client's connection. It is nil if no process was started because a
        /// running one can be joined, because the client has already parked this extension, or because memory is short.
        package var session: UInt64?

        /// Creates a reply.
        package init(session: UInt64?) { self.session = session }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .optional(.u64))
        }
    }

    /// The client begins a request on a parked session, which is an ordinary session from then on.
    ///
    /// - Direction: client to broker, once for each parked session, before ``Answered`` and ``Close``. The broker
    ///   ignores a session that is unknown or no longer parked, because it may just have ended it.
    package struct Use: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x119
        /// The session, from ``Parked``.
        package var session: UInt64
        /// What the client is about to hand over; see ``Open/summary``.
        package var summary: RequestSummary

        /// Creates the event.
        package init(session: UInt64, summary: RequestSummary) {
            self.session = session
            self.summary = summary
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .u64)
            summary = try field(\.summary, .value(RequestSummary.self))
        }
    }
}
