import Testing

@testable import AppexModel

/// The extension points that apps define.
@Suite struct PointDeclarationTests {
    private static let form: PropertyListValue = .dictionary([
        "EXVersion": .integer(1),
        "org.example.editor.transform": .dictionary([
            "EXExtensionPointName": .string("Transform"), "EXPresentsUserInterface": .boolean(true),
            "EXExtensionPointIsPublic": .boolean(true),
        ]),
        "org.example.editor.check.spelling": .dictionary([:]),
    ])

    private let app: BundleIdentifier

    init() throws { app = try #require(BundleIdentifier(rawValue: "org.example.editor")) }

    private func points(_ plist: PropertyListValue) throws(ManifestError) -> [PointDeclaration] {
        try PointDeclaration.points(in: plist, of: app, file: "Editor.appextensionpoint")
    }

    private func code(_ plist: PropertyListValue) -> ManifestError.Code? {
        do throws(ManifestError) { _ = try points(plist) } catch { return error.code }
        return nil
    }

    @Test func `points are read with what their keys say`() throws {
        let points = try points(Self.form)
        #expect(
            points.map(\.identifier.rawValue) == ["org.example.editor.check.spelling", "org.example.editor.transform"])
        #expect(points.map(\.name) == [nil, "Transform"] && points.map(\.showsView) == [false, true])
        #expect(points.flatMap(\.remarks).isEmpty)
        let described = ExtensionPoint(points[1])
        #expect(described.name == "Transform" && described.showsView == true && described.isOnByDefault)
        #expect(described.memory == ExtensionPoint(described.identifier).memory)
        #expect(try self.points(.dictionary([:])).isEmpty)
    }

    @Test(arguments: ["EXRequiredEntitlements", "_EXScopeRestriction"])
    func `a key that restricts who may extend the app is said to have no effect`(key: String) throws {
        let points = try points(.dictionary(["org.example.editor.a": .dictionary([key: .string("application")])]))
        #expect(
            points.first?.remarks == [
                "\(key) of org.example.editor.a has no effect yet; extensions of any app are accepted."
            ])
    }

    @Test(
        arguments: [
            ("org.example.editor", ManifestError.Code.identifierNotPrefixed),
            ("org.example.editors.a", .identifierNotPrefixed),
            ("com.apple.services", .identifierNotPrefixed), ("no identifier", .invalidValue), ("", .invalidValue),
        ] as [(String, ManifestError.Code)])
    func `a point that is not named after its app is refused`(key: String, expected: ManifestError.Code) {
        #expect(code(.dictionary([key: .dictionary([:])])) == expected)
    }

    @Test func `values of other types, other versions and too many points are refused`() {
        func one(_ value: PropertyListValue) -> PropertyListValue { .dictionary(["org.example.editor.a": value]) }
        #expect(code(.array([])) == .wrongType)
        #expect(code(one(.string("a"))) == .wrongType)
        #expect(code(one(.dictionary(["EXPresentsUserInterface": .string("YES")]))) == .wrongType)
        #expect(code(one(.dictionary(["EXExtensionPointName": .integer(1)]))) == .wrongType)
        #expect(code(one(.dictionary(["EXExtensionPointName": .string("a\u{202E}b")]))) == .invalidValue)
        #expect(code(one(.dictionary(["EXExtensionPointName": .string("$(NAME)")]))) == .buildVariable)
        for (version, expected) in [(0, .invalidValue), (1, nil), (2, nil), (3, .invalidValue)]
            as [(Int64, ManifestError.Code?)]
        {
            #expect(code(.dictionary(["EXVersion": .integer(version)])) == expected)
        }
        func many(_ count: Int) -> PropertyListValue {
            .dictionary(
                Dictionary(uniqueKeysWithValues: (0..<count).map { ("org.example.editor.p\($0)", .dictionary([:])) }))
        }
        #expect(code(many(PointDeclaration.maximumPoints)) == nil)
        #expect(code(many(PointDeclaration.maximumPoints + 1)) == .limit)
    }
}
