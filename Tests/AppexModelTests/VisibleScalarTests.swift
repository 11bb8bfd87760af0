import AppexModel
import Testing

/// Which characters a terminal shows as themselves.
@Suite struct VisibleScalarTests {
    @Test(arguments: ["\u{0}", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9B}", "\u{AD}", "\u{202E}", "\u{2028}"])
    func `what controls a terminal or the direction of writing is not visible`(scalar: Unicode.Scalar) {
        #expect(!scalar.isVisible)
        #expect("a\(scalar)b".tamed() == "a b")
    }

    @Test(arguments: [" ", "~", "é", "\u{A1}", "漢"] as [Unicode.Scalar]) func `letters and signs are visible`(
        scalar: Unicode.Scalar
    ) {
        #expect(scalar.isVisible)
        #expect("\(scalar)".tamed() == "\(scalar)")
    }

    @Test func `a tab stays`() {
        #expect("a\tb\nc".tamed() == "a\tb c")
    }
}
