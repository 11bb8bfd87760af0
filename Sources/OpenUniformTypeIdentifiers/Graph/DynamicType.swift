/// A type that nobody declares, made from a tag: its identifier is the tag and what it conforms to, encoded.
///
/// The identifier is `dyn.a` and, in base 32 with five bits a letter, the text `?0=…:1=…`: keys and values, of which
/// well-known ones are numbers. `dyn.ah62d4rv4ge81g6xy` is `?0=6:1=srt`, a file of type public.data with the extension
/// "srt"; without supertype it would be `1=srt`. The encoding is Apple's, as identifiers in public sources show it, so
/// the types of unknown files have the same names on both systems.
struct DynamicType: Sendable, Hashable {
    /// What the type conforms to, in the order of the identifier.
    var parents: [String] = []
    /// The tags by the identifier of their class.
    var tags: [String: [String]] = [:]

    /// Longer identifiers are not dynamic types: a name in a file system has at most 255 bytes.
    private static let maximumLength = 1_024
    /// What names more parents is not a dynamic type. Apple's system names one, or none.
    private static let maximumParents = 16
    private static let prefix = "dyn.a"
    private static let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789".utf8)
    private static let conformsTo = "UTTypeConformsTo"

    /// What stands for a key or a type, by its code in hexadecimal.
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
    ///   - tag: in lower case
    ///   - tagClass: the identifier of the tag's class
    ///   - parent: what the type conforms to, nil for nothing
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
    /// Reads an identifier in lower case.
    ///
    /// - Returns: nil when it is not that of a dynamic type.
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

    /// The parts of `text` between separators that no backslash precedes.
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
