import AppexModel
import Testing

@testable import AppexRegistry

/// What of an app's declarations of types reaches the list that every host and extension reads.
@Suite struct DeclaredTypeListTests {
    private static let app = BundleIdentifier(rawValue: "org.example.app")

    private static func declaration(_ number: Int, extensionBytes: Int) -> PropertyListValue {
        .dictionary([
            "UTTypeIdentifier": .string("org.example.t\(1000 + number)"),
            "UTTypeTagSpecification": .dictionary([
                "public.filename-extension": .string(String(repeating: "x", count: extensionBytes))
            ]),
        ])
    }

    private static func lines(_ count: Int, _ limits: InstallLimits) throws -> [Substring] {
        let types = (0..<count).map { declaration($0, extensionBytes: 1_000) }
        let text = DeclaredTypeList.text(
            of: try #require(Self.app), [["UTExportedTypeDeclarations": .array(types)]], limits: limits)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    @Test func `an app's declarations count up to the last line that fits`() throws {
        var limits = InstallLimits()
        let bytes = try #require(try Self.lines(1, limits).first).utf8.count + 1
        limits.typeBytes = 3 * bytes
        #expect(try Self.lines(4, limits).count == 3)
        limits.typeBytes = 3 * bytes - 1
        #expect(try Self.lines(4, limits).count == 2)
    }

    @Test func `declarations of a hostile size take no more room than they may, and a small one still counts`() throws {
        let limits = InstallLimits()
        let tags = Array(repeating: PropertyListValue.string(String(repeating: "x", count: 1_000)), count: 4_000)
        let large = PropertyListValue.dictionary([
            "UTTypeIdentifier": .string("org.example.large"),
            "UTTypeTagSpecification": .dictionary(["public.filename-extension": .array(tags)]),
        ])
        let small = Self.declaration(0, extensionBytes: 3)
        let text = DeclaredTypeList.text(
            of: try #require(Self.app), [["UTExportedTypeDeclarations": .array([large, small])]], limits: limits)
        #expect(text.utf8.count <= limits.typeBytes + 64)
        #expect(text.contains("org.example.t1000"))
        #expect(!text.contains("org.example.large"))
    }

    @Test func `extensions get the declarations without the names of the apps`() throws {
        let text = DeclaredTypeList.text(
            of: try #require(Self.app),
            [["UTExportedTypeDeclarations": .array([Self.declaration(0, extensionBytes: 3)])]],
            limits: InstallLimits())
        #expect(text.hasPrefix("# org.example.app\n"))
        let unnamed = DeclaredTypeList.withoutNames(text + text)
        #expect(!unnamed.contains("org.example.app") && !unnamed.contains("#"))
        #expect(unnamed.split(separator: "\n").count == 2 && unnamed.contains("org.example.t1000"))
        #expect(DeclaredTypeList.withoutNames("").isEmpty)
    }
}
