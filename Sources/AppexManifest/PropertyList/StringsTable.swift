/// Reads tables of texts in one language, `NAME.strings`.
///
/// A table is a property list of strings, or a text with entries `"key" = "value";`. It comes from a bundle and is untrusted: its
/// size is that of a property list, and reading takes a time that is proportional to it.
package enum StringsTable {
    /// The texts of a table.
    ///
    /// - Parameter bytes: the content of the file, at most ``PropertyListLimits/fileBytes``.
    /// - Returns: nil if the bytes are not a table. Entries of property lists that are not strings are left out.
    package static func texts(in bytes: [UInt8]) -> [String: String]? {
        guard bytes.count <= PropertyListLimits.fileBytes else { return nil }
        if let list = try? PropertyListValue(parsing: bytes, file: "") {
            return list.dictionary?.compactMapValues(\.string)
        }
        guard !bytes.starts(with: BinaryPropertyListReader.magic),
            let text = try? XMLPropertyListReader.utf8(bytes, file: "")
        else { return nil }
        var scanner = StringsScanner(text)
        return scanner.table()
    }
}

/// Reads the entries of a table that is a text.
private struct StringsScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// All entries; nil after an error.
    mutating func table() -> [String: String]? {
        var result: [String: String] = [:]
        while true {
            guard skipSpace() else { return nil }
            guard position < bytes.count else { return result }
            guard let key = word(), skipSpace() else { return nil }
            // An entry without a value is the text itself.
            var value = key
            if take("=") {
                guard skipSpace(), let text = word(), skipSpace() else { return nil }
                value = text
            }
            guard take(";") else { return nil }
            result[key] = value
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(truncatingIfNeeded: character.value) else {
            return false
        }
        position += 1
        return true
    }

    private func isAt(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        bytes.count - position >= 2 && bytes[position] == UInt8(truncatingIfNeeded: first.value)
            && bytes[position + 1] == UInt8(truncatingIfNeeded: second.value)
    }

    /// Moves behind white space and comments. Returns false for a comment without an end.
    private mutating func skipSpace() -> Bool {
        while position < bytes.count {
            if isAt("/", "/") {
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            } else if isAt("/", "*") {
                position += 2
                while position < bytes.count, !isAt("*", "/") { position += 1 }
                guard position < bytes.count else { return false }
                position += 2
            } else if bytes[position] == 0x20 || (0x09...0x0D).contains(bytes[position]) {
                position += 1
            } else {
                return true
            }
        }
        return true
    }

    /// A text in quotation marks, or a word of ASCII.
    private mutating func word() -> String? {
        if take("\"") { return quoted() }
        let start = position
        while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
        return position == start ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "$"), UInt8(ascii: ":"): true
        default: false
        }
    }

    /// The text up to the closing quotation mark.
    private mutating func quoted() -> String? {
        var text: [UInt8] = []
        // The UTF-16 units of `\U` in a row, because two of them can be one scalar.
        var units: [UInt16] = []
        func flush() {
            guard !units.isEmpty else { return }
            text += Array(String(decoding: units, as: UTF16.self).utf8)
            units = []
        }
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\\"), position < bytes.count, let unit = unit() {
                units.append(unit)
                continue
            }
            flush()
            if byte == UInt8(ascii: "\"") {
                // Hashing a text with many combining marks in a row takes a time that is quadratic in their number.
                return String(validating: text, as: UTF8.self).flatMap { $0.isStreamSafe ? $0 : nil }
            }
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            guard position < bytes.count else { return nil }
            text.append(Self.escapes[bytes[position]] ?? bytes[position])
            position += 1
        }
        return nil
    }

    /// The UTF-16 unit of `\Uxxxx`, behind the backslash; nil for a different escape.
    private mutating func unit() -> UInt16? {
        guard bytes[position] == UInt8(ascii: "U") || bytes[position] == UInt8(ascii: "u"), bytes.count - position > 4,
            let digits = String(validating: bytes[position + 1...position + 4], as: UTF8.self),
            let unit = UInt16(digits, radix: 16)
        else { return nil }
        position += 5
        return unit
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "a"): 0x07,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
    ]
}
