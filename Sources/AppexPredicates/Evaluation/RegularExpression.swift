import Foundation
import Synchronization

/// A pattern of `MATCHES`: an ICU regular expression, as on Apple's systems, that has to match the whole text.
///
/// ICU backtracks, which takes exponential time for patterns such as `(a+)+$`. It reports progress after every 10,000
/// of its own steps, and is stopped then if the evaluation has no steps left.
struct RegularExpression {
    /// Bytes of a pattern. ICU takes up to 30 ms to compile one of this length, and compiles it twice.
    static let patternBytes = 1000
    /// Steps of the evaluation for each byte of a pattern that is compiled.
    private static let stepsPerByte = 300
    /// Steps of the evaluation for each progress report, which stands for 0.1 to 0.9 ms.
    private static let stepsPerReport = 5000

    private let expression: NSRegularExpression
    private let options: Comparison.Options
    private let looksAround: Bool

    /// Compiles a pattern, or takes it from the cache.
    ///
    /// - Parameter spend: called with the cost of compiling, before that is done.
    /// - Throws: ``EvaluationError/Code/invalidPattern``, or ``EvaluationError/Code/limit`` if the pattern is too long.
    init(
        _ pattern: String, _ options: Comparison.Options, spend: (Int) throws(EvaluationError) -> Void
    ) throws(EvaluationError) {
        guard pattern.utf8.count <= Self.patternBytes else {
            throw EvaluationError(.limit, "a pattern of MATCHES has more than \(Self.patternBytes) bytes")
        }
        let key = Key(pattern: Self.folded(pattern, options), ignoresCase: options.contains(.caseInsensitive))
        if let known = Self.cache.withLock({ $0[key] }) {
            expression = known
        } else {
            try spend(Self.stepsPerByte * pattern.utf8.count)
            guard let read = Self.read(key) else {
                throw EvaluationError(
                    .invalidPattern,
                    "the pattern \(pattern.excerpt.quoted) of MATCHES is not a valid regular expression")
            }
            expression = read
            Self.cache.withLock {
                if $0.count >= Self.cacheCapacity { $0.removeAll() }
                $0[key] = read
            }
        }
        self.options = options
        looksAround = Self.looksAround(pattern)
    }

    /// Whether the expression matches the whole text.
    ///
    /// - Parameter budget: the steps that the evaluation has left.
    /// - Returns: the answer and its cost in steps, or `nil` if the budget does not suffice.
    func matches(_ text: String, budget: Int) -> (answer: Bool, cost: Int)? {
        let text = Self.folded(text, options)
        let length = text.utf16.count
        // A report stands for more work if a single step can scan the whole text.
        let cost = Self.stepsPerReport * (looksAround ? 1 + length / 32 : 1)
        var reports = 0
        var isMatch = false
        // ICU itself bounds its stack, to 8 MB.
        var isBroken = cost > budget
        guard !isBroken else { return nil }
        expression.enumerateMatches(
            in: text, options: [.anchored, .reportProgress, .reportCompletion],
            range: NSRange(location: 0, length: length)
        ) { match, flags, stop in
            isMatch = isMatch || match != nil
            if flags.contains(.progress) { reports += 1 }
            isBroken = isBroken || flags.contains(.internalError) || reports * cost > budget
            if isMatch || isBroken { stop.pointee = true }
        }
        return isBroken ? nil : (isMatch, reports * cost)
    }

    /// Whether the pattern contains a construct by which ICU scans any number of characters in one step: a back
    /// reference, lookahead, lookbehind or an atomic group. When in doubt, it returns true.
    private static func looksAround(_ pattern: String) -> Bool {
        let bytes = Array(pattern.utf8)
        for (place, byte) in bytes.enumerated().dropFirst() {
            switch (bytes[place - 1], byte) {
            case (UInt8(ascii: "\\"), _) where byte.isDigit || byte == UInt8(ascii: "k"): return true
            case (UInt8(ascii: "("), UInt8(ascii: "?")):
                // Inline options are harmless except `x`, which allows blanks within the constructs that are searched
                // for here.
                let rest = bytes[(place + 1)...].drop { "ims-".utf8.contains($0) }
                guard rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: ")") else { return true }
            default: break
            }
        }
        return false
    }

    private static func folded(_ text: String, _ options: Comparison.Options) -> String {
        guard options.contains(.diacriticInsensitive), text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return text.folding(options: .diacriticInsensitive, locale: nil)
    }

    private static func read(_ key: Key) -> NSRegularExpression? {
        let options: NSRegularExpression.Options = key.ignoresCase ? .caseInsensitive : []
        // The pattern has to be valid on its own: "a)(b" must not become valid by being wrapped. The empty pattern is
        // valid, but Foundation rejects it.
        guard key.pattern.isEmpty || (try? NSRegularExpression(pattern: key.pattern, options: options)) != nil else {
            return nil
        }
        // The second ending is for patterns that end in a comment, the third for those that end in a quotation.
        for end in [")\\z", "\n)\\z", "\\E)\\z"] {
            if let whole = try? NSRegularExpression(pattern: "(?:\(key.pattern)" + end, options: options) {
                return whole
            }
        }
        return nil
    }

    // MARK: - Cache

    private struct Key: Hashable {
        let pattern: String
        let ignoresCase: Bool
    }

    /// Small, because rules with patterns are rare and a compiled one may take some kilobytes.
    private static let cacheCapacity = 64

    /// Compiled patterns, because the same rules are evaluated many times.
    private static let cache = Mutex<[Key: NSRegularExpression]>([:])
}
