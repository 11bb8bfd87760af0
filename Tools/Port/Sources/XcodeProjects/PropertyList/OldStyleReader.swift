import AppexModel

/// Reads a property list in the old style of OpenStep, in which Xcode writes `project.pbxproj`.
///
/// The bytes are untrusted: the size, the depth and the number of values are limited, and malformed content is an error
/// with its line. Comments are skipped.
struct OldStyleReader {
    /// The maximum size of a file in bytes. The largest projects of real apps have about 20 MiB.
    static let fileBytes = 64 << 20
    /// The maximum nesting depth. Projects have at most 8; 64 keeps the recursion within the stack of any thread.
    static let depth = 64
    /// The maximum number of values.
    static let objects = 4_000_000

    private let bytes: [UInt8]
    private let file: String
    private var position = 0
    private var line = 1
    private var count = 0

    /// The line of each entry of the dictionaries at depth 2, by its key: in a project, those of the objects.
    private(set) var lines: [String: Int] = [:]

    /// Creates a reader.
    ///
    /// - Parameter file: the name of the file in errors.
    /// - Throws: ``ProjectError`` if the file is too large.
    init(_ bytes: [UInt8], file: String) throws(ProjectError) {
        guard bytes.count <= Self.fileBytes else {
            throw ProjectError(
                file: file, "The file has \(bytes.count) bytes, and a project may have at most \(Self.fileBytes).")
        }
        self.bytes = bytes
        self.file = file
    }

    /// Reads the whole list.
    ///
    /// - Throws: ``ProjectError`` with the line of the first byte that cannot be read.
    mutating func read() throws(ProjectError) -> PropertyListValue {
        if bytes.starts(with: Array("\u{FEFF}".utf8)) { position = 3 }
        try skipSpace()
        let value = try readValue(depth: 0)
        try skipSpace()
        guard position == bytes.count else { throw unexpected("the end of the file") }
        return value
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func failure(_ message: String) -> ProjectError { ProjectError(file: file, line: line, message) }

    private func unexpected(_ expected: String) -> ProjectError {
        guard let byte = current else {
            return failure("The project ends where \(expected) is expected. Restore the file from version control.")
        }
        let rest = String(decoding: bytes[position..<min(position + 12, bytes.count)], as: UTF8.self)
        if ["<<<<<<<", "=======", ">>>>>>>"].contains(where: rest.hasPrefix) {
            return failure("The project contains a merge conflict. Resolve it, and port again.")
        }
        let found = byte < 0x80 ? "\"\(Character(Unicode.Scalar(byte)))\"" : "a byte that is not ASCII"
        return failure("The project has \(found) where \(expected) is expected. Restore the file from version control.")
    }

    /// Skips white space and comments.
    private mutating func skipSpace() throws(ProjectError) {
        while let byte = current {
            switch byte {
            case 0x0A:
                line += 1
                position += 1
            case 0x20, 0x09, 0x0D, 0x0B, 0x0C:
                position += 1
            case UInt8(ascii: "/") where next(is: "/"):
                while let byte = current, byte != 0x0A { position += 1 }
            case UInt8(ascii: "/") where next(is: "*"):
                try skipBlockComment()
            default:
                return
            }
        }
    }

    private func next(is character: Unicode.Scalar) -> Bool {
        position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: character)
    }

    private mutating func skipBlockComment() throws(ProjectError) {
        let start = line
        position += 2
        while let byte = current {
            if byte == UInt8(ascii: "*"), next(is: "/") {
                position += 2
                return
            }
            if byte == 0x0A { line += 1 }
            position += 1
        }
        throw ProjectError(file: file, line: start, "A comment of the project has no end.")
    }

    private mutating func readValue(depth: Int) throws(ProjectError) -> PropertyListValue {
        count += 1
        guard count <= Self.objects else { throw failure("The project has more than \(Self.objects) values.") }
        guard depth <= Self.depth else {
            throw failure("The project has lists that are nested more than \(Self.depth) deep.")
        }
        switch current {
        case UInt8(ascii: "{"): return try readDictionary(depth: depth)
        case UInt8(ascii: "("): return try readArray(depth: depth)
        case UInt8(ascii: "<") where !next(is: "<"): return try readData()
        default: return .string(try readString())
        }
    }

    private mutating func readDictionary(depth: Int) throws(ProjectError) -> PropertyListValue {
        position += 1
        var entries: [String: PropertyListValue] = [:]
        while true {
            try skipSpace()
            if current == UInt8(ascii: "}") {
                position += 1
                return .dictionary(entries)
            }
            let start = line
            let key = try readString()
            if depth == 1 { lines[key] = start }
            try skipSpace()
            try expect("=")
            try skipSpace()
            entries[key] = try readValue(depth: depth + 1)
            try skipSpace()
            // The last semicolon may be missing.
            if current != UInt8(ascii: "}") { try expect(";") }
        }
    }

    private mutating func readArray(depth: Int) throws(ProjectError) -> PropertyListValue {
        position += 1
        var elements: [PropertyListValue] = []
        while true {
            try skipSpace()
            if current == UInt8(ascii: ")") {
                position += 1
                return .array(elements)
            }
            elements.append(try readValue(depth: depth + 1))
            try skipSpace()
            if current != UInt8(ascii: ")") { try expect(",") }
        }
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(ProjectError) {
        guard current == UInt8(ascii: character) else { throw unexpected("\"\(character)\"") }
        position += 1
    }

    private mutating func readData() throws(ProjectError) -> PropertyListValue {
        position += 1
        var digits: [UInt8] = []
        while true {
            try skipSpace()
            guard let byte = current else { throw unexpected("\">\"") }
            position += 1
            if byte == UInt8(ascii: ">") { break }
            guard let digit = Self.hexadecimal(byte) else {
                position -= 1
                throw unexpected("a hexadecimal digit")
            }
            digits.append(digit)
        }
        guard digits.count.isMultiple(of: 2) else { throw failure("The project has data with half a byte.") }
        return .data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}

// MARK: - Strings

extension OldStyleReader {
    private mutating func readString() throws(ProjectError) -> String {
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try readQuotedString()
        default: return try readWord()
        }
    }

    private mutating func readWord() throws(ProjectError) -> String {
        let start = position
        while let byte = current, Self.isWord(byte) {
            if byte == UInt8(ascii: "/"), next(is: "*") { break }
            position += 1
        }
        guard position > start else { throw unexpected("a value") }
        return try text(bytes[start..<position])
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "~"), UInt8(ascii: "*"):
            true
        default: false
        }
    }

    private mutating func readQuotedString() throws(ProjectError) -> String {
        let start = line
        let quote = bytes[position]
        position += 1
        var content: [UInt8] = []
        while let byte = current {
            position += 1
            switch byte {
            case quote:
                return try text(content[...])
            case UInt8(ascii: "\\"):
                readEscape(into: &content)
            default:
                if byte == 0x0A { line += 1 }
                content.append(byte)
            }
        }
        throw ProjectError(file: file, line: start, "A text of the project has no closing quotation mark.")
    }

    private mutating func readEscape(into content: inout [UInt8]) {
        guard let byte = current else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "a"): content.append(0x07)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "v"): content.append(0x0B)
        case UInt8(ascii: "U"), UInt8(ascii: "u"): readUnicodeEscape(into: &content)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var value = UInt32(byte - 0x30)
            var digits = 1
            while digits < 3, let digit = current, (0x30...0x37).contains(digit) {
                value = value << 3 | UInt32(digit - 0x30)
                position += 1
                digits += 1
            }
            if let scalar = Unicode.Scalar(value & 0xFF) { content.append(contentsOf: Array(String(scalar).utf8)) }
        case 0x0A:
            line += 1
            content.append(byte)
        default:
            content.append(byte)
        }
    }

    /// Reads up to four hexadecimal digits, a unit of UTF-16; two that are surrogates are one character.
    private mutating func readUnicodeEscape(into content: inout [UInt8]) {
        var units = [readUnit()]
        if UTF16.isLeadSurrogate(units[0]), current == UInt8(ascii: "\\"), next(is: "U") {
            position += 2
            units.append(readUnit())
        }
        content.append(contentsOf: Array(String(decoding: units, as: UTF16.self).utf8))
    }

    private mutating func readUnit() -> UInt16 {
        var value: UInt16 = 0
        var digits = 0
        while digits < 4, let digit = current.flatMap(Self.hexadecimal) {
            value = value << 4 | UInt16(digit)
            position += 1
            digits += 1
        }
        return value
    }

    private func text(_ content: ArraySlice<UInt8>) throws(ProjectError) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw failure("The project has a text that is not UTF-8.")
        }
        return text
    }
}
