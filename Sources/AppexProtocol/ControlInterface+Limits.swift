package import AppexWire

extension ControlInterface {
    /// The process has little memory left, and is ended when it takes more than its limit.
    ///
    /// - Direction: broker to extension. Order: any number of times; again only after it has had more left.
    package struct MemoryWarning: WireMessage {
        package static let code: UInt16 = 0x206
        /// Bytes.
        package var used: UInt64
        /// Bytes.
        package var limit: UInt64

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
