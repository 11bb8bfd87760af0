import AppexModel

/// Takes the lines out of what an extension prints.
///
/// What is not visible, other than the tab, becomes a question mark, so that nobody's terminal is steered by a log; a line
/// that is too long goes on in the next one.
struct OutputLines {
    private var open: [UInt8] = []

    /// Bytes of the longest line.
    static let limit = 4096

    /// Takes bytes.
    ///
    /// - Returns: the lines that are complete now, without their ends.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var complete: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                complete.append(close())
            } else {
                if open.count == Self.limit { complete.append(close()) }
                open.append(byte)
            }
        }
        return complete
    }

    /// What is left of a last line, if anything is.
    mutating func finish() -> [UInt8]? {
        open.isEmpty ? nil : close()
    }

    private mutating func close() -> [UInt8] {
        defer { open = [] }
        // Programs that speak to terminals end lines with a carriage return, too.
        if open.last == UInt8(ascii: "\r") { open.removeLast() }
        // Nearly all lines; the look at every character would be the dear part.
        if open.allSatisfy({ (0x20..<0x7F).contains($0) }) { return open }
        return Array(String(decoding: open, as: UTF8.self).tamed(by: "?").utf8)
    }
}
