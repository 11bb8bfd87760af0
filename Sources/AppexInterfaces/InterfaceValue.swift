/// A value in a compiled interface, as JSON has it.
package enum InterfaceValue: Equatable, Sendable {
    /// A truth value.
    case bool(Bool)
    /// A finite number.
    case number(Double)
    /// A text or a name.
    case string(String)
    /// Values in order.
    case list([InterfaceValue])
    /// Values by their names.
    case dictionary([String: InterfaceValue])

    /// The truth value; `nil` for a value of another kind.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number; `nil` for a value of another kind.
    package var number: Double? { if case .number(let value) = self { value } else { nil } }
    /// The text; `nil` for a value of another kind.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The values of a list; `nil` for a value of another kind.
    package var list: [InterfaceValue]? { if case .list(let value) = self { value } else { nil } }
    /// The values of a dictionary; `nil` for a value of another kind.
    package var dictionary: [String: InterfaceValue]? { if case .dictionary(let value) = self { value } else { nil } }

    /// The value for a name; `nil` for a value that is not a dictionary, and for a missing name.
    package subscript(name: String) -> InterfaceValue? { dictionary?[name] }

    /// Sets the value for a name, without a copy of the other values. A value that is not a dictionary stays as it is.
    package mutating func set(_ value: InterfaceValue, for name: String) {
        guard case .dictionary(var values) = self else { return }
        // Otherwise the dictionary would have two owners.
        self = .dictionary([:])
        values[name] = value
        self = .dictionary(values)
    }

    /// The numbers of a list of `count` numbers; `nil` for any other value.
    package func numbers(_ count: Int) -> [Double]? {
        guard let list, list.count == count else { return nil }
        let numbers = list.compactMap(\.number)
        return numbers.count == count ? numbers : nil
    }
}

extension InterfaceValue {
    /// Appends the value as JSON on one line. The names of a dictionary are sorted.
    package func write(to bytes: inout [UInt8]) {
        switch self {
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value): Self.write(value, to: &bytes)
        case .string(let value): Self.write(value, to: &bytes)
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .dictionary(let values):
            bytes.append(UInt8(ascii: "{"))
            for (index, (name, value)) in values.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ number: Double, to bytes: inout [UInt8]) {
        guard number.isFinite else { return bytes.append(UInt8(ascii: "0")) }
        var text = "\(number)"
        if text.hasSuffix(".0") { text.removeLast(2) }
        bytes += text.utf8
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
