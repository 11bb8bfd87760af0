import AppexModel
import Testing

@Suite struct DiscoveryTests {
    /// From the earliest to the latest.
    private static let versions = [
        "", "0.9", "1.0a1", "1.0b2", "1.0b10", "1.0", "1.0.1", "1.9", "1.10", "1.10.0.1", "2", "10",
        "20261121093012", "99999999999999999999", "100000000000000000000",
    ]

    @Test func `versions are ordered by their numbers, of any length, and stages come before the release`() {

        let ordered = Self.versions
        for (index, left) in ordered.enumerated() {
            for (other, right) in ordered.enumerated() {
                #expect((DottedVersion(left) < DottedVersion(right)) == (index < other), "\(left) < \(right)")
                #expect((DottedVersion(left) == DottedVersion(right)) == (index == other), "\(left) == \(right)")
            }
        }
    }

    @Test(arguments: [("1", "1.0.0"), ("1.02", "1.2"), ("", "0.0"), ("1..2", "1.0.2"), ("1.0", "1.0.ü-?"), ("-", "")])
    func `what makes no difference makes none`(left: String, right: String) {
        #expect(DottedVersion(left) == DottedVersion(right))
        #expect(!(DottedVersion(left) < DottedVersion(right)) && !(DottedVersion(right) < DottedVersion(left)))
    }

    @Test func `the level of a device is that of the package unless its owner gives another`() {
        #expect(SystemVersion.current(environment: [:]) == SystemVersion.level)
        #expect(SystemVersion.current(environment: ["APPEX_SYSTEM_VERSION": "17.4.1"]) == "17.4.1")
        for nonsense in ["", "new", "17.", "17,4", "-1", "1٧", String(repeating: "1", count: 1000)] {
            #expect(
                SystemVersion.current(environment: ["APPEX_SYSTEM_VERSION": nonsense]) == SystemVersion.level,
                "\(nonsense)")
        }
    }

    @Test func `only points whose extensions would act by themselves want to be switched on`() throws {
        for (point, isOn) in [
            ("com.apple.share-services", true), ("com.apple.services", true), ("com.apple.ui-services", true),
            ("com.apple.widget-extension", true), ("com.apple.photo-editing", true), ("org.example.host.filter", true),
            ("com.apple.keyboard-service", false), ("com.apple.Safari.content-blocker", false),
            ("com.apple.FinderSync", false),
        ] {
            #expect(
                ExtensionPoint(try #require(ExtensionPointIdentifier(rawValue: point))).isOnByDefault == isOn,
                "\(point)")
        }
    }

    private static let installed = [
        "org.example.Darkroom", "org.example.Darkroom.Sepia", "org.example.Darkroom.Strip", "com.other.Sepia",
    ]

    @Test(arguments: [
        ("org.example.darkroom.sepia", ["org.example.Darkroom.Sepia", "com.other.Sepia"]),
        ("sepia", ["com.other.Sepia", "org.example.Darkroom.Sepia"]),
        ("org.example.Darkroom.Stripe", ["org.example.Darkroom.Strip"]),
        ("org.example.Darkrom", ["org.example.Darkroom"]), ("net.nothing.alike", []), ("", []),
        (String(repeating: "x", count: 100_000), []),
    ])
    func `near misses are those that somebody may have meant`(text: String, expected: [String]) {
        #expect(NearMisses.of(text, among: Self.installed) == expected)
        let question = expected.isEmpty ? "" : " Did you mean \(expected.joined(separator: " or "))?"
        #expect(NearMisses.question(text, among: Self.installed) == question)
    }
}
