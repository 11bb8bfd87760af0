package import AppexSystem

/// An encoded frame, as a transport sends it.
package struct OutgoingPacket: Sendable {
    /// The header and the body.
    package var bytes: [UInt8]
    /// The descriptors that are sent with the frame.
    package var descriptors: DescriptorBag?

    init(bytes: [UInt8], descriptors: DescriptorBag?) {
        self.bytes = bytes
        self.descriptors = descriptors
    }

    /// Encodes a frame with a message, without an intermediate copy. The descriptors move out of the bag.
    ///
    /// - Parameter bodies: how a body travels that is larger than a frame.
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the message or a part of it exceeds its limit, and
    ///   ``WireError/system(_:doing:)`` if the memory file of a large body cannot be created.
    init(
        _ kind: Frame.Kind, code: UInt16, request: UInt64, _ message: some WireValue, _ descriptors: DescriptorBag?,
        _ bodies: LargeBodies = .inMemoryFiles
    ) throws(WireError) {
        var encoder = WireEncoder(withHeader: ())
        try message.encode(to: &encoder)
        if bodies != .inMemoryFiles, encoder.bytes.count - Frame.headerBytes > WireLimits.bodyBytes {
            throw .tooLarge("a message", limit: WireLimits.bodyBytes)
        }
        guard bodies != .inMemoryFiles || encoder.bytes.count <= WireLimits.frameBytes else {
            let body = Array(encoder.bytes[Frame.headerBytes...])
            self = try Frame(kind, code: code, request: request, body: body, descriptors: descriptors).packet()
            return
        }
        self.init(bytes: encoder.take(), descriptors: descriptors?.takeAll())
        try writeHeader(kind.rawValue, code, request)
    }

    /// Encodes a frame without a body.
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

    /// The frames of a body that is larger than a frame has room for.
    var frames: [[UInt8]] {
        let room = WireLimits.frameBytes - Frame.headerBytes
        return stride(from: Frame.headerBytes, to: bytes.count, by: room).map { start in
            let end = min(start + room, bytes.count)
            var frame = bytes[..<Frame.headerBytes] + bytes[start..<end]
            let length = UInt32(truncatingIfNeeded: frame.count)
            for place in 0..<4 { frame[place] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(place))) }
            if start > Frame.headerBytes { frame[5] = 0 }
            if end < bytes.count { frame[4] |= Frame.continued }
            return Array(frame)
        }
    }

    private static let requestOffset = 8

    /// Sets the request number, which is not yet known when the message is encoded.
    mutating func setRequest(_ number: UInt64) {
        bytes.withUnsafeMutableBytes { raw in
            raw.storeBytes(of: number.littleEndian, toByteOffset: Self.requestOffset, as: UInt64.self)
        }
    }
}
