package import AppexWire

extension SessionInterface {
    /// Announces shared memory that will hold the content of a load. The event carries one descriptor: a memory file
    /// (`memfd`) that is sealed against resizing and against writing by the loader.
    ///
    /// - Direction: both, from the owner to the loader, at most once for a load, before its reply. The event is not
    ///   answered.
    /// - Trust: the owner may change the bytes at any time, so the loader copies them before it uses them. The loader
    ///   checks seals and size before it maps the file.
    package struct Memory: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x310
        /// The load, from ``Load/watch``.
        package var watch: UInt64
        /// Bytes of content: at least 1, at most 256 MiB and at most the size of the file.
        package var size: UInt64

        /// Creates the event, to be sent with the descriptor.
        package init(watch: UInt64, size: UInt64) {
            self.watch = watch
            self.size = size
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            watch = try field(\.watch, .u64)
            size = try field(\.size, .u64)
        }
    }

    /// The loader no longer needs the memory of a load, or has withdrawn the load. The owner may fill the memory again.
    ///
    /// - Direction: both, from the loader to the owner, once for a load, after its reply or cancellation. The event is
    ///   not answered, and one for a load without memory is ignored.
    package struct Release: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x311
        /// The load, from ``Load/watch``.
        package var watch: UInt64

        /// Creates the event.
        package init(watch: UInt64) { self.watch = watch }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            watch = try field(\.watch, .u64)
        }
    }
}
