import AppexModel
import Foundation

/// A format in the style of `printf`, read without the functions of the C library: any text and any arguments give a
/// result.
package struct FormatString: Sendable {
    /// A part of the format.
    package enum Piece: Sendable, Equatable {
        /// Text that is copied.
        case text(String)
        /// A place for an argument.
        case argument(FormatSpecifier)
    }

    /// The parts of the format in order.
    package private(set) var pieces: [Piece] = []

    /// Reads a format. A specifier that is malformed is text.
    package init(_ format: String) {
        let bytes = Array(format.utf8)
        var text: [UInt8] = []
        var index = 0
        var nextArgument = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%") else {
                text.append(bytes[index])
                index += 1
                continue
            }
            if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "%") {
                text.append(UInt8(ascii: "%"))
                index += 2
                continue
            }
            var reader = FormatSpecifierReader(bytes, after: index)
            if let specifier = reader.read(&nextArgument) {
                if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
                text = []
                pieces.append(.argument(specifier))
                index = reader.index
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
    }

    /// Fills in the arguments. A place without an argument stays empty.
    ///
    /// - Parameter locale: the locale of numbers without a width; `nil` for the form of the C language.
    package func filled(with arguments: [Any], locale: Locale? = nil) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): return text
            case .argument(let specifier):
                guard arguments.indices.contains(specifier.position) else { return "" }
                return specifier.text(of: arguments[specifier.position], locale: locale)
            }
        }.joined()
    }
}

/// A place for an argument in a ``FormatString``.
package struct FormatSpecifier: Sendable, Equatable {
    /// The index of the argument.
    package var position: Int
    /// The annotations in braces, such as `public`, separated by commas.
    package var annotations: [String] = []
    /// Whether the text is aligned at its left edge.
    var isLeft = false
    /// Whether numbers are filled with zeros.
    var isZeroed = false
    /// Whether positive numbers have a sign.
    var isSigned = false
    /// The minimum length in characters.
    var width = 0
    /// The digits after the decimal point, or the maximum length of a text; `nil` for the default.
    var precision: Int?
    /// The letter of the conversion.
    var conversion: UInt8

    /// The maximum of widths and precisions; larger ones count as this.
    static let sizeLimit = 200

    /// The text of an argument. An argument that does not fit the conversion is described.
    package func text(of argument: Any, locale: Locale? = nil) -> String {
        if let locale, width == 0, !isSigned, let number = localized(argument, locale) { return number }
        return padded(content(of: argument))
    }

    /// A decimal number as a locale writes it.
    private func localized(_ argument: Any, _ locale: Locale) -> String? {
        switch conversion {
        case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"):
            integer(argument).flatMap(Int.init(exactly:)).map { $0.formatted(.number.locale(locale)) }
        case UInt8(ascii: "f"), UInt8(ascii: "F"):
            real(argument).map { $0.formatted(.number.precision(.fractionLength(precision ?? 6)).locale(locale)) }
        default:
            nil
        }
    }

    private func content(of argument: Any) -> String {
        switch conversion {
        case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"):
            return integer(argument).map { signed("\($0)") } ?? "\(argument)"
        case UInt8(ascii: "x"): return integer(argument).map { radix($0, 16) } ?? "\(argument)"
        case UInt8(ascii: "X"): return integer(argument).map { radix($0, 16).uppercased() } ?? "\(argument)"
        case UInt8(ascii: "o"): return integer(argument).map { radix($0, 8) } ?? "\(argument)"
        case UInt8(ascii: "c"), UInt8(ascii: "C"):
            guard let value = integer(argument), let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else {
                return "\(argument)"
            }
            return String(Character(scalar))
        case UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "g"),
            UInt8(ascii: "G"), UInt8(ascii: "a"), UInt8(ascii: "A"):
            guard let value = real(argument) else { return "\(argument)" }
            let letter = String(UnicodeScalar(conversion))
            return signed(String(format: "%.\(precision ?? 6)\(letter)", value))
        default:
            let text = "\(argument)"
            return precision.map { String(text.prefix($0)) } ?? text
        }
    }

    private func signed(_ number: String) -> String { isSigned && !number.begins(with: "-") ? "+" + number : number }

    private func radix(_ value: Int128, _ base: Int) -> String {
        value < 0 ? String(UInt64(truncatingIfNeeded: value), radix: base) : String(value, radix: base)
    }

    private func integer(_ argument: Any) -> Int128? {
        if let value = argument as? any BinaryInteger { return Int128(exactly: value) }
        if let value = argument as? NSNumber { return Int128(value.int64Value) }
        if let value = argument as? Bool { return value ? 1 : 0 }
        return nil
    }

    private func real(_ argument: Any) -> Double? {
        if let value = argument as? any BinaryFloatingPoint { return Double(value) }
        if let value = argument as? any BinaryInteger { return Double(value) }
        return (argument as? NSNumber)?.doubleValue
    }

    private func padded(_ text: String) -> String {
        let missing = width - text.count
        guard missing > 0 else { return text }
        if isLeft { return text + String(repeating: " ", count: missing) }
        guard isZeroed else { return String(repeating: " ", count: missing) + text }
        let sign = text.prefix { $0 == "-" || $0 == "+" }
        return sign + String(repeating: "0", count: missing) + text.dropFirst(sign.count)
    }
}

/// Reads what follows a percent sign.
struct FormatSpecifierReader {
    private let bytes: [UInt8]
    private(set) var index: Int

    init(_ bytes: [UInt8], after percent: Int) {
        self.bytes = bytes
        index = percent + 1
    }

    private var current: UInt8 { index < bytes.count ? bytes[index] : 0 }

    /// Reads a specifier; `nil` if it is malformed.
    ///
    /// - Parameter nextArgument: the index of the argument for a specifier without a position.
    mutating func read(_ nextArgument: inout Int) -> FormatSpecifier? {
        var result = FormatSpecifier(position: 0, conversion: 0)
        var position: Int?
        let start = index
        if let number = number(), current == UInt8(ascii: "$"), number > 0 {
            position = number - 1
            index += 1
        } else {
            index = start
        }
        if current == UInt8(ascii: "{") {
            guard let end = bytes[index...].prefix(200).firstIndex(of: UInt8(ascii: "}")) else { return nil }
            result.annotations = String(decoding: bytes[index + 1..<end], as: UTF8.self).parts(at: ",")
                // Own text: a format of the program.
                .map { $0.trimmingCharacters(in: .whitespaces) }
            index = end + 1
        }
        readFlags(&result)
        result.width = min(number() ?? 0, FormatSpecifier.sizeLimit)
        if current == UInt8(ascii: ".") {
            index += 1
            result.precision = min(number() ?? 0, FormatSpecifier.sizeLimit)
        }
        while index < bytes.count, "hlqLztj".utf8.contains(current) { index += 1 }
        guard "@dDiuUxXoOcCfFeEgGaAsSpm".utf8.contains(current), index < bytes.count else { return nil }
        result.conversion = "DUO".utf8.contains(current) ? current | 0x20 : current
        index += 1
        result.position = position ?? nextArgument
        if position == nil { nextArgument += 1 }
        return result
    }

    private mutating func readFlags(_ result: inout FormatSpecifier) {
        while index < bytes.count {
            switch current {
            case UInt8(ascii: "-"): result.isLeft = true
            case UInt8(ascii: "0"): result.isZeroed = true
            case UInt8(ascii: "+"): result.isSigned = true
            case UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "'"): break
            default: return
            }
            index += 1
        }
    }

    private mutating func number() -> Int? {
        let start = index
        var value = 0
        while index < bytes.count, (0x30...0x39).contains(current) {
            value = min(value * 10 + Int(current - 0x30), 1_000_000)
            index += 1
        }
        return index > start ? value : nil
    }
}
