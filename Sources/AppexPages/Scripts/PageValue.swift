package import AppexProtocol
import Foundation
import Synchronization

/// Converts values between a script in a web page and an extension.
///
/// A value is a text of JSON: strings, numbers and booleans as they are, and arrays whose first element names a kind,
/// because JSON has neither dates nor data, and a script could not tell a member `__proto__` from a prototype:
///
/// ```
/// ["a", value …]            an array
/// ["o", key, value …]       a dictionary
/// ["d", milliseconds]       a date, in milliseconds since 1970
/// ["b", base64]             data
/// ```
///
/// The text comes from a page and is untrusted: its size, its depth and the number of its values are limited.
package struct PageValue: Sendable, Equatable {
    /// The value.
    package let value: ItemValue

    /// The maximum size of a text in bytes. A page's side allows 4 million UTF-16 code units, of three bytes at most.
    package static let maximumBytes = 12_000_000
    /// The maximum depth of values in a text.
    package static let depth = 30
    /// The maximum number of values in a text.
    package static let values = 65_536

    /// Creates a value of an extension, for a script.
    package init(_ value: ItemValue) { self.value = value }

    /// Parses the text of a value.
    ///
    /// - Throws: ``PageFailure`` if the text is not a value or exceeds a limit.
    package init(parsing text: String) throws(PageFailure) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw Self.tooLarge
        }
        let decoder = JSONDecoder()
        let budget = Budget()
        if let key = Budget.key { decoder.userInfo[key] = budget }
        do {
            value = try decoder.decode(Node.self, from: Data(text.utf8)).value
        } catch {
            throw PageFailure(
                budget.isSpent
                    ? "The script's answer has too many values, or they are nested too deeply."
                    : "The script's answer cannot be read.")
        }
        guard value.fitsMessage else { throw Self.tooLarge }
    }

    private static let tooLarge = PageFailure("The script's answer is too large for an extension; 4 MB are allowed.")

    /// The text of the value.
    ///
    /// - Returns: nil if the value contains something that a script cannot have, such as an attributed text or an error.
    package var text: String? {
        var json = JSONText()
        return Self.write(value, to: &json) ? String(decoding: json.bytes, as: UTF8.self) : nil
    }

    private static func write(_ value: ItemValue, to json: inout JSONText) -> Bool {
        switch value {
        case .boolean(let value): json.flag(value)
        case .integer(let value): json.integer(value)
        case .real(let value) where value.isFinite: json.number(value)
        case .string(let value), .url(let value): json.text(value)
        case .data(let bytes):
            json.raw("[\"b\",")
            json.text(Data(bytes).base64EncodedString())
            json.raw("]")
        case .date(let seconds) where seconds.isFinite:
            json.raw("[\"d\",")
            json.number(((seconds + Date.timeIntervalBetween1970AndReferenceDate) * 1000).rounded())
            json.raw("]")
        case .array(let values):
            json.raw("[\"a\"")
            for value in values {
                json.raw(",")
                guard write(value, to: &json) else { return false }
            }
            json.raw("]")
        case .dictionary(let members):
            json.raw("[\"o\"")
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                json.raw(",")
                json.text(key)
                json.raw(",")
                guard write(value, to: &json) else { return false }
            }
            json.raw("]")
        default: return false
        }
        return true
    }
}

/// The number of values that may still be parsed. Decoders take only values that can be sent to other threads.
private final class Budget: Sendable {
    static let key = CodingUserInfoKey(rawValue: "budget")
    private let state = Mutex((left: PageValue.values, isSpent: false))

    /// Whether there were too many values, or one was nested too deeply.
    var isSpent: Bool { state.withLock { $0.isSpent } }

    /// Counts a value.
    ///
    /// - Returns: false if it is one too many or nested too deeply.
    func spend(depth: Int) -> Bool {
        state.withLock { state in
            state.left -= 1
            if state.left < 0 || depth > PageValue.depth { state.isSpent = true }
            return !state.isSpent
        }
    }
}

private struct Node: Decodable {
    let value: ItemValue

    init(from decoder: any Decoder) throws {
        let budget = Budget.key.flatMap { decoder.userInfo[$0] as? Budget }
        guard budget?.spend(depth: decoder.codingPath.count) == true else { throw Self.unsuitable(decoder) }
        let single = try decoder.singleValueContainer()
        if let text = try? single.decode(String.self) {
            value = .string(text)
        } else if let number = try? single.decode(Double.self) {
            // A script has only floating-point numbers, whose last digits are rounded beyond this.
            value = abs(number) < 0x1p53 ? Int64(exactly: number).map { .integer($0) } ?? .real(number) : .real(number)
        } else if let flag = try? single.decode(Bool.self) {
            value = .boolean(flag)
        } else {
            value = try Self.container(decoder)
        }
    }

    private static func container(_ decoder: any Decoder) throws -> ItemValue {
        var elements = try decoder.unkeyedContainer()
        switch try elements.decode(String.self) {
        case "a":
            var values: [ItemValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(Node.self).value) }
            return .array(values)
        case "o":
            var members: [String: ItemValue] = [:]
            while !elements.isAtEnd {
                let key = try elements.decode(String.self)
                members[key] = try elements.decode(Node.self).value
            }
            return .dictionary(members)
        case "d":
            let milliseconds = try elements.decode(Double.self)
            return .date(milliseconds / 1000 - Date.timeIntervalBetween1970AndReferenceDate)
        default: throw unsuitable(decoder)
        }
    }

    private static func unsuitable(_ decoder: any Decoder) -> DecodingError {
        DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "not a value of a script"))
    }
}
