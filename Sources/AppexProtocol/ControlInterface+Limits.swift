package import AppexWire

extension ControlInterface {
    /// The process is close to its memory limit and will be ended if it exceeds the limit.
    ///
    /// - Direction: broker to extension. It is repeated only after the process has used less in between. The event is
    ///   not answered.
    package struct MemoryWarning: WireMessage {
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

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(used)
            encoder.integer(limit)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            used = try decoder.integer()
            limit = try decoder.integer()
        }
    }
}
