package import AppexSystem
import SystemPackage

/// One packet: a header of 16 bytes, a body, and the descriptors that travel with it.
///
/// ```
/// 0  u32 length of the whole frame      8  u64 request, 0 if there is none
/// 4  u8  kind; bit 7: the body is the content of the first descriptor; bit 6: the body goes on in the next frame
/// 5  u8  number of descriptors          16 body
/// 6  u16 message code
/// ```
package struct Frame: Sendable {
    /// What a frame is for.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// The first frame in either direction.
        case hello = 1
        /// Asks for exactly one reply or failure.
        case request = 2
        /// Answers a request.
        case reply = 3
        /// Answers a request with an error.
        case failure = 4
        /// The request has arrived and is being worked on.
        case accepted = 5
        /// The requester no longer wants an answer.
        case cancel = 6
        /// A message that is not answered.
        case event = 7
    }

    /// The size of the header in bytes.
    package static let headerBytes = 16

    /// What the frame is for.
    package var kind: Kind
    /// The message code; 0 for kinds without a message.
    package var code: UInt16
    /// The number of the request; 0 for hello and events.
    package var request: UInt64
    /// The encoded message.
    package var body: [UInt8]
    /// The descriptors that travel with the frame.
    package var descriptors: DescriptorBag?
    /// Whether the body goes on in the next frame, which has the kind, code and number of this one.
    package var isContinued = false

    /// Creates a frame.
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
    /// Bit 6 of the kind: the body goes on in the next frame.
    static let continued: UInt8 = 0x40

    /// Encodes the frame. The descriptors move out of the frame's bag. A body that does not fit into a frame goes into
    /// a memory file.
    ///
    /// - Throws: ``WireError/tooLarge(_:limit:)`` if the body or the number of descriptors exceeds its limit, and
    ///   ``WireError/system(_:doing:)`` if the memory file cannot be created.
    package func packet() throws(WireError) -> OutgoingPacket {
        let fits = Self.headerBytes + body.count <= WireLimits.frameBytes
        let own = self.descriptors?.takeAll()
        var packet = OutgoingPacket(bytes: [UInt8](repeating: 0, count: Self.headerBytes), descriptors: own)
        if fits { packet.bytes.append(contentsOf: body) } else { packet.descriptors = try withBody(before: own) }
        let mark = fits ? (isContinued ? Self.continued : 0) : Self.bodyByDescriptor
        try packet.writeHeader(kind.rawValue | mark, code, request)
        return packet
    }

    private func withBody(before others: DescriptorBag?) throws(WireError) -> DescriptorBag {
        guard body.count <= WireLimits.bodyBytes else { throw .tooLarge("a message", limit: WireLimits.bodyBytes) }
        do throws(Errno) {
            let file = try SealedMemory.file(holding: body.span.bytes)
            guard let others else { return DescriptorBag(file) }
            others.prepend(file)
            return others
        } catch {
            throw .system(error, doing: "putting a message into a memory file")
        }
    }

    /// Decodes a packet.
    ///
    /// - Parameter readsBody: whether to read a body that comes in a file, which may take a millisecond; it stays empty
    ///   otherwise.
    /// - Throws: ``WireError/malformed(_:)`` if the packet is not exactly one frame.
    package init(
        parsing packet: UnsafeRawBufferPointer, _ descriptors: DescriptorBag?,
        readsBody: (_ kind: Kind, _ code: UInt16, _ request: UInt64) -> Bool = { _, _, _ in true }
    ) throws(WireError) {
        guard packet.count >= Self.headerBytes else { throw .malformed("a frame of \(packet.count) bytes") }
        let length = Int(UInt32(littleEndian: packet.loadUnaligned(fromByteOffset: 0, as: UInt32.self)))
        guard length == packet.count, length <= WireLimits.frameBytes else {
            throw .malformed("a frame of \(packet.count) bytes says that it has \(length)")
        }
        guard let kind = Kind(rawValue: packet[4] & ~(Self.bodyByDescriptor | Self.continued)) else {
            throw .malformed("frame kind \(packet[4])")
        }
        let count = descriptors?.count ?? 0
        // If this process had no room for all of them, only the receiver of the message can tell whether that matters.
        guard Int(packet[5]) == count || descriptors?.someWereLost == true else {
            throw .malformed("\(packet[5]) descriptors announced, \(count) received")
        }
        self.kind = kind
        code = UInt16(littleEndian: packet.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
        request = UInt64(littleEndian: packet.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        self.descriptors = descriptors
        isContinued = packet[4] & Self.continued != 0
        guard !isContinued || kind.isCoded && packet[4] & Self.bodyByDescriptor == 0 && length > Self.headerBytes else {
            throw .malformed("\(kind) whose body cannot go on")
        }
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

    /// Reads the content of the first descriptor, which has to be a sealed memory file: it cannot change while it is
    /// read, and reading it waits neither for a disk nor for a file system that the peer controls.
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
    /// Whether a frame of this kind carries a message code.
    var isCoded: Bool { self == .request || self == .reply || self == .failure || self == .event }
    var hasBody: Bool { self != .accepted && self != .cancel }
    var mayCarryDescriptors: Bool { self == .request || self == .reply || self == .event }
}
