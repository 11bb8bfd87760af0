import Foundation
import Synchronization

/// A pattern of `MATCHES`: a regular expression of ICU, as on Apple's systems, for the whole of a text.
///
/// ICU goes back and tries again, which takes exponential time for patterns such as `(a+)+$`. It reports every 10,000
/// steps or so that it is still at work, and is stopped after a number of reports.
struct RegularExpression {
    /// Bytes of a pattern. Reading one takes time, too.
    static let patternBytes = 4096

    private let expression: NSRegularExpression
    private let options: Comparison.Options
    /// With a back reference one step can look at as much as the whole text.
    private let hasBackReference: Bool

    /// - Throws: ``EvaluationError/Code/invalidPattern`` or, for one that is too long, ``EvaluationError/Code/limit``.
    init(_ pattern: String, _ options: Comparison.Options) throws(EvaluationError) {
        guard pattern.utf8.count <= Self.patternBytes else {
            throw EvaluationError(.limit, "a pattern of MATCHES has more than \(Self.patternBytes) bytes")
        }
        let key = Key(
            pattern: Self.folded(pattern, options), ignoresCase: options.contains(.caseInsensitive))
        guard let expression = Self.cache.expression(for: key) else {
            throw EvaluationError(.invalidPattern, "MATCHES cannot read the pattern \(pattern.excerpt.quoted)")
        }
        self.expression = expression
        self.options = options
        hasBackReference = Self.hasBackReference(pattern)
    }

    /// Whether the expression matches the whole of a text.
    ///
    /// - Parameter reports: how often it may report that it is at work.
    /// - Throws: ``EvaluationError/Code/limit`` when that was not enough.
    func matches(_ text: String, reports: Int) throws(EvaluationError) -> Bool {
        let text = Self.folded(text, options)
        let length = text.utf16.count
        let allowed = hasBackReference ? max(1, reports * 256 / (256 + length)) : reports
        var used = 0
        var isMatch = false
        var isBroken = false
        expression.enumerateMatches(
            in: text, options: [.anchored, .reportProgress, .reportCompletion],
            range: NSRange(location: 0, length: length)
        ) { match, flags, stop in
            isMatch = isMatch || match != nil
            isBroken = isBroken || flags.contains(.internalError)
            if flags.contains(.progress) { used += 1 }
            if isMatch || used > allowed { stop.pointee = true }
        }
        guard !isBroken, used <= allowed else {
            throw EvaluationError(
                .limit, "a pattern of MATCHES takes too many steps for a text of \(length) characters")
        }
        return isMatch
    }

    private static func folded(_ text: String, _ options: Comparison.Options) -> String {
        guard options.contains(.diacriticInsensitive), text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return text.folding(options: .diacriticInsensitive, locale: nil)
    }

    private static func hasBackReference(_ pattern: String) -> Bool {
        var isEscaped = false
        for byte in pattern.utf8 {
            if isEscaped, byte.isDigit || byte == UInt8(ascii: "k") { return true }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return false
    }

    // MARK: - Cache

    private struct Key: Hashable {
        let pattern: String
        let ignoresCase: Bool
    }

    /// Patterns that have been read, since rules are evaluated again and again.
    private final class Cache: Sendable {
        /// Few, because rules with patterns are rare, and each may take some kilobytes.
        private static let capacity = 64

        private let expressions = Mutex<[Key: NSRegularExpression?]>([:])

        func expression(for key: Key) -> NSRegularExpression? {
            if let known = expressions.withLock({ $0[key] }) { return known }
            let expression = Self.read(key)
            expressions.withLock {
                if $0.count >= Self.capacity { $0.removeAll() }
                $0[key] = .some(expression)
            }
            return expression
        }

        private static func read(_ key: Key) -> NSRegularExpression? {
            let options: NSRegularExpression.Options = key.ignoresCase ? .caseInsensitive : []
            // By itself first: "a)(b" must not make sense by what is put around it.
            guard (try? NSRegularExpression(pattern: key.pattern, options: options)) != nil else { return nil }
            // The second is for patterns that end in a comment, the third for those that end in a quotation.
            for end in [")\\z", "\n)\\z", "\\E)\\z"] {
                if let whole = try? NSRegularExpression(pattern: "(?:\(key.pattern)" + end, options: options) {
                    return whole
                }
            }
            return nil
        }
    }

    private static let cache = Cache()
}
