/// Splits bytes into lines, and keeps at most ``limit`` bytes of each.
struct LineBuffer {
    static let limit = 64 * 1024
    private static let lineFeed = UInt8(ascii: "\n")

    private var bytes: [UInt8] = []
    /// The number of bytes kept of the last line, which may be incomplete.
    private var length = 0

    /// Whether there is a complete line.
    var hasLine: Bool { bytes.contains(Self.lineFeed) }

    mutating func add(_ new: some Sequence<UInt8>) {
        for byte in new {
            if byte == Self.lineFeed { length = 0 } else { length += 1 }
            if length <= Self.limit { bytes.append(byte) }
        }
    }

    /// The next line, or the rest after the last one; nil if there is nothing.
    mutating func take() -> String? {
        if let end = bytes.firstIndex(of: Self.lineFeed) {
            defer { bytes.removeFirst(end + 1) }
            let line = bytes[..<end]
            return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        defer { self = LineBuffer() }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
