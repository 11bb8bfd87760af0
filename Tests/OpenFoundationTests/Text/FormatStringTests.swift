import OpenFoundation
import Testing

@Suite struct FormatStringTests {
    private static let formats: [(String, [any Sendable], String)] = [
        ("%d%% of %@", [3, "x"], "3% of x"), ("%2$@-%1$@", ["a", "b"], "b-a"),
        ("%05.1f|%-4d|", [2.25, 7], "002.2|7   |"),
        ("%x %X %o", [255, 255, 8], "ff FF 10"), ("%+d %c", [1, 65], "+1 A"), ("%.2s", ["abc"], "ab"),
        ("%{public}@ %{private, mask.hash}d", ["a", 1], "a 1"), ("%@ %@", ["a"], "a "), ("%", [], "%"),
        ("%q %", [1], "%q %"),
        ("%99$@|", [1], "|"), ("%d", ["text"], "text"), ("%x", [-1], "ffffffffffffffff"),
        ("%lld %zu", [Int.min, UInt.max], "\(Int.min) \(UInt.max)"),
        ("%{public@", [1], "%{public@"),
    ]

    @Test func `a format gives its text`() {
        for (format, arguments, text) in Self.formats {
            #expect(FormatString(format).filled(with: arguments) == text)
        }
    }

    @Test func `widths and precisions are bounded`() {
        #expect(FormatString("%999999999999999999999999d").filled(with: [1]).count == 200)
        #expect(FormatString("%.999999999999999f").filled(with: [0.5]).count == 202)
    }

    @Test func `any format and any argument give a text`() {
        let marks = Array("%%%%@d$.{}0123456789-+lfxscp, é".unicodeScalars)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5000 {
            var format = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                format.append(marks.randomElement(using: &random) ?? "%")
            }
            let text = FormatString(String(format)).filled(with: [1, "a", -0.5, UInt64.max, [1]])
            #expect(text.utf8.count < 10_000)
        }
    }
}
