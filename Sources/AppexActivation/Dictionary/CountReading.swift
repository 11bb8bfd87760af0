import AppexModel

/// The interpretation of a value in a rule dictionary. Published manifests contain counts as strings and booleans, and
/// switches as integers; each is read as the intended number.
struct CountReading {
    /// The count; `nil` if the value is ignored.
    let count: Int64?
    /// A remark about an unexpected value, as the end of a sentence that begins with its key; `nil` for none.
    let remark: String?

    /// Reads the value of a key.
    ///
    /// - Parameter isSwitch: whether a boolean is expected under the key, not an integer.
    init(_ value: PropertyListValue, isSwitch: Bool) {
        let number: Int64?
        switch value {
        case .integer(let integer): number = integer
        case .boolean(let flag): number = flag ? 1 : 0
        case .unsigned: number = .max
        case .real(let real): number = Self.truncated(real)
        case .string(let text): number = Self.parsed(text)
        default: number = nil
        }
        count = number.flatMap { $0 < 0 ? nil : $0 }
        let isAsExpected = isSwitch ? value.boolean != nil : value.integer != nil && count != nil
        let reading = count.map { "is read as \($0)" } ?? "counts as absent"
        let expected = isSwitch ? "a boolean" : "an integer of 0 or more"
        remark = isAsExpected ? nil : "is \(Self.described(value)) and \(reading); it should be \(expected)"
    }

    private static func described(_ value: PropertyListValue) -> String {
        switch value {
        case .integer(let integer): "the integer \(integer)"
        case .boolean(let flag): "the boolean \(flag)"
        case .unsigned(let integer): "the integer \(integer)"
        case .real(let real): "the real number \(real)"
        case .string(let text): "the string \"\(ManifestError.printable(text, limit: 40))\""
        default: value.kindName
        }
    }

    /// The integer part, within the bounds of `Int64`; `nil` for what is not a number.
    private static func truncated(_ number: Double) -> Int64? {
        guard !number.isNaN else { return nil }
        return Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }

    /// A whole decimal number, or one of the words for a switch, with white space around it.
    private static func parsed(_ text: String) -> Int64? {
        let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(Substring.init)
        guard let word = words.first, words.count == 1 else { return nil }
        switch word.lowercased() {
        case "yes", "true": return 1
        case "no", "false": return 0
        case let word: return Int64(word)
        }
    }
}
