/// The words and signs of a Swift source, without its comments and the texts of its strings. What a string interpolates counts.
struct SourceWords {
    /// A word, or one sign.
    struct Word {
        /// The text.
        let text: String
        /// The number of its line, from 1.
        let line: Int
    }

    private enum Context {
        /// A string that ends with quotes and number signs.
        case string(quotes: Int, signs: Int)
        /// What a string interpolates, with the number of parentheses that are open in it.
        case interpolation(depth: Int)
    }

    /// The maximum depth of strings in interpolations; what is deeper is not read.
    private static let maximumDepth = 256

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var contexts: [Context] = []

    /// Begins at the first word.
    init(_ text: String) { bytes = Array(text.utf8) }

    /// The first use of each of some names, with its line, in the order of the uses.
    static func uses(in text: String, where isWanted: (String) -> Bool) -> [(name: String, line: Int)] {
        var words = SourceWords(text)
        var seen: Set<String> = []
        var uses: [(name: String, line: Int)] = []
        while let word = words.next() {
            guard isWanted(word.text), seen.insert(word.text).inserted else { continue }
            uses.append((word.text, word.line))
        }
        return uses
    }

    /// Moves to the next word or sign; nil at the end.
    mutating func next() -> Word? {
        while position < bytes.count {
            if case .string(let quotes, let signs)? = contexts.last {
                skipString(quotes: quotes, signs: signs)
                continue
            }
            let byte = bytes[position]
            if has("//") {
                while position < bytes.count, bytes[position] != 0x0A { position += 1 }
            } else if has("/*") {
                skipComment()
            } else if beginsString() {
                continue
            } else if Self.isWord(byte) {
                let start = position
                while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
                return Word(text: String(decoding: bytes[start..<position], as: UTF8.self), line: line)
            } else if [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "`")].contains(byte) {
                advance()
            } else {
                position += 1
                closeInterpolation(byte)
                return Word(text: String(UnicodeScalar(byte)), line: line)
            }
        }
        return nil
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), 0x80...0xFF: true
        default: false
        }
    }

    private func has(_ text: String, at offset: Int = 0) -> Bool {
        bytes[min(position + offset, bytes.count)...].starts(with: text.utf8)
    }

    private mutating func advance() {
        if bytes[position] == 0x0A { line += 1 }
        position += 1
    }

    private mutating func skipComment() {
        position += 2
        var depth = 1
        while depth > 0, position < bytes.count {
            if has("*/") {
                depth -= 1
                position += 2
            } else if has("/*") {
                depth += 1
                position += 2
            } else {
                advance()
            }
        }
    }

    /// Enters a string, if one begins here.
    private mutating func beginsString() -> Bool {
        var signs = 0
        // The compiler takes 255 of them at most, and a longer row is looked at once.
        while signs < 256, position + signs < bytes.count, bytes[position + signs] == UInt8(ascii: "#") { signs += 1 }
        guard has("\"", at: signs), contexts.count < Self.maximumDepth else { return false }
        let quotes = has("\"\"\"", at: signs) ? 3 : 1
        position += signs + quotes
        contexts.append(.string(quotes: quotes, signs: signs))
        return true
    }

    /// Moves to the end of a string, or to what it interpolates.
    private mutating func skipString(quotes: Int, signs: Int) {
        let escape = "\\" + String(repeating: "#", count: signs)
        let end = String(repeating: "\"", count: quotes) + String(repeating: "#", count: signs)
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\\"), has(escape) {
                position += escape.utf8.count
                guard position < bytes.count else { return }
                if bytes[position] == UInt8(ascii: "(") {
                    position += 1
                    contexts.append(.interpolation(depth: 0))
                    return
                }
                advance()
            } else if byte == UInt8(ascii: "\""), has(end) {
                position += end.utf8.count
                contexts.removeLast()
                return
            } else if byte == 0x0A, quotes == 1 {
                // A string of one line is not continued; a quotation mark in a regular expression may look like one.
                contexts.removeLast()
                return
            } else {
                advance()
            }
        }
    }

    private mutating func closeInterpolation(_ byte: UInt8) {
        guard case .interpolation(let depth)? = contexts.last else { return }
        if byte == UInt8(ascii: "(") {
            contexts[contexts.count - 1] = .interpolation(depth: depth + 1)
        } else if byte == UInt8(ascii: ")") {
            if depth == 0 {
                contexts.removeLast()
            } else {
                contexts[contexts.count - 1] = .interpolation(depth: depth - 1)
            }
        }
    }
}
