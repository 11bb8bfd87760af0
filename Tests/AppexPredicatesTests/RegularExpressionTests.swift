import AppexPredicates
import Testing

@Suite struct RegularExpressionTests {
    private func matches(_ text: String, _ pattern: String, options: String = "") throws -> Bool {
        try parsed("SELF MATCHES\(options) %@", .value(.string(pattern))).evaluate(with: .string(text))
    }

    @Test func `the whole text has to match`() throws {
        #expect(try matches("abc", "abc"))
        #expect(try !matches("abcd", "abc"))
        #expect(try !matches("xabc", "abc"))
        #expect(try !matches("abc\n", "abc"))
        #expect(try matches("abc", "ab|abc"))
        #expect(try matches("", ""))
        #expect(try matches("", "a*"))
        #expect(try !matches("", "a+"))
    }

    @Test func `ICU's syntax is known`() throws {
        #expect(try matches("srv:12345678-1234-1234-1234-123456789012:/", "srv:[0-9A-Fa-f-]{36}(:/)?"))
        #expect(try matches("Äö中", "\\p{L}+"))
        #expect(try matches("abab", "(ab)\\1"))
        #expect(try matches("foobar", "foo(?=bar).*"))
        #expect(try matches("a\nb", "(?s)a.b"))
        #expect(try !matches("a\nb", "a.b"))
    }

    @Test func `a pattern is what it is by itself, whatever stands around it`() throws {
        #expect(try failure("'ab' MATCHES 'a)(b'") == .invalidPattern)
        #expect(try matches("abc", "(?x) abc # a comment"))
        #expect(try matches("a.c", "\\Qa.c"))
        #expect(try !matches("abc", "\\Qa.c"))
        #expect(try matches("ab", "(?i)AB"))
    }

    @Test func `c ignores case and d accents, on both sides`() throws {
        #expect(try matches("ÄB", "äb", options: "[c]"))
        #expect(try !matches("ÄB", "ab", options: "[c]"))
        #expect(try matches("äb", "ab", options: "[d]"))
        #expect(try matches("Äb", "aB", options: "[cd]"))
        #expect(try matches("ab", "ä[éb]", options: "[d]"))
        #expect(try !matches("AB", "ab"))
    }

    @Test(arguments: ["(", "[a", "a{2,1}", "*", "\\p{Nothing}"])
    func `a pattern that cannot be read is an error with the pattern in it`(pattern: String) throws {
        let predicate = try parsed("'a' MATCHES %@", .value(.string(pattern)))
        let error = #expect(throws: EvaluationError.self) { try predicate.evaluate(with: .null) }
        #expect(error?.code == .invalidPattern)
        #expect(error?.message.contains("is not a valid regular expression") == true)
    }

    @Test func `with nil on a side nothing matches, and anything but strings is an error`() throws {
        #expect(try !holds("nil MATCHES 'a'"))
        #expect(try !holds("'a' MATCHES nil"))
        #expect(try failure("1 MATCHES '1'") == .typeMismatch)
        #expect(try failure("'1' MATCHES 1") == .typeMismatch)
    }

    /// Patterns for which ICU takes exponential or cubic time, or more memory than it may.
    private static let catastrophes: [(pattern: String, text: String)] = [
        ("(a+)+$", String(repeating: "a", count: 40) + "b"),
        ("(a|a)*", String(repeating: "a", count: 40) + "b"),
        ("(a|aa)+", String(repeating: "a", count: 10_000) + "b"),
        ("(.*)*(.*)*(.*)*x", String(repeating: "a", count: 10_000)),
        (".*.*.*.*.*.*x", String(repeating: "a", count: 10_000)),
        ("((((((a*)*)*)*)*)*)*x", String(repeating: "a", count: 10_000)),
        ("(\\w+\\s?)+", String(repeating: "word ", count: 2_000) + "!"),
        ("(?:(?=[a-z]*)a)*", String(repeating: "a", count: 20_000) + "!"),
        ("(?:(?>[a-z]*)x|a)*", String(repeating: "a", count: 20_000) + "!"),
        ("(?ix)(?: ( ? = [a-z]* ) a )*", String(repeating: "a", count: 60_000) + "!"),
        ("(\\w*)\\1\\1\\1x", String(repeating: "a", count: 60_000)),
        ("(?:a|b)*", String(repeating: "a", count: 1_000_000)),
    ]

    @Test(arguments: catastrophes.indices)
    func `a catastrophic pattern is stopped when the steps are spent`(number: Int) throws {
        let (pattern, text) = Self.catastrophes[number]
        let predicate = try parsed("SELF MATCHES %@", .value(.string(pattern)))
        let error = #expect(throws: EvaluationError.self) { try predicate.evaluate(with: .string(text)) }
        #expect([.limit, .invalidPattern].contains(error?.code), "\(String(describing: error))")
    }

    @Test func `matching the same costly pattern again and again is paid for each time`() throws {
        let predicate = try parsed("SUBQUERY(texts, $text, $text MATCHES '(a|aa)+').@count == 0")
        let text = PredicateValue.string(String(repeating: "a", count: 24) + "b")
        func evaluate(_ count: Int) throws -> Bool {
            try predicate.evaluate(with: ["texts": .list(Array(repeating: text, count: count))])
        }
        #expect(try evaluate(1))
        let error = #expect(throws: EvaluationError.self) { try evaluate(1000) }
        #expect(error?.code == .limit)
    }

    @Test func `an ordinary pattern over a long text costs little`() throws {
        #expect(try matches(String(repeating: "word ", count: 2_000), "[a-z ]*"))
        #expect(try matches(String(repeating: "a", count: 100_000), "a*"))
        #expect(try matches("someone@example.org", "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,4}"))
    }

    @Test func `a pattern that is too long is refused, and reading many of them is paid for`() throws {
        #expect(try failure("'a' MATCHES '\(String(repeating: "a", count: 1001))'") == .limit)
        let many = (0..<20).map { "'a' MATCHES '\($0)\(String(repeating: "a", count: 900))'" }
        #expect(try failure(many.joined(separator: " OR ")) == .limit)
    }
}
