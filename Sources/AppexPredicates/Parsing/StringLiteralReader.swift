/// Reads a string in quotation marks.
struct StringLiteralReader {
    private let source: PredicateSource
    private let start: Int
    /// The byte offset after the string.
    private(set) var place: Int

    /// - Parameter place: the byte offset of the opening quotation mark.
    init(_ source: PredicateSource, at place: Int) {
        self.source = source
        self.start = place
        self.place = place
    }

    /// Reads up to the closing quotation mark and returns the text between the two.
    ///
    /// The escapes are `\\ \" \' \n \t \r \b \f \uXXXX \xHH`. A backslash before any other character stands for itself,
    /// because it belongs to a pattern such as `MATCHES "\d+"`.
    mutating func read() throws(SyntaxFault) -> String {
        let quote = source[place]
        place += 1
        var bytes: [UInt8] = []
        while place < source.bytes.count {
            let byte = source[place]
            place += 1
            if byte == quote { return String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), place < source.bytes.count {
                try readEscape(into: &bytes)
            } else {
                bytes.append(byte)
            }
        }
        throw source.fault(
            at: start, expected: "a closing quotation mark",
            found: "the end of the text",
            hint: "A quotation mark within a string needs a backslash before it.")
    }

    private mutating func readEscape(into bytes: inout [UInt8]) throws(SyntaxFault) {
        let letter = source[place]
        place += 1
        switch letter {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): bytes.append(letter)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "u"): bytes.append(contentsOf: String(try readUTF16()).utf8)
        case UInt8(ascii: "x"):
            // Two digits are below 256, and all of those are scalars.
            bytes.append(contentsOf: String(Unicode.Scalar(UInt8(truncatingIfNeeded: try hexadecimal(2)))).utf8)
        default:
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(letter)
        }
    }

    /// Reads the four digits of `\u`, and a second escape if the first is a high surrogate.
    private mutating func readUTF16() throws(SyntaxFault) -> Unicode.Scalar {
        let escape = place - 2
        let first = try hexadecimal(4)
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, source.continues(at: place, with: "\\u") {
            place += 2
            let second = try hexadecimal(4)
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw source.fault(
            at: escape, expected: "a character", found: "half of a surrogate pair",
            hint: "Write a character beyond U+FFFF as two \\u escapes or directly.")
    }

    private mutating func hexadecimal(_ count: Int) throws(SyntaxFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = Character(Unicode.Scalar(source[place])).hexDigitValue else {
                throw source.fault(
                    at: place, expected: "\(count) hexadecimal digits", found: source.words(at: place))
            }
            value = value << 4 | UInt32(digit)
            place += 1
        }
        return value
    }
}
