import AppexProtocol
import AppexWire
import Testing

/// Keys of dictionaries that a peer sends.
@Suite struct KeyTests {
    private static func key(_ marks: Int) -> String {
        "a" + String(String.UnicodeScalarView((0..<marks).map { $0.isMultiple(of: 2) ? "\u{301}" : "\u{323}" }))
    }

    @Test func `a key that is expensive to compare is refused at every depth, and a value may be any text`() throws {
        func read(_ value: ItemValue) throws { _ = try ItemValue(wireBytes: value.wireBytes()) }
        for wrap in [
            { $0 }, { .array([.array([$0])]) }, { .dictionary(["k": $0]) },
            { .error(ErrorDescription(domain: "d", code: 1, userInfo: ["k": $0])) },
            { .object(ObjectDescription(className: "C", fields: ["k": $0])) },
        ] as [(ItemValue) -> ItemValue] {
            #expect(throws: Never.self) { try read(wrap(.dictionary([Self.key(30): .null]))) }
            #expect(throws: WireError.self) { try read(wrap(.dictionary([Self.key(31): .null]))) }
            #expect(throws: Never.self) { try read(wrap(.string(Self.key(1_000)))) }
        }
        let fields = ItemValue.object(ObjectDescription(className: "C", fields: [Self.key(31): .null]))
        #expect(throws: WireError.self) { try read(fields) }
    }
}
