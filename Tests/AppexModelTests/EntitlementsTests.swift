import Testing

@testable import AppexModel

/// What a bundle asks to use beyond its own container.
@Suite struct EntitlementsTests {
    private static func entitlements(_ entries: [String: PropertyListValue]) throws -> Entitlements {
        try Entitlements(.dictionary(entries), file: "A.entitlements")
    }

    @Test func `groups keep their order and count once`() throws {
        let names = ["group.org.example.b", "group.org.example.a", "group.org.example.b"]
        let read = try Self.entitlements([Entitlements.groupsKey: .array(names.map(PropertyListValue.string))])
        #expect(read.groups.map(\.rawValue) == ["group.org.example.b", "group.org.example.a"])
        #expect(read.remarks.isEmpty)
        #expect(try Self.entitlements([:]).groups.isEmpty)
        #expect(Entitlements().groups.isEmpty)
    }

    @Test(arguments: [
        ("group.a", true), ("group.org.example.Post-card_1", true),
        ("group." + String(repeating: "a", count: 194), true),
        ("group." + String(repeating: "a", count: 195), false), ("group.", false), ("group", false), ("Group.a", false),
        ("org.example.a", false), ("group.a/b", false), ("group..a", false), ("group.ä", false), ("group.a\n", false),
    ])
    func `an identifier begins with group and is made of what bundle identifiers are (V16)`(text: String, isValid: Bool)
    {
        #expect((GroupIdentifier(rawValue: text) != nil) == isValid)
    }

    @Test func `what grants nothing is said with the reason, and what is so anyway is not`() throws {
        let read = try Self.entitlements([
            "com.apple.security.app-sandbox": .boolean(true), "get-task-allow": .boolean(true),
            "keychain-access-groups": .array([]), "com.apple.security.application-group": .array([]),
            "com.example.unheard\u{1B}[31m": .boolean(true),
        ])
        #expect(read.remarks.count == 3)
        #expect(read.remarks[0].hasPrefix("The entitlement com.apple.security.application-group is not known"))
        #expect(read.remarks[0].hasSuffix("Did you mean com.apple.security.application-groups?"))
        #expect(!read.remarks[1].contains("\u{1B}"))
        #expect(read.remarks[2] == "The entitlement keychain-access-groups grants nothing: there is no keychain yet.")
    }

    @Test func `thousands of unknown keys give a few remarks`() throws {
        let keys = (0..<5000).map { ("com.example.\($0)", PropertyListValue.boolean(true)) }
        #expect(try Self.entitlements(Dictionary(uniqueKeysWithValues: keys)).remarks.count == 20)
    }
}
