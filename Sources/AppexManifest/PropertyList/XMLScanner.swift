/// One tag: its name and whether it opens, closes or is empty. Attributes are skipped.
struct XMLTag {
    enum Kind {
        case open, close, empty
    }

    let name: String
    let kind: Kind

    /// The tag as written, without attributes.
    var description: String {
        switch kind {
        case .open: "<\(name)>"
        case .close: "</\(name)>"
        case .empty: "<\(name)/>"
        }
    }
}

/// Reads XML property lists: the character level.
struct XMLScanner {
    private let bytes: [UInt8]
    private let file: String
    private var position = 0
    /// Open `#if` conditionals.
    private var conditionals = 0

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// The number of the current line, from 1. Takes a time that is proportional to the position.
    var lineNumber: Int { bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1 }

    /// An error at the current line.
    func error(_ code: ManifestError.Code = .syntax, found: String, expected: String) -> ManifestError {
        ManifestError(code, file: file, found: "\(found) on line \(lineNumber)", expected: expected)
    }

    private func starts(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count - position >= length else { return false }
        return text.withUTF8Buffer { buffer in
            for index in 0..<length where buffer[index] != bytes[position + index] { return false }
            return true
        }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    /// Moves behind the next `end`.
    private mutating func skip(past end: StaticString, of what: String) throws(ManifestError) {
        let start = position
        while position < bytes.count {
            if skip(end) { return }
            position += 1
        }
        position = start
        throw error(found: "\(what) without an end", expected: "\(end)")
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
    }

    /// Moves behind the XML declaration, comments and the document type.
    mutating func skipProlog() throws(ManifestError) {
        while true {
            try skipBetweenElements()
            guard skip("<!DOCTYPE") else { return }
            while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
                switch bytes[position] {
                case UInt8(ascii: "["):
                    throw error(found: "a document type with declarations of its own", expected: "none")
                case UInt8(ascii: "\""): position += 1; try skip(past: "\"", of: "a literal")
                case UInt8(ascii: "'"): position += 1; try skip(past: "'", of: "a literal")
                default: position += 1
                }
            }
            position += 1
        }
    }

    /// Moves behind space, comments, processing instructions and preprocessor lines.
    mutating func skipBetweenElements() throws(ManifestError) {
        while position < bytes.count {
            skipSpace()
            if skip("<!--") {
                try skip(past: "-->", of: "a comment")
            } else if skip("<?") {
                try skip(past: "?>", of: "a processing instruction")
            } else if starts(with: "#") {
                try skipDirective()
            } else {
                return
            }
        }
    }

    /// The text from the current position to the end of the line, which is left behind.
    private mutating func line() -> String {
        let rest = bytes[position...]
        let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        position = min(end + 1, bytes.count)
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// The word after `#` in a preprocessor line.
    private static func directive(_ line: String) -> Substring {
        line.drop { $0 == " " || $0 == "\t" }.dropFirst().drop { $0 == " " || $0 == "\t" }.prefix { $0.isLetter }
    }

    private mutating func skipDirective() throws(ManifestError) {
        let start = position
        switch Self.directive(line()) {
        case "if", "ifdef", "ifndef":
            conditionals += 1
        case "endif" where conditionals > 0:
            conditionals -= 1
        case "elif", "else":
            guard conditionals > 0 else { fallthrough }
            try skipBranches()
        case "endif":
            position = start
            throw error(found: "an #else or #endif without #if", expected: "#if before it")
        default:
            break
        }
    }

    /// Moves behind the `#endif` that ends the conditional whose first branch was just read.
    private mutating func skipBranches() throws(ManifestError) {
        var depth = 1
        while position < bytes.count {
            let text = line()
            guard text.drop(while: { $0 == " " || $0 == "\t" }).first == "#" else { continue }
            switch Self.directive(text) {
            case "if", "ifdef", "ifndef": depth += 1
            case "endif": depth -= 1
            default: break
            }
            if depth == 0 {
                conditionals -= 1
                return
            }
        }
        throw error(found: "the end of the file inside #else", expected: "#endif")
    }

    /// Checks that the end of the file is reached and every conditional is closed.
    func expectEnd() throws(ManifestError) {
        guard position == bytes.count else {
            throw error(found: "something after </plist>", expected: "the end of the file")
        }
        guard conditionals == 0 else {
            throw error(found: "the end of the file inside #if", expected: "#endif")
        }
    }

    /// Reads a tag at the current position.
    mutating func nextTag(expected: String) throws(ManifestError) -> XMLTag {
        guard position < bytes.count else {
            throw error(found: "the end of the file", expected: expected)
        }
        guard skip("<") else {
            let text = String(decoding: bytes[position...].prefix(20), as: UTF8.self)
            throw error(found: "the text \"\(text)\"", expected: expected)
        }
        let closes = skip("/")
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        let name = String(decoding: bytes[start..<position].prefix(ManifestError.foundBytes), as: UTF8.self)
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ">"):
                let empty = bytes[position - 1] == UInt8(ascii: "/")
                position += 1
                return XMLTag(name: name, kind: closes ? .close : empty ? .empty : .open)
            case UInt8(ascii: "\""): position += 1; try skip(past: "\"", of: "an attribute")
            case UInt8(ascii: "'"): position += 1; try skip(past: "'", of: "an attribute")
            case UInt8(ascii: "<"): throw error(found: "the tag <\(name) without an end", expected: ">")
            default: position += 1
            }
        }
        throw error(found: "the tag <\(name) without an end", expected: ">")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default:
            false
        }
    }

    /// Reads character data up to the next tag, with references and CDATA sections resolved.
    mutating func text() throws(ManifestError) -> String {
        var result: [UInt8] = []
        while position < bytes.count {
            if skip("<![CDATA[") {
                let start = position
                try skip(past: "]]>", of: "a CDATA section")
                result += bytes[start..<(position - 3)]
            } else if skip("<!--") {
                try skip(past: "-->", of: "a comment")
            } else if bytes[position] == UInt8(ascii: "<") {
                break
            } else if skip("&") {
                result += try reference().utf8
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads what follows `&`. The longest reference is `#x10ffff;`.
    private mutating func reference() throws(ManifestError) -> String {
        let window = bytes[position...].prefix(10)
        let expected = "one of &amp; &lt; &gt; &quot; &apos; or a character number"
        guard let end = window.firstIndex(of: UInt8(ascii: ";")) else {
            throw error(found: "& without a name", expected: expected)
        }
        let name = String(decoding: bytes[position..<end], as: UTF8.self)
        defer { position = end + 1 }
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let number =
                name.begins(with: "#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.begins(with: "#") ? UInt32(name.dropFirst()) : nil
            guard let number, let scalar = Unicode.Scalar(number) else {
                throw error(found: "the reference &\(name);", expected: expected)
            }
            return String(scalar)
        }
    }
}
