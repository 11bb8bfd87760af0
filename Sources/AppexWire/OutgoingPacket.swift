package import AppexSystem

/// A frame as it goes to the transport.
package struct OutgoingPacket: Sendable {
    package var bytes: [UInt8]
    package var descriptors: DescriptorBag?

    init(bytes: [UInt8], descriptors: DescriptorBag?) {
        self.bytes = bytes
        self.descriptors = descriptors
    }

    /// A frame with a message, encoded in the place where it is sent from. The descriptors move out of
    /// the bag.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` when something exceeds its limit.
    init(
        _ kind: Frame.Kind, code: UInt16, request: UInt64, _ message: some WireValue, _ descriptors: DescriptorBag?
    ) throws(WireError) {
        var encoder = WireEncoder(withHeader: ())
        try message.encode(to: &encoder)
        guard encoder.bytes.count <= WireLimits.frameBytes else {
            let body = Array(encoder.bytes[Frame.headerBytes...])
            self = try Frame(kind, code: code, request: request, body: body, descriptors: descriptors).packet()
            return
        }
        self.init(bytes: encoder.take(), descriptors: descriptors?.takeAll())
        try writeHeader(kind.rawValue, code, request)
    }

    /// A frame of a header only.
    init(_ kind: Frame.Kind, request: UInt64) {
        self.init(bytes: [UInt8](repeating: 0, count: Frame.headerBytes), descriptors: nil)
        writeHeader(kind.rawValue, 0, request, descriptorCount: 0)
    }

    mutating func writeHeader(_ kind: UInt8, _ code: UInt16, _ request: UInt64) throws(WireError) {
        let count = descriptors?.count ?? 0
        guard count <= WireLimits.descriptors else {
            throw .tooLarge("the number of descriptors", limit: WireLimits.descriptors)
        }
        writeHeader(kind, code, request, descriptorCount: UInt8(count))
    }

    private mutating func writeHeader(_ kind: UInt8, _ code: UInt16, _ request: UInt64, descriptorCount: UInt8) {
        bytes.withUnsafeMutableBytes { raw in
            raw.storeBytes(of: UInt32(truncatingIfNeeded: raw.count).littleEndian, toByteOffset: 0, as: UInt32.self)
            raw[4] = kind
            raw[5] = descriptorCount
            raw.storeBytes(of: code.littleEndian, toByteOffset: 6, as: UInt16.self)
            raw.storeBytes(of: request.littleEndian, toByteOffset: Self.requestOffset, as: UInt64.self)
        }
    }

    private static let requestOffset = 8

    /// Puts the number in that was not known when the message was encoded.
    mutating func setRequest(_ number: UInt64) {
        bytes.withUnsafeMutableBytes { raw in
            raw.storeBytes(of: number.littleEndian, toByteOffset: Self.requestOffset, as: UInt64.self)
        }
    }
}
