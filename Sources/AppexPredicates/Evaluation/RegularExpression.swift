import Foundation
import Synchronization

/// A pattern of `MATCHES`: a regular expression of ICU, as on Apple's systems, for the whole of a text.
///
/// ICU goes back and tries again, which takes exponential time for patterns such as `(a+)+$`. It reports every 10,000
/// steps of its own that it is still at work, and is stopped when the evaluation has no steps left to pay for that.
struct RegularExpression {
    /// Bytes of a pattern. ICU takes up to 30 ms to read one of this length, and reads it twice.
    static let patternBytes = 1000
    /// What reading a pattern costs for each of its bytes, in steps of the evaluation.
    private static let stepsPerByte = 300
    /// What each report costs, in steps of the evaluation. It stands for 0.1 to 0.9 ms.
    private static let stepsPerReport = 5000

    private let expression: NSRegularExpression
    private let options: Comparison.Options
    private let looksAround: Bool

    /// Reads a pattern, or finds it among those that have been read.
    ///
    /// - Parameter spend: is told what reading costs, before.
    /// - Throws: ``EvaluationError/Code/invalidPattern`` or, for one that is too long, ``EvaluationError/Code/limit``.
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
                throw EvaluationError(.invalidPattern, "MATCHES cannot read the pattern \(pattern.excerpt.quoted)")
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

    /// Whether the expression matches the whole of a text.
    ///
    /// - Parameter budget: the steps of the evaluation that there are.
    /// - Returns: the answer and what it cost, or `nil` when there were too few steps for one.
    func matches(_ text: String, budget: Int) -> (answer: Bool, cost: Int)? {
        let text = Self.folded(text, options)
        let length = text.utf16.count
        // Where a step can look at the whole text, a report stands for more.
        let cost = Self.stepsPerReport * (looksAround ? 1 + length / 32 : 1)
        var reports = 0
        var isMatch = false
        // ICU bounds its own stack, too, to 8 MB.
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

    /// Whether the pattern has something by which ICU looks at any number of characters in one step: a back reference,
    /// or a group that looks ahead, looks behind or is never taken back. When in doubt, it has.
    private static func looksAround(_ pattern: String) -> Bool {
        let bytes = Array(pattern.utf8)
        for (place, byte) in bytes.enumerated().dropFirst() {
            switch (bytes[place - 1], byte) {
            case (UInt8(ascii: "\\"), _) where byte.isDigit || byte == UInt8(ascii: "k"): return true
            case (UInt8(ascii: "("), UInt8(ascii: "?")):
                // Options are harmless, but for x: it allows blanks inside of what is looked for here.
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
        // By itself first: "a)(b" must not make sense by what is put around it.
        // The empty pattern is one, but Foundation refuses it.
        guard key.pattern.isEmpty || (try? NSRegularExpression(pattern: key.pattern, options: options)) != nil else {
            return nil
        }
        // The second is for patterns that end in a comment, the third for those that end in a quotation.
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

    /// Few, because rules with patterns are rare, and each may take some kilobytes.
    private static let cacheCapacity = 64

    /// Patterns that have been read, since rules are evaluated again and again.
    private static let cache = Mutex<[Key: NSRegularExpression]>([:])
}
