/// Parses the traffic of a client on one connection, and enforces limits.
///
/// The HTTP server reads lines and messages of any length, so their lengths are limited here. It parses HTTP/1.1 and
/// WebSockets only as far as needed for that, and refuses ambiguous messages.
struct TrafficMeter {
    /// The place at which a connection violates a limit.
    enum Refusal: Error, Equatable {
        case headTooLong, malformedHead, bodyTooLong, unmaskedFrame, messageTooLong
    }

    private enum Phase {
        /// In the head of a request, whose bytes are the value.
        case head([UInt8])
        case body(left: Int)
        /// In the head of a frame, whose bytes are the value.
        case frame([UInt8])
        case payload(left: Int)
    }

    /// The first line of the only request that can open a WebSocket. It contains the secret path.
    private let socketLine: [UInt8]
    private var phase = Phase.head([])
    /// The size of the current message so far, in bytes.
    private var message = 0

    /// - Parameter socketPath: the secret URL path for WebSockets.
    init(socketPath: String) { socketLine = Array("GET \(socketPath) HTTP/1.1\r".utf8) }

    /// Whether the connection is a WebSocket, which may be idle.
    var isSocket: Bool {
        switch phase {
        case .frame, .payload: true
        case .head, .body: false
        }
    }

    /// Whether the next byte begins a request or a frame, as it does for the HTTP server.
    var isBetweenMessages: Bool {
        switch phase {
        case .head(let bytes), .frame(let bytes): bytes.isEmpty
        case .body, .payload: false
        }
    }

    /// Checks received bytes.
    ///
    /// - Throws: ``Refusal`` if the connection has to be closed without forwarding `bytes`.
    mutating func take(_ bytes: [UInt8]) throws(Refusal) {
        var rest = bytes[...]
        while let byte = rest.first {
            switch phase {
            case .head(var head):
                // Moved out of the state, so that appending does not copy.
                phase = .head([])
                head.append(byte)
                rest.removeFirst()
                guard head.count <= WebLimits.headBytes else { throw .headTooLong }
                phase = try byte == UInt8(ascii: "\n") ? afterLine(head) : .head(head)
            case .frame(var head):
                head.append(byte)
                rest.removeFirst()
                phase = try afterFrameByte(head)
            case .body(let left):
                let taken = min(left, rest.count)
                rest.removeFirst(taken)
                phase = taken == left ? .head([]) : .body(left: left - taken)
            case .payload(let left):
                let taken = min(left, rest.count)
                rest.removeFirst(taken)
                phase = taken == left ? .frame([]) : .payload(left: left - taken)
            }
        }
    }

    /// The phase after a line of a head.
    private func afterLine(_ head: [UInt8]) throws(Refusal) -> Phase {
        guard head.ends("\r\n\r\n") || head.ends("\n\n") || head.ends("\n\r\n") else { return .head(head) }
        var length: Int?
        var isUpgrade = false
        let lines = head.split(separator: UInt8(ascii: "\n"))
        for line in lines.dropFirst() where line != [UInt8(ascii: "\r")] {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy(Self.isToken),
                let name = String(validating: line[..<colon], as: UTF8.self)?.lowercased(),
                String(validating: line[(colon + 1)...], as: UTF8.self) != nil
            else { throw .malformedHead }
            switch name {
            case "content-length":
                guard length == nil, let number = Self.length(line[(colon + 1)...]) else { throw .malformedHead }
                length = number
            // Nobody sends bodies of unknown length to a server of this kind.
            case "transfer-encoding": throw .malformedHead
            case "upgrade": isUpgrade = true
            default: break
            }
        }
        guard length ?? 0 <= WebLimits.uploadBytes else { throw .bodyTooLong }
        if isUpgrade {
            // Any other request gets an answer of HTTP, and what follows is read as HTTP without a limit.
            guard length ?? 0 == 0, lines.first?.elementsEqual(socketLine) == true else { throw .malformedHead }
            return .frame([])
        }
        return if let length, length > 0 { .body(left: length) } else { .head([]) }
    }

    /// The value of `Content-Length`: digits with white space around, but neither a sign nor white space between.
    private static func length(_ value: ArraySlice<UInt8>) -> Int? {
        let isBlank: (UInt8) -> Bool = { [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }
        let digits = value.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The phase after some bytes of a frame's head: flags, length, mask.
    private mutating func afterFrameByte(_ head: [UInt8]) throws(Refusal) -> Phase {
        guard head.count >= 2 else { return .frame(head) }
        guard head[1] & 0x80 != 0 else { throw .unmaskedFrame }
        let short = Int(head[1] & 0x7F)
        let extra = short == 126 ? 2 : short == 127 ? 8 : 0
        guard head.count >= 2 + extra + 4 else { return .frame(head) }
        var length = UInt64(short)
        if extra > 0 { length = head[2..<(2 + extra)].reduce(0) { $0 << 8 | UInt64($1) } }
        guard length <= WebLimits.messageBytes else { throw .messageTooLong }
        let isControl = head[0] & 0x08 != 0
        if !isControl {
            // A continuation frame belongs to the current message; any other frame begins a message.
            message = head[0] & 0x0F == 0 ? message + Int(length) : Int(length)
            guard message <= WebLimits.messageBytes else { throw .messageTooLong }
        }
        return length == 0 ? .frame([]) : .payload(left: Int(length))
    }
}

extension [UInt8] {
    fileprivate func ends(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
