import Foundation

/// A fast writer for JSON, for messages that are sent many times per second. Other messages are encoded with
/// `JSONEncoder`.
package struct JSONText {
    /// The text so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Creates an empty text.
    package init() {}

    /// Appends text that is already JSON.
    package mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a whole number.
    package mutating func integer(_ number: some BinaryInteger) { bytes.append(contentsOf: String(number).utf8) }

    /// Appends a number; `null` if it is not finite.
    package mutating func number(_ number: Double) {
        guard number.isFinite else { return raw("null") }
        if let whole = Int64(exactly: number) { integer(whole) } else { bytes.append(contentsOf: "\(number)".utf8) }
    }

    /// Appends `true` or `false`.
    package mutating func flag(_ value: Bool) { if value { raw("true") } else { raw("false") } }

    /// Appends a string, with quotes.
    package mutating func text(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                for digit in [byte >> 4, byte & 15] { bytes.append(contentsOf: String(digit, radix: 16).utf8) }
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends an array.
    package mutating func list<Element>(_ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void) {
        raw("[")
        var isFirst = true
        for element in elements {
            if !isFirst { raw(",") }
            isFirst = false
            body(&self, element)
        }
        raw("]")
    }
}
