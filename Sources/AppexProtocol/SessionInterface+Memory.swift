package import AppexWire

extension SessionInterface {
    /// Shared memory that is going to hold the answer to a load: the one descriptor, a memory file whose
    /// size cannot change and which the reader cannot write.
    ///
    /// - Direction: both, from the owner to whoever loads. Trust: the owner may change the bytes at any time.
    /// - Order: before the answer to the load; at most once for a load.
    package struct Memory: WireMessage {
        package static let code: UInt16 = 0x310
        /// ``Load/watch``.
        package var watch: UInt64
        /// How many bytes the answer has.
        package var size: UInt64

        package init(watch: UInt64, size: UInt64) {
            self.watch = watch
            self.size = size
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(watch)
            encoder.integer(size)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            watch = try decoder.integer()
            size = try decoder.integer()
        }
    }

    /// The reader has no more use for the memory of a load, or has taken the load back.
    ///
    /// - Direction: both, from whoever loads to the owner.
    /// - Order: once for a load, after its answer or its cancellation. Of a load for which there is no memory it
    ///   says nothing.
    package struct Release: WireMessage {
        package static let code: UInt16 = 0x311
        /// ``Load/watch``.
        package var watch: UInt64

        package init(watch: UInt64) { self.watch = watch }

        package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(watch) }
        package init(from decoder: inout WireDecoder) throws(WireError) { watch = try decoder.integer() }
    }
}
