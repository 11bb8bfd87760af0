/// Finds phone numbers: groups of digits with separators, whose number and lengths are those of phone numbers.
enum PhoneNumberScanner {
    /// The maximum length of a number with its separators, in UTF-16 units.
    private static let lengthLimit = 40
    /// The numbers of digits that a phone number has (ITU-T E.164).
    private static let digitCounts = 7...15
    private static let separators = ASCIISet(" -.()")

    static func results(in text: ScannedText) -> [DetectedResult] {
        var results: [DetectedResult] = []
        var index = 0
        while index < text.count {
            guard begins(text, at: index) else {
                index += 1
                continue
            }
            if let range = number(text, from: index) {
                results.append(text.result(range, .phoneNumber(text.string(range))))
                index = range.upperBound
            } else {
                index += 1
                while text[index].isDigit { index += 1 }
            }
        }
        return results
    }

    private static func begins(_ text: ScannedText, at index: Int) -> Bool {
        let unit = text[index]
        guard unit.isDigit || unit == UInt16(ascii: "+") || unit == UInt16(ascii: "(") else { return false }
        let previous = text[index - 1]
        let marks: [Unicode.Scalar] = ["+", ".", "-", ",", "/", ":", "#", "$", "@", "_", "="]
        return !previous.isAlphanumeric && !marks.contains { previous == UInt16(ascii: $0) }
    }

    private static func number(_ text: ScannedText, from start: Int) -> Range<Int>? {
        var groups: [Int] = []
        var digits = 0
        var end = start
        var index = start
        let isInternational = text[index] == UInt16(ascii: "+")
        if isInternational { index += 1 }
        var first: UInt16 = 0
        var gap = 0
        var depth = 0
        while index < text.count, index - start <= lengthLimit {
            let unit = text[index]
            if unit.isDigit {
                if gap > 0 || groups.isEmpty { groups.append(0) }
                groups[groups.count - 1] += 1
                digits += 1
                if digits > digitCounts.upperBound { return nil }
                if digits == 1 { first = unit }
                gap = 0
                end = index + 1
            } else if separators.contains(unit) || unit == 0xA0 || unit == 0x2011 {
                gap += 1
                if unit == UInt16(ascii: "(") { depth += 1 }
                if unit == UInt16(ascii: ")") { depth -= 1 }
                // At most a bracket and a space between two groups; brackets are closed before others are opened.
                if gap > 2 || !(0...1).contains(depth) { break }
            } else {
                break
            }
            index += 1
        }
        guard digitCounts.contains(digits) else { return nil }
        guard isPhoneNumber(groups, first, isInternational, inBrackets: text[start] == UInt16(ascii: "(")) else {
            return nil
        }
        let next = text[end]
        let isCut = next.isAlphanumeric || ["/", ":", "%", "@", "_"].contains { next == UInt16(ascii: $0) }
        return isCut || ([".", ",", "-"].contains { next == UInt16(ascii: $0) } && text[end + 1].isDigit)
            ? nil : start..<end
    }

    /// - Parameters:
    ///   - lengths: the numbers of digits of the groups.
    ///   - first: the first digit.
    private static func isPhoneNumber(
        _ lengths: [Int], _ first: UInt16, _ isInternational: Bool, inBrackets: Bool
    ) -> Bool {
        let hasPrefix = first == UInt16(ascii: "0")
        if isInternational { return !hasPrefix }
        if inBrackets { return lengths.count > 1 && (2...5).contains(lengths[0]) }
        switch lengths {
        // As in North America, without or with the country code 1.
        case [3, 3, 4], [3, 4]: return !hasPrefix
        case [10]: return true
        case [1, 3, 3, 4]: return first == UInt16(ascii: "1")
        case [11]: return hasPrefix || first == UInt16(ascii: "1")
        // A date such as 01-15-2024.
        case [2, 2, 4]: return false
        // With the prefix 0, as in most of Europe. A single digit before others is a decimal number.
        default: return hasPrefix && lengths[0] > 1 && lengths.count > 1 && lengths.reduce(0, +) > 7
        }
    }
}
