/// Reads the XML of a storyboard or xib file.
///
/// Entities other than those that XML defines, and declarations of a document type, do not occur in such files and are
/// errors, so that nothing is expanded or loaded.
struct InterfaceElementReader {
    private let bytes: [UInt8]
    private let file: String
    private var position = 0
    private var line = 1
    private var elements = 0

    private init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// The root element of a file.
    ///
    /// - Throws: ``InterfaceDamage`` for a file that is too large, not text, or not well-formed.
    static func read(_ bytes: [UInt8], file: String) throws(InterfaceDamage) -> InterfaceElement {
        guard bytes.count <= InterfaceLimits.fileBytes else {
            throw InterfaceDamage(
                file: file, line: 0,
                reason: "it has \(bytes.count) bytes, and at most \(InterfaceLimits.fileBytes) are read")
        }
        var reader = InterfaceElementReader(bytes, file: file)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        return try reader.document()
    }

    private func damage(_ reason: String) -> InterfaceDamage { InterfaceDamage(file: file, line: line, reason: reason) }

    private mutating func document() throws(InterfaceDamage) -> InterfaceElement {
        try skipMisc()
        var open: [InterfaceElement] = []
        while position < bytes.count {
            if skip("</") {
                let name = name()
                skipSpace()
                guard let element = open.popLast(), element.name == name, skip(">") else {
                    throw damage("the end tag </\(name)> does not match \(open.last.map { "<\($0.name)>" } ?? "a tag")")
                }
                guard !open.isEmpty else { return try end(element) }
                open[open.count - 1].children.append(element)
            } else if skip("<!--") {
                try skip(past: "-->", of: "a comment")
            } else if skip("<![CDATA[") {
                let start = position
                try skip(past: "]]>", of: "a CDATA section")
                guard !open.isEmpty else { throw damage("there is text outside of the document") }
                open[open.count - 1].text += String(decoding: bytes[start..<(position - 3)], as: UTF8.self)
            } else if skip("<?") {
                try skip(past: "?>", of: "a processing instruction")
            } else if bytes[position] == UInt8(ascii: "<") {
                let (element, isEmpty) = try startTag()
                guard isEmpty else {
                    guard open.count < InterfaceLimits.depth else {
                        throw damage("elements are nested more than \(InterfaceLimits.depth) deep")
                    }
                    open.append(element)
                    continue
                }
                guard !open.isEmpty else { return try end(element) }
                open[open.count - 1].children.append(element)
            } else {
                let text = try text(until: UInt8(ascii: "<"))
                guard !open.isEmpty else { throw damage("there is text outside of the document") }
                open[open.count - 1].text += text
            }
        }
        throw damage(open.last.map { "the element <\($0.name)> on line \($0.line) has no end" } ?? "it has no element")
    }

    private mutating func end(_ root: InterfaceElement) throws(InterfaceDamage) -> InterfaceElement {
        try skipMisc()
        guard position == bytes.count else { throw damage("something follows the end of the document") }
        return root
    }

    /// Moves behind space, comments and processing instructions.
    private mutating func skipMisc() throws(InterfaceDamage) {
        while true {
            skipSpace()
            if skip("<!--") {
                try skip(past: "-->", of: "a comment")
            } else if skip("<?") {
                try skip(past: "?>", of: "a processing instruction")
            } else if matches("<!DOCTYPE") {
                throw damage("it has a document type, which storyboards and xib files do not have")
            } else {
                return
            }
        }
    }

    private mutating func startTag() throws(InterfaceDamage) -> (InterfaceElement, isEmpty: Bool) {
        elements += 1
        guard elements <= InterfaceLimits.elements else {
            throw damage("it has more than \(InterfaceLimits.elements) elements")
        }
        position += 1
        var element = InterfaceElement(name: name(), line: line)
        guard !element.name.isEmpty else { throw damage("a tag has no name") }
        // Messages about the children and attributes of an element contain its name and identifier.
        try check(element.name)
        while true {
            skipSpace()
            if skip("/>") { return (element, true) }
            if skip(">") { return (element, false) }
            let attribute = name()
            skipSpace()
            guard !attribute.isEmpty, skip("=") else { throw damage("the tag <\(element.name)> has no end") }
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
            else { throw damage("the attribute \(attribute) has no value in quotation marks") }
            let quote = bytes[position]
            position += 1
            let value = try text(until: quote)
            try check(attribute)
            if attribute == "id" { try check(value) }
            guard position < bytes.count else { throw damage("the value of the attribute \(attribute) has no end") }
            position += 1
            guard element.attributes.updateValue(value, forKey: attribute) == nil else {
                throw damage("the tag <\(element.name)> has the attribute \(attribute) twice")
            }
        }
    }

    private func check(_ name: String) throws(InterfaceDamage) {
        guard name.utf8.count <= InterfaceLimits.nameBytes else {
            throw damage("a name or an identifier has more than \(InterfaceLimits.nameBytes) bytes")
        }
    }

    // MARK: Characters

    private func matches(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count - position >= length else { return false }
        return text.withUTF8Buffer { buffer in
            for index in 0..<length where buffer[index] != bytes[position + index] { return false }
            return true
        }
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        guard matches(text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    private mutating func skip(past end: StaticString, of what: String) throws(InterfaceDamage) {
        let start = line
        while position < bytes.count {
            if skip(end) { return }
            step()
        }
        throw InterfaceDamage(file: file, line: start, reason: "\(what) has no end")
    }

    private mutating func step() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position] == 0x20 || (0x09...0x0D).contains(bytes[position]) { step() }
    }

    private mutating func name() -> String {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
            UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    private mutating func text(until end: UInt8) throws(InterfaceDamage) -> String {
        var result: [UInt8] = []
        while position < bytes.count, bytes[position] != end {
            switch bytes[position] {
            case UInt8(ascii: "&"):
                position += 1
                result += try reference().utf8
            case UInt8(ascii: "<") where end != UInt8(ascii: "<"):
                throw damage("an attribute contains the character <")
            case let byte:
                result.append(byte)
                step()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Reads what follows `&`. The longest reference is `#x10ffff;`.
    private mutating func reference() throws(InterfaceDamage) -> String {
        guard let end = bytes[position...].prefix(10).firstIndex(of: UInt8(ascii: ";")) else {
            throw damage("the character & is not followed by the name of a character")
        }
        let name = String(decoding: bytes[position..<end], as: UTF8.self)
        position = end + 1
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            guard let number, let scalar = Unicode.Scalar(number) else {
                throw damage("the reference &\(name); is not defined")
            }
            return String(scalar)
        }
    }
}

/// The reason for which a storyboard or xib file cannot be compiled.
struct InterfaceDamage: Error, Equatable, CustomStringConvertible {
    /// The path of the file.
    let file: String
    /// The line, counted from 1; 0 for the whole file.
    let line: Int
    /// What is wrong, as a clause.
    let reason: String

    var description: String {
        "\(file)\(line > 0 ? ":\(line)" : ""): error: The file cannot be compiled, because \(reason). "
            + "Open it in Interface Builder and save it again."
    }
}
