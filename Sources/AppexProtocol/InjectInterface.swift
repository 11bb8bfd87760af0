package import AppexWire

extension BrokerInterface {
    /// Harms the process of a session so that a test can see how the host and the device cope.
    ///
    /// - Direction: client to broker, for one of the client's own sessions; any other is answered with
    ///   ``FailureCode/refused``. A client gains nothing by it that another program of the same user could not do.
    /// - Answer: when the harm is done. If the process is still starting, the broker waits at most ten seconds for it.
    package struct Inject: WireRequest, WireRecord {
        /// An empty reply: the harm has been done.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x11C
        /// The session, from ``Opened`` or ``Parked``.
        package var session: UInt64
        /// What to do to the process.
        package var harm: Harm

        /// What to do to the process.
        package enum Harm: UInt8, Sendable, CaseIterable {
            /// Crashes it with SIGSEGV.
            case crash
            /// Kills it with SIGKILL, as the kernel does when memory runs out.
            case kill
            /// Stops it with SIGSTOP: it stays alive and does nothing more.
            case suspend
            /// Sets its memory limit to 0, so that the broker ends it for exceeding the limit.
            case outOfMemory
        }

        /// Creates a request.
        package init(session: UInt64, harm: Harm) {
            self.session = session
            self.harm = harm
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            session = try field(\.session, .u64)
            harm = try field(\.harm, .choice("the harm"))
        }
    }
}
