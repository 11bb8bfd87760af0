/// A modifier of a reference to a build variable, as in `$(PRODUCT_NAME:rfc1034identifier)`.
///
/// ## Difference from Apple
///
/// Xcode leaves a reference with an unknown modifier as it is; here it is an error.
package enum BuildVariableModifier: Hashable {
    /// Replaces all characters except ASCII letters, digits, `-` and `.` with `-`.
    case rfc1034identifier
    /// Replaces all characters that cannot be in an identifier of C with `_`, which also precedes a digit at the beginning.
    case identifier
    /// Replaces all characters that cannot be in an identifier of C with `_`, except letters that are not ASCII.
    case c99extidentifier
    /// Changes all letters to lowercase.
    case lower
    /// Changes all letters to uppercase.
    case upper
    /// Puts a backslash before white space, quotation marks and backslashes.
    case quote
    /// Removes the components `.` and `..` of a path, and repeated slashes.
    case standardizepath
    /// The last component of a path without its extension.
    case base
    /// The last component of a path.
    case file
    /// The path without its last component, with a slash at its end.
    case dir
    /// The extension of a path, with its dot.
    case suffix
    /// Replaces an empty value, or that of an unknown variable.
    case otherwise([UInt8])

    /// The names, in alphabetical order.
    package static let names = [
        "base", "c99extidentifier", "default=", "dir", "file", "identifier", "lower", "quote", "rfc1034identifier",
        "standardizepath", "suffix", "upper",
    ]

    /// - Parameter argument: the text after `=`; nil if the modifier has no such sign.
    /// - Returns: nil for an unknown name, and for an argument that is missing or not possible.
    package init?(_ name: String, argument: [UInt8]?) {
        switch (name, argument) {
        case ("rfc1034identifier", nil): self = .rfc1034identifier
        case ("identifier", nil): self = .identifier
        case ("c99extidentifier", nil): self = .c99extidentifier
        case ("lower", nil): self = .lower
        case ("upper", nil): self = .upper
        case ("quote", nil): self = .quote
        case ("standardizepath", nil): self = .standardizepath
        case ("base", nil): self = .base
        case ("file", nil): self = .file
        case ("dir", nil): self = .dir
        case ("suffix", nil): self = .suffix
        case ("default", let value?): self = .otherwise(value)
        default: return nil
        }
    }

    /// The value after the change.
    package func applied(to value: [UInt8]) -> [UInt8] {
        let text = String(decoding: value, as: UTF8.self)
        return switch self {
        case .otherwise(let replacement): value.isEmpty ? replacement : value
        case .rfc1034identifier: Array(Self.bundlePart(text).utf8)
        case .identifier: Array(Self.identifier(text, keeping: \.isASCII).utf8)
        case .c99extidentifier: Array(Self.identifier(text).utf8)
        case .lower: Array(text.lowercased().utf8)
        case .upper: Array(text.uppercased().utf8)
        case .quote: value.flatMap { Self.special.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        case .standardizepath: Array(PathText(text).normalized.utf8)
        case .base: Array(PathText(text).stem.utf8)
        case .file: Array(PathText(text).name.utf8)
        case .dir: Array(PathText(text).folder.utf8)
        case .suffix: Array(PathText(text).suffix.utf8)
        }
    }

    /// A text in which all characters that a bundle identifier cannot contain are replaced with `-`.
    package static func bundlePart(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") ? $0 : "-" })
    }

    private static let special = Set("\t\n\r \"'\\".utf8)

    /// A text in which all characters that an identifier cannot contain are replaced with `_`, with such a character before a digit
    /// at its beginning.
    ///
    /// - Parameter isKept: whether a character of an identifier of Swift stays.
    package static func identifier(_ text: String, keeping isKept: (Unicode.Scalar) -> Bool = { _ in true }) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isPart = isKept(scalar) && (scalar == "_" || scalar.properties.isXIDContinue)
            if isPart, result.isEmpty, scalar != "_", !scalar.properties.isXIDStart { result.append("_") }
            result.append(isPart ? scalar : "_")
        }
        return String(result)
    }
}

/// The parts of a path that modifiers name.
private struct PathText {
    private let isAbsolute: Bool
    /// The components, without the empty ones of repeated slashes.
    private let components: [Substring]

    init(_ text: String) {
        isAbsolute = text.utf8.first == UInt8(ascii: "/")
        components = text.parts(at: "/")
    }

    /// The last component; empty for a path without components.
    var name: String { components.last.map(String.init) ?? "" }

    /// The place of the dot before the extension of the last component; nil if it has none.
    private var dot: String.Index? {
        // Own text: build settings of the author.
        guard name != ".", name != "..", let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return dot
    }

    /// The last component without its extension.
    var stem: String { dot.map { String(name[..<$0]) } ?? name }

    /// The extension of the last component, with its dot; empty if it has none.
    var suffix: String { dot.map { String(name[$0...]) } ?? "" }

    /// The path without its last component, with a slash at its end.
    var folder: String {
        let parent = components.dropLast().joined(separator: "/")
        return parent.isEmpty ? "/" : "\(isAbsolute ? "/" : "")\(parent)/"
    }

    /// The path without the components `.` and `..`, except those that lead out of a relative path.
    var normalized: String {
        var kept: [Substring] = []
        for component in components where component != "." {
            guard component == ".." else {
                kept.append(component)
                continue
            }
            if let last = kept.last, last != ".." { kept.removeLast() } else if !isAbsolute { kept.append(component) }
        }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }
}
