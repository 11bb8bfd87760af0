/// An undeclared type that is derived from a tag: its identifier encodes the tag and the supertypes.
///
/// The identifier is `dyn.a` followed by text in base 32, five bits a letter. The text is `?0=…:1=…`: keys and values,
/// where well-known ones are numbers. `dyn.ah62d4rv4ge81g6xy` is `?0=6:1=srt`, a file of type public.data with the
/// extension "srt"; without a supertype it would be `1=srt`. The encoding is Apple's, as identifiers in public sources
/// show it, so that unknown files have the same type on both systems.
struct DynamicType: Sendable, Hashable {
    /// The supertypes, in the order of the identifier.
    var parents: [String] = []
    /// The tags by the identifier of their class.
    var tags: [String: [String]] = [:]

    /// Bytes of an identifier; a longer one is not a dynamic type. A file name has at most 255 bytes.
    private static let maximumLength = 1_024
    /// Supertypes; an identifier with more is not a dynamic type. Apple's system uses one or none.
    private static let maximumParents = 16
    private static let prefix = "dyn.a"
    private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)
    private static let conformsTo = "UTTypeConformsTo"

    /// Keys and types by their code, a hexadecimal digit.
    private static let codes = [
        conformsTo, "public.filename-extension", "com.apple.ostype", "public.mime-type", "com.apple.nspboard-type",
        "public.url-scheme", "public.data", "public.text", "public.plain-text", "public.utf16-plain-text",
        "com.apple.traditional-mac-plain-text", "public.image", "public.video", "public.audio", "public.directory",
        "public.folder", "com.apple.package",
    ]
}

// MARK: - Encoding

extension DynamicType {
    /// The identifier of the type for a tag.
    ///
    /// - Parameters:
    ///   - tag: the tag in lower case.
    ///   - tagClass: the identifier of the tag's class.
    ///   - parent: the supertype; nil for none.
    static func identifier(tag: String, tagClass: String, parent: String?) -> String {
        var text = parent.map { "?\(code(for: conformsTo))=\(code(for: $0)):" } ?? ""
        text += "\(code(for: tagClass))=\(escaped(tag))"
        return prefix + encoded(text.utf8)
    }

    private static func code(for name: String) -> String {
        codes.firstIndex(of: name).map { String($0, radix: 16, uppercase: true) } ?? escaped(name)
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if "\\:=,".unicodeScalars.contains(scalar) { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    private static func encoded(_ bytes: String.UTF8View) -> String {
        var letters: [UInt8] = []
        var bits = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | Int(byte)
            count += 8
            while count >= 5 {
                count -= 5
                letters.append(alphabet[bits >> count])
                bits &= (1 << count) - 1
            }
        }
        if count > 0 { letters.append(alphabet[bits << (5 - count)]) }
        return String(decoding: letters, as: UTF8.self)
    }
}

// MARK: - Decoding

extension DynamicType {
    /// Decodes an identifier in lower case.
    ///
    /// - Returns: nil if it is not the identifier of a dynamic type.
    init?(_ identifier: String) {
        guard identifier.utf8.starts(with: Self.prefix.utf8), identifier.utf8.count <= Self.maximumLength,
            let bytes = Self.decoded(identifier.utf8.dropFirst(Self.prefix.utf8.count))
        else { return nil }
        let text = bytes.first == UInt8(ascii: "?") ? bytes.dropFirst() : bytes[...]
        for pair in Self.parts(of: text, at: ":") {
            let sides = Self.parts(of: pair, at: "=")
            guard sides.count == 2 else { return nil }
            let key = Self.name(for: Self.unescaped(sides[0]))
            let values = Self.parts(of: sides[1], at: ",").map(Self.unescaped)
            if key == Self.conformsTo {
                parents += values.map { Self.name(for: $0).lowercasedASCII }
                guard parents.count <= Self.maximumParents else { return nil }
            } else {
                tags[key, default: []] += values
            }
        }
    }

    private static func name(for code: String) -> String {
        codes.indices.first { String($0, radix: 16, uppercase: true) == code }.map { codes[$0] } ?? code
    }

    private static func decoded(_ letters: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits = 0
        var count = 0
        for letter in letters {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            bits = bits << 5 | value
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count))
                bits &= (1 << count) - 1
            }
        }
        return bytes
    }

    /// The parts of `text` between separators that are not escaped by a backslash.
    private static func parts(of text: ArraySlice<UInt8>, at separator: Unicode.Scalar) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        var isEscaped = false
        for position in text.indices {
            if isEscaped {
                isEscaped = false
            } else if text[position] == UInt8(ascii: "\\") {
                isEscaped = true
            } else if text[position] == UInt8(ascii: separator) {
                parts.append(text[start..<position])
                start = position + 1
            }
        }
        return parts + [text[start...]]
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in text {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
            } else {
                isEscaped = false
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
