import Foundation

/// The UTF-16 units of a part of a text, for scanners that look at each unit a bounded number of times.
struct ScannedText {
    /// The units.
    let units: [UInt16]
    /// The place of the first unit in the whole text.
    private let start: Int

    /// Makes the text of a range; what is outside of the text is left out.
    init(_ string: String, _ range: NSRange) {
        let all = Array(string.utf16)
        let lower = min(max(range.location, 0), all.count)
        let length = min(max(range.length, 0), all.count - lower)
        units = length == all.count ? all : Array(all[lower..<lower + length])
        start = lower
    }

    /// The number of units.
    var count: Int { units.count }

    /// The unit at an index; 0 outside of the text.
    subscript(index: Int) -> UInt16 { units.indices.contains(index) ? units[index] : 0 }

    /// The text of a range of units.
    func string(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }

    /// A result for a range of units.
    func result(_ range: Range<Int>, _ item: DetectedItem) -> DetectedResult {
        DetectedResult(NSRange(location: start + range.lowerBound, length: range.count), item)
    }
}

extension UInt16 {
    /// Whether it is an ASCII digit.
    var isDigit: Bool { (0x30...0x39).contains(self) }
    /// Whether it is an ASCII letter.
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) && self < 0x80 }
    /// Whether it is an ASCII letter or digit.
    var isAlphanumeric: Bool { isDigit || isASCIILetter }

    /// Makes the unit of an ASCII character.
    init(ascii: Unicode.Scalar) { self = Self(truncatingIfNeeded: ascii.value) }
}

/// Membership of ASCII characters in a set, in constant time.
struct ASCIISet {
    private let low: UInt64
    private let high: UInt64

    init(_ characters: String) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in characters.utf8 where byte < 128 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        (self.low, self.high) = (low, high)
    }

    func contains(_ unit: UInt16) -> Bool {
        unit < 64 ? low >> UInt64(unit) & 1 == 1 : unit < 128 && high >> UInt64(unit - 64) & 1 == 1
    }
}
