import Testing

@testable import AppexModel

/// The URL schemes that apps declare.
@Suite struct URLSchemesTests {
    private static func declared(_ types: PropertyListValue) -> [String] {
        URLSchemes.declared(in: .dictionary(["CFBundleURLTypes": types]))
    }

    private static func type(_ schemes: String...) -> PropertyListValue {
        .dictionary(["CFBundleURLSchemes": .array(schemes.map(PropertyListValue.string))])
    }

    @Test func `schemes of all types count once, in lower case`() {
        #expect(
            Self.declared(.array([Self.type("Card", "post+card"), Self.type("card", "a.b-c1")])) == [
                "card", "post+card", "a.b-c1",
            ])
    }

    @Test func `what is no scheme is left out, wherever it stands`() {
        let long = String(repeating: "a", count: 64)
        #expect(Self.declared(.array([Self.type("", "1a", "a b", "a:", "ä", "-a", long, long + "a")])) == [long])
        for value in [.string("card"), .array([.string("card")]), .dictionary([:]), .array([.dictionary([:])])]
            as [PropertyListValue]
        {
            #expect(Self.declared(value) == [])
        }
        #expect(URLSchemes.declared(in: .string("")) == [])
    }

    @Test func `64 schemes of an app count`() {
        let types = (0..<100).map { Self.type("card\($0)") }
        #expect(Self.declared(.array(types)).count == 64)
    }

    @Test(arguments: [
        ("card://x", "card"), ("CARD:", "card"), ("card", nil), ("://x", nil), ("a b:c", nil), ("/a:b", nil), ("", nil),
    ])
    func `a URL begins with its scheme`(url: String, scheme: String?) {
        #expect(URLSchemes.scheme(of: url) == scheme)
    }
}
