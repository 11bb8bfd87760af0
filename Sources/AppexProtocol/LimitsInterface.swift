import AppexWire

extension BrokerInterface {
    /// Asks how limits are enforced on this machine.
    ///
    /// - Direction: client to broker.
    package struct Enforcement: WireRequest, EmptyRecord {
        /// One record for each kind of limit: its name, whether the best means of enforcement is available, and which
        /// means is used.
        package typealias Reply = WireList<CheckRecord>
        /// The message code on the wire.
        package static let code: UInt16 = 0x114

        /// Creates the request, which has no fields.
        package init() {}
    }
}
