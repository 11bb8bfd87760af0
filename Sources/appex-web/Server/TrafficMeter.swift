/// Follows what a client sends on one connection and stops it where it gets out of bounds.
///
/// The server behind reads lines and messages of any length; this sees to it that there are none. It knows as much of
/// HTTP/1.1 and of WebSockets as it needs for counting, and refuses what could be counted in two ways.
struct TrafficMeter {
    /// Why a connection is ended.
    enum Refusal: Error, Equatable {
        case headTooLong, malformedHead, bodyTooLong, unmaskedFrame, messageTooLong
    }

    private enum Phase {
        /// Within a head, whose bytes are kept.
        case head([UInt8])
        case body(left: Int)
        /// Within a frame's head, whose bytes are kept.
        case frame([UInt8])
        case payload(left: Int)
    }

    /// The first line of the one request that may become a WebSocket. Whoever does not know the secret path cannot ask.
    private let socketLine: [UInt8]
    private var phase = Phase.head([])
    /// Bytes of the message that the frames so far belong to.
    private var message = 0

    /// - Parameter socketPath: where tabs connect, with the secret that is in it.
    init(socketPath: String) { socketLine = Array("GET \(socketPath) HTTP/1.1\r".utf8) }

    /// Whether the connection is a tab's, which may be silent for as long as it likes.
    var isSocket: Bool {
        switch phase {
        case .frame, .payload: true
        case .head, .body: false
        }
    }

    /// Whether the next byte begins a request or a frame: where the server behind has to see one begin, too.
    var isBetweenMessages: Bool {
        switch phase {
        case .head(let bytes), .frame(let bytes): bytes.isEmpty
        case .body, .payload: false
        }
    }

    /// Counts what has arrived.
    ///
    /// - Throws: ``Refusal`` when the connection has to be closed without passing `bytes` on.
    mutating func take(_ bytes: [UInt8]) throws(Refusal) {
        var rest = bytes[...]
        while let byte = rest.first {
            switch phase {
            case .head(var head):
                // Taken out, so that appending does not copy.
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

    /// What comes after a line of a head.
    private func afterLine(_ head: [UInt8]) throws(Refusal) -> Phase {
        guard head.ends("\r\n\r\n") || head.ends("\n\n") || head.ends("\n\r\n") else { return .head(head) }
        var length: Int?
        var isUpgrade = false
        let lines = head.split(separator: UInt8(ascii: "\n"))
        for line in lines.dropFirst() where line != [UInt8(ascii: "\r")] {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy(Self.isToken),
                let name = String(validating: line[..<colon], as: UTF8.self)?.lowercased(),
                let text = String(validating: line[(colon + 1)...], as: UTF8.self)
            else { throw .malformedHead }
            let value = text.filter { !$0.isWhitespace }
            switch name {
            case "content-length":
                guard length == nil, let number = Int(value), number >= 0 else { throw .malformedHead }
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

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// What comes after so many bytes of a frame's head: flags, length, mask.
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
            // A continuation belongs to what came before; anything else begins a message.
            message = head[0] & 0x0F == 0 ? message + Int(length) : Int(length)
            guard message <= WebLimits.messageBytes else { throw .messageTooLong }
        }
        return length == 0 ? .frame([]) : .payload(left: Int(length))
    }
}

extension [UInt8] {
    fileprivate func ends(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
