/// The textual form of limits, such as `64 MiB`, `30 s`, `128` and `true`.
package enum LimitText {
    /// The units, largest first.
    private static let byteUnits: [(name: String, factor: UInt64)] = [
        ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1),
    ]
    private static let timeUnits: [(name: String, factor: UInt64)] = [
        ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1),
    ]

    private static func units(_ unit: LimitKey.Unit) -> [(name: String, factor: UInt64)] {
        switch unit {
        case .bytes: byteUnits
        case .time: timeUnits
        case .count, .flag: []
        }
    }

    /// Formats a value in the largest unit in which it is a whole number.
    package static func text(_ value: UInt64, _ unit: LimitKey.Unit) -> String {
        if case .flag = unit { return value == 0 ? "false" : "true" }
        let units = units(unit)
        guard let fitting = units.first(where: { value >= $0.factor && value.isMultiple(of: $0.factor) }) ?? units.last
        else { return "\(value)" }
        return "\(value / fitting.factor) \(fitting.name)"
    }

    /// Parses a value: a whole number, an optional space and, if the key has units, a unit.
    ///
    /// - Returns: nil for any other text, or for a value out of the key's range.
    package static func value(_ text: String, for key: LimitKey) -> UInt64? {
        if case .flag = key.unit { return text == "true" ? 1 : text == "false" ? 0 : nil }
        let digits = text.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = text.dropFirst(digits.count)
        let name = rest.begins(with: " ") ? rest.dropFirst() : rest
        guard let number = UInt64(String(decoding: digits, as: UTF8.self)) else { return nil }
        let units = units(key.unit)
        guard let factor = units.isEmpty && name.isEmpty ? 1 : units.first(where: { $0.name == name })?.factor
        else { return nil }
        let (value, overflow) = number.multipliedReportingOverflow(by: factor)
        return !overflow && key.range.contains(value) ? value : nil
    }

    /// The accepted values of a key, as the end of a sentence.
    package static func expectation(_ key: LimitKey) -> String {
        let bounds =
            "\(text(key.range.lowerBound, key.unit)) to \(text(key.range.upperBound, key.unit))"
        return switch key.unit {
        case .bytes: "a size with its unit as in \"64 MiB\", from \(bounds)"
        case .time: "a time with its unit as in \"30 s\", from \(bounds)"
        case .count: "a whole number from \(bounds)"
        case .flag: "true or false"
        }
    }

    /// Formats bytes for display, in mebibytes with at most one decimal: `121.3 MiB`, `120 MiB`.
    package static func mebibytes(_ bytes: UInt64) -> String {
        // In two parts, because the product could overflow.
        let tenths = (bytes >> 20) * 10 + ((bytes & 0xF_FFFF) * 10) >> 20
        return tenths.isMultiple(of: 10) ? "\(tenths / 10) MiB" : "\(tenths / 10).\(tenths % 10) MiB"
    }
}
