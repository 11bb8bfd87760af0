package import AppexSystem
import SystemPackage

/// One packet: a header of 16 bytes, a body, and the descriptors beside it.
///
/// ```
/// 0  u32 length of the whole frame      8  u64 request, 0 where there is none
/// 4  u8  kind; bit 7: the body is the content of the first descriptor
/// 5  u8  number of descriptors          16 body
/// 6  u16 message code
/// ```
package struct Frame: Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// The first frame in either direction.
        case hello = 1
        /// Asks for exactly one reply or failure.
        case request = 2
        case reply = 3
        case failure = 4
        /// The request has arrived and is being worked on.
        case accepted = 5
        /// The requester no longer wants an answer.
        case cancel = 6
        /// Says something that is not answered.
        case event = 7
    }

    package static let headerBytes = 16

    package var kind: Kind
    package var code: UInt16
    package var request: UInt64
    package var body: [UInt8]
    package var descriptors: DescriptorBag?

    package init(
        _ kind: Kind, code: UInt16 = 0, request: UInt64 = 0, body: [UInt8] = [], descriptors: DescriptorBag? = nil
    ) {
        self.kind = kind
        self.code = code
        self.request = request
        self.body = body
        self.descriptors = descriptors
    }

    /// Bit 7 of the kind: the body travels in a sealed memory file, the first descriptor.
    static let bodyByDescriptor: UInt8 = 0x80

    /// The packet with its descriptors, which move out of this frame's bag. A body that does not fit
    /// a frame goes into a memory file.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` when body or descriptors exceed their limits.
    package func packet() throws(WireError) -> OutgoingPacket {
        let fits = Self.headerBytes + body.count <= WireLimits.frameBytes
        let own = self.descriptors?.takeAll()
        var packet = OutgoingPacket(bytes: [UInt8](repeating: 0, count: Self.headerBytes), descriptors: own)
        if fits { packet.bytes.append(contentsOf: body) } else { packet.descriptors = try withBody(before: own) }
        try packet.writeHeader(fits ? kind.rawValue : kind.rawValue | Self.bodyByDescriptor, code, request)
        return packet
    }

    private func withBody(before others: DescriptorBag?) throws(WireError) -> DescriptorBag {
        guard body.count <= WireLimits.bodyBytes else { throw .tooLarge("a message", limit: WireLimits.bodyBytes) }
        do throws(Errno) {
            let bag = DescriptorBag(try SealedMemory.file(holding: body.span.bytes))
            while let next = others?.take() { bag.append(next) }
            return bag
        } catch {
            throw .system(error, doing: "putting a message into a memory file")
        }
    }

    /// Reads a packet as it came.
    ///
    /// - Parameter readsBody: whether a body that comes in a file is to be read, which may take a millisecond; it stays
    ///   empty otherwise.
    /// - Throws: ``WireError/malformed(_:)`` for anything that is not exactly one frame.
    package init(
        parsing packet: UnsafeRawBufferPointer, _ descriptors: DescriptorBag?,
        readsBody: (_ kind: Kind, _ code: UInt16, _ request: UInt64) -> Bool = { _, _, _ in true }
    ) throws(WireError) {
        guard packet.count >= Self.headerBytes else { throw .malformed("a frame of \(packet.count) bytes") }
        let length = Int(UInt32(littleEndian: packet.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
        guard length == packet.count, length <= WireLimits.frameBytes else {
            throw .malformed("a frame of \(packet.count) bytes says that it has \(length)")
        }
        guard let kind = Kind(rawValue: packet[4] & ~Self.bodyByDescriptor) else {
            throw .malformed("frame kind \(packet[4])")
        }
        let count = descriptors?.count ?? 0
        // Those for which there was no room are missed by whoever needs them, and by nobody else.
        guard Int(packet[5]) == count || descriptors?.someWereLost == true else {
            throw .malformed("\(packet[5]) descriptors announced, \(count) received")
        }
        self.kind = kind
        code = UInt16(littleEndian: packet.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
        request = UInt64(littleEndian: packet.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        self.descriptors = descriptors
        guard kind.isNumbered == (request != 0) else { throw .malformed("\(kind) with request number \(request)") }
        guard kind.isCoded || code == 0 else { throw .malformed("\(kind) with message code \(code)") }
        guard kind.mayCarryDescriptors || count == 0 else { throw .malformed("\(kind) with descriptors") }
        guard kind.hasBody || length == Self.headerBytes else { throw .malformed("\(kind) with a body") }
        if packet[4] & Self.bodyByDescriptor == 0 {
            body = Array(UnsafeRawBufferPointer(rebasing: packet[Self.headerBytes...]))
        } else if !readsBody(kind, code, request) {
            body = []
        } else {
            body = try Self.body(in: descriptors, length)
        }
    }

    /// The content of the first descriptor. Only a sealed memory file will do: it cannot change while
    /// it is read, and reading it does not wait for a disk or for a file system of the peer's own.
    private static func body(in descriptors: DescriptorBag?, _ length: Int) throws(WireError) -> [UInt8] {
        guard length == headerBytes, let file = descriptors?.take() else {
            throw .malformed("a body by descriptor without one")
        }
        guard SealedMemory.isSealed(file) else { throw .malformed("a body in a file that is not sealed") }
        do throws(Errno) {
            return try SealedMemory.read(file, limit: WireLimits.bodyBytes)
        } catch {
            throw .malformed("a body by descriptor that cannot be read: \(error)")
        }
    }
}

extension Frame.Kind {
    /// Whether a frame of this kind belongs to a request.
    var isNumbered: Bool { self != .hello && self != .event }
    /// Whether it carries the code of a message.
    var isCoded: Bool { self == .request || self == .reply || self == .failure || self == .event }
    var hasBody: Bool { self != .accepted && self != .cancel }
    var mayCarryDescriptors: Bool { self == .request || self == .reply || self == .event }
}
