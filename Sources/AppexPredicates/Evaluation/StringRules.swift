import Foundation

/// How two strings are compared, according to the options of an operator.
///
/// Without options, and with `n`, they are compared by Unicode scalars: a precomposed letter differs from the letter
/// followed by a combining accent. With `c` and `d` both sides are folded first, so every comparison takes linear time.
struct StringRules {
    let options: Comparison.Options
    private let localeIdentifier: String

    init(_ options: Comparison.Options, _ context: EvaluationContext) {
        self.options = options.contains(.normalized) ? .normalized : options
        localeIdentifier = context.localeIdentifier
    }

    /// The cost of a comparison, as a number of bytes that are merely read. Where Foundation folds letters or applies a
    /// locale, each letter takes 30 ns and each string another microsecond.
    func cost(_ one: String, _ other: String) -> Int {
        let bytes = one.utf8.count + other.utf8.count
        guard folds || isLocal else { return bytes }
        return !isLocal && one.isASCII && other.isASCII ? 4 * bytes : 64 * (bytes + 64)
    }

    func isEqual(_ one: String, _ other: String) -> Bool {
        if isLocal { return localOrder(one, other) == .same }
        return prepared(one).utf8.elementsEqual(prepared(other).utf8)
    }

    func order(_ one: String, _ other: String) -> Ordering {
        if isLocal { return localOrder(one, other) }
        let (left, right) = (prepared(one), prepared(other))
        if left.utf8.lexicographicallyPrecedes(right.utf8) { return .ascending }
        return left.utf8.elementsEqual(right.utf8) ? .same : .descending
    }

    func hasPrefix(_ text: String, _ start: String) -> Bool {
        prepared(text).utf8.starts(with: prepared(start).utf8)
    }

    func hasSuffix(_ text: String, _ end: String) -> Bool {
        prepared(text).utf8.reversed().starts(with: prepared(end).utf8.reversed())
    }

    /// Whether a string contains another, in linear time.
    func contains(_ text: String, _ part: String) -> Bool {
        let wanted = Array(prepared(part).utf8)
        guard !wanted.isEmpty else { return true }
        // The failure function of Knuth, Morris and Pratt: no byte of the text is looked at twice.
        var borders = [0]
        for place in wanted.indices.dropFirst() {
            borders.append(Self.advance(borders[place - 1], by: wanted[place], in: wanted, borders))
        }
        var matched = 0
        for byte in prepared(text).utf8 {
            matched = Self.advance(matched, by: byte, in: wanted, borders)
            if matched == wanted.count { return true }
        }
        return false
    }

    private static func advance(_ matched: Int, by byte: UInt8, in wanted: [UInt8], _ borders: [Int]) -> Int {
        var matched = matched
        while matched > 0, wanted[matched] != byte { matched = borders[matched - 1] }
        return wanted[matched] == byte ? matched + 1 : matched
    }

    // MARK: - Folding

    private var folds: Bool { !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive]) }

    private var isLocal: Bool { options.contains(.localeSensitive) }

    /// The string in the folded form that is compared.
    func prepared(_ text: String) -> String {
        guard folds else { return text }
        if !isLocal, text.isASCII {
            guard options.contains(.caseInsensitive) else { return text }
            return String(decoding: text.utf8.map(\.asciiLowercase), as: UTF8.self)
        }
        return text.folding(options: foundationOptions, locale: locale)
    }

    private var foundationOptions: String.CompareOptions {
        var result: String.CompareOptions = []
        if options.contains(.caseInsensitive) { result.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { result.insert(.diacriticInsensitive) }
        return result
    }

    private var locale: Locale? { isLocal ? Locale(identifier: localeIdentifier) : nil }

    /// The order of the locale's dictionaries.
    private func localOrder(_ one: String, _ other: String) -> Ordering {
        switch one.compare(other, options: foundationOptions, range: nil, locale: locale) {
        case .orderedAscending: .ascending
        case .orderedSame: .same
        case .orderedDescending: .descending
        }
    }
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
