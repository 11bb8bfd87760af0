package import AppexWire

extension BrokerInterface {
    /// Does harm to the process of a session, so that a test sees how its host and the device bear it.
    ///
    /// - Direction: client to broker, of a session of its own. Order: any time while the session is open.
    /// - Trust: a client does no more by this than any program of the same user can.
    ///
    /// The answer comes when it is done; while the process is being started it waits.
    package struct Inject: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x11C
        package var session: UInt64
        package var harm: Harm

        package enum Harm: UInt8, Sendable, CaseIterable {
            /// A crash: SIGSEGV.
            case crash
            /// SIGKILL, as by the machine.
            case kill
            /// SIGSTOP: it lives and does nothing more.
            case suspend
            /// Its limit of memory becomes nothing, so that it is ended for using more.
            case outOfMemory
        }

        package init(session: UInt64, harm: Harm) {
            self.session = session
            self.harm = harm
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(session)
            encoder.integer(harm.rawValue)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            session = try decoder.integer()
            let raw = try decoder.integer(UInt8.self)
            guard let harm = Harm(rawValue: raw) else { throw .malformed("the harm \(raw)") }
            self.harm = harm
        }
    }
}
