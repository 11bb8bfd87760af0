/// Reads the JSON of a compiled interface, which comes from an untrusted bundle.
struct InterfaceValueReader {
    /// The maximum nesting depth. A view in a view takes three levels, and a storyboard has at most 200 views in each other.
    static let depth = 640

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The value of a whole text; `nil` if it is not the JSON of one value.
    static func value(_ bytes: ArraySlice<UInt8>) -> InterfaceValue? {
        var reader = InterfaceValueReader(bytes)
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipSpace()
        return reader.position == bytes.endIndex ? value : nil
    }

    private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard bytes.endIndex - position >= length else { return false }
        let matches = word.withUTF8Buffer { buffer in
            for index in 0..<length where buffer[index] != bytes[position + index] { return false }
            return true
        }
        if matches { position += length }
        return matches
    }

    private mutating func value(depth: Int) -> InterfaceValue? {
        guard depth < Self.depth else { return nil }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return dictionary(depth: depth)
        case UInt8(ascii: "["): return list(depth: depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return skip("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return skip("false") ? .bool(false) : nil
        default: return number()
        }
    }

    private mutating func dictionary(depth: Int) -> InterfaceValue? {
        position += 1
        var values: [String: InterfaceValue] = [:]
        skipSpace()
        if skip(UInt8(ascii: "}")) { return .dictionary(values) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\""), let name = string() else { return nil }
            skipSpace()
            guard skip(UInt8(ascii: ":")), let value = value(depth: depth + 1) else { return nil }
            values[name] = value
            skipSpace()
            if skip(UInt8(ascii: "}")) { return .dictionary(values) }
            guard skip(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func list(depth: Int) -> InterfaceValue? {
        position += 1
        var values: [InterfaceValue] = []
        skipSpace()
        if skip(UInt8(ascii: "]")) { return .list(values) }
        while true {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
            skipSpace()
            if skip(UInt8(ascii: "]")) { return .list(values) }
            guard skip(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func number() -> InterfaceValue? {
        let start = position
        while let byte = next, Self.isPartOfNumber(byte) { position += 1 }
        guard position > start, let value = Double(String(decoding: bytes[start..<position], as: UTF8.self)),
            value.isFinite
        else { return nil }
        return .number(value)
    }

    private static func isPartOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private mutating func string() -> String? {
        position += 1
        let start = position
        // Most strings have no escape.
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
        guard next != nil else { return nil }
        if skip(UInt8(ascii: "\"")) { return String(decoding: bytes[start..<(position - 1)], as: UTF8.self) }
        var text = Array(bytes[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = escape() else { return nil }
                text += escaped.utf8
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> String? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"):
            guard bytes.endIndex - position >= 4 else { return nil }
            let digits = String(decoding: bytes[position..<(position + 4)], as: UTF8.self)
            position += 4
            return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) }
        default: return nil
        }
    }
}

extension InterfaceValue {
    /// Makes the value that a JSON text describes; `nil` if the text is not JSON or is nested too deeply.
    package init?(parsing bytes: ArraySlice<UInt8>) {
        guard let value = InterfaceValueReader.value(bytes) else { return nil }
        self = value
    }
}
