package import AppexWire

extension ControlInterface {
    /// The process is close to its memory limit and will be ended if it exceeds the limit.
    ///
    /// - Direction: broker to extension. It is repeated only after the process has used less in between. The event is
    ///   not answered.
    package struct MemoryWarning: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x206
        /// Bytes of memory in use, counted as for the limit.
        package var used: UInt64
        /// Bytes of memory that the process may use.
        package var limit: UInt64

        /// Creates the event.
        package init(used: UInt64, limit: UInt64) {
            self.used = used
            self.limit = limit
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            used = try field(\.used, .u64)
            limit = try field(\.limit, .u64)
        }
    }
}
