import AppexModel
import OpenUniformTypeIdentifiers
import Testing

@testable import AppexActivation

/// Mistakes in an Info.plist that would otherwise be noticed only by an extension that nobody is offered.
@Suite struct ManifestRuleTests {
    private static func manifest(
        point: String = "com.apple.services", extra: [String: PropertyListValue] = [:],
        attributes: [String: PropertyListValue] = ["NSExtensionActivationRule": .string("TRUEPREDICATE")]
    ) -> PropertyListValue {
        .dictionary([
            "NSExtension": .dictionary(
                [
                    "NSExtensionPointIdentifier": .string(point), "NSExtensionPrincipalClass": .string("A.B"),
                    "NSExtensionAttributes": .dictionary(attributes),
                ].merging(extra) { $1 })
        ])
    }

    @Test func `a good manifest and one of a point that a host defines are left alone`() {
        #expect(ManifestRule.sentences(about: Self.manifest()) == [])
        #expect(ManifestRule.sentences(about: Self.manifest(point: "org.example.services", attributes: [:])) == [])
        #expect(ManifestRule.sentences(about: Self.manifest(point: "com.apple.FinderSync")) == [])
        #expect(ManifestRule.sentences(about: Self.manifest(extra: ["NSExtensionContainer": .integer(1)])) == [])
        #expect(ManifestRule.sentences(about: .string("no dictionary")) == [])
    }

    @Test(
        arguments: [
            (
                manifest(point: "com.apple.service"),
                "Apple's systems have no extension point com.apple.service, and no host asks for its extensions. "
                    + "Did you mean com.apple.location.push.service or com.apple.usernotifications.service "
                    + "or com.apple.services?"
            ),
            (
                manifest(extra: ["NSExtensionAttribute": .dictionary([:])]),
                "NSExtensionAttribute in NSExtension has no effect. Did you mean NSExtensionAttributes?"
            ),
            (
                manifest(attributes: ["NSExtensionServiceRoleTyp": .string("Editor")]),
                "NSExtensionServiceRoleTyp in NSExtensionAttributes has no effect. Did you mean NSExtensionServiceRoleType?"
            ),
            (
                manifest(point: "com.apple.photo-editing", attributes: ["PHSupportedMediaTypes": .string("Image")]),
                "PHSupportedMediaTypes in NSExtensionAttributes is a string; it has to be an array of strings."
            ),
            (
                manifest(
                    point: "com.apple.fileprovider-nonui", extra: ["NSExtensionFileProviderDocumentGroup": .integer(1)]),
                "NSExtensionFileProviderDocumentGroup in NSExtension is an integer; it has to be a string."
            ),
            (
                manifest(point: "com.apple.quicklook.preview", attributes: [:]),
                "NSExtensionAttributes has no QLSupportedContentTypes, an array of strings that extensions at "
                    + "com.apple.quicklook.preview must have."
            ),
            (
                manifest(point: "com.apple.appintents-extension", attributes: [:]),
                "At com.apple.appintents-extension an extension declares itself by EXAppExtensionAttributes, "
                    + "in the folder Extensions."
            ),
            (
                manifest(attributes: ["NSExtensionActivationRules": .string("TRUEPREDICATE")]),
                "NSExtensionActivationRules has no effect. Did you mean NSExtensionActivationRule?"
            ),
            (
                manifest(attributes: [:]),
                "The extension is never offered: at com.apple.services an extension needs an NSExtensionActivationRule."
            ),
            (
                manifest(attributes: ["NSExtensionActivationRule": .dictionary([:])]),
                "The extension is never offered: its rule accepts no kind of attachment and no text."
            ),
            (
                manifest(attributes: [
                    "NSExtensionActivationRule": .dictionary([
                        "NSExtensionActivationSupportText": .boolean(true),
                        "NSExtensionActivationSupportsImageWithMaxCount": .integer(1),
                    ])
                ]),
                "NSExtensionActivationSupportText is not a key of rule dictionaries and has no effect. "
                    + "Did you mean NSExtensionActivationSupportsText?"
            ),
        ] as [(PropertyListValue, String)])
    func `a mistake is told with what was probably meant`(manifest: PropertyListValue, sentence: String) {
        #expect(
            ManifestRule.sentences(about: manifest).contains(sentence), "\(ManifestRule.sentences(about: manifest))"
        )
    }

    @Test(arguments: [("“a”", "."), ("a ==", ".")])
    func `a sentence about a predicate ends with one full stop`(predicate: String, end: String) {
        let manifest = Self.manifest(attributes: ["NSExtensionActivationRule": .string(predicate)])
        let said = ManifestRule.sentences(about: manifest).filter { $0.hasPrefix("The extension is never offered") }
        #expect(said.count == 1 && said[0].hasSuffix(end) && !said[0].hasSuffix(".."), "\(said)")
    }

    private static func editor(_ types: PropertyListValue?) -> ActivationRule {
        ActivationRule(
            attributes: types.map { ["PHSupportedMediaTypes": $0] } ?? [:],
            point: ExtensionPoint.named("com.apple.photo-editing")!.identifier)
    }

    @Test func `an editor of media that nobody edits is never offered, and the explanation and the index agree`() throws
    {
        let cases: [(PropertyListValue?, Bool)] = [
            (nil, true), (.array([.string("Image")]), true), (.array([.string("Photo"), .string("Video")]), true),
            (.array([.string("Photo")]), false), (.array([]), false), (.array([.integer(1)]), false),
        ]
        let items = [ItemTypes(attachments: [["public.jpeg"]])]
        let index = MatchIndex(rules: cases.map { Self.editor($0.0) }, types: .system)
        let offered = index.matches(items)
        for (number, (types, isOffered)) in cases.enumerated() {
            let rule = Self.editor(types)
            #expect(rule.activates(for: items, types: .system) == isOffered)
            #expect(rule.explanation(for: items, types: .system).activates == isOffered)
            #expect((rule.reasonAgainstEver == nil) == isOffered)
            #expect(offered.contains(number) == isOffered)
        }
    }

    @Test func `no key that has an effect is taken for a misspelt one`() {
        let entries = Dictionary(uniqueKeysWithValues: InfoPlistKeys.names.map { ($0, PropertyListValue.integer(1)) })
        let variants = Dictionary(uniqueKeysWithValues: entries.map { ("\($0)~ipad", $1) })
        #expect(ManifestKeys(entries.merging(variants) { first, _ in first }, nil).misspelt == [])
        for (list, names) in InfoPlistKeys.namesOfLists {
            let entry = Dictionary(uniqueKeysWithValues: names.map { ($0, PropertyListValue.integer(1)) })
            #expect(ManifestKeys([list: .array([.dictionary(entry)])], nil).misspelt == [])
        }
    }

    @Test(arguments: [
        (["NSCameraUsageDescripton": PropertyListValue.string("x")], "NSCameraUsageDescription"),
        (["CFBundleURLTypes": .array([.dictionary(["CFBundleURLScheme": .integer(1)])])], "CFBundleURLSchemes"),
        (
            ["UTExportedTypeDeclarations": .array([.dictionary(["UTTypeConformTo": .integer(1)])])],
            "UTTypeConformsTo"
        ),
        (
            [
                "EXAppExtensionAttributes": .dictionary([
                    "EXExtensionPointIdentifier": .string("com.apple.appintents-extension"),
                    "EXPrincipleClass": .string("x"),
                ])
            ], "EXPrincipalClass"
        ),
    ])
    func `a misspelt key is noticed wherever it is`(entries: [String: PropertyListValue], meant: String) {
        let said = ManifestRule.sentences(about: .dictionary(entries))
        #expect(said.contains { $0.hasSuffix(" has no effect. Did you mean \(meant)?") }, "\(said)")
    }

    @Test func `hostile keys and types do not make a long list`() {
        let keys = (0..<5_000).map { ("CFBundleNam\($0)", PropertyListValue.integer(1)) }
        #expect(ManifestRule.sentences(about: .dictionary(Dictionary(uniqueKeysWithValues: keys))).count <= 500)
        let types = (0..<200).map { "$t UTI-CONFORMS-TO \"public.imag\($0)\"" }.joined(separator: " OR ")
        let rule = "SUBQUERY(extensionItems.attachments, $t, \(types)).@count > 0"
        let manifest = Self.manifest(attributes: ["NSExtensionActivationRule": .string(rule)])
        let said = ManifestRule.sentences(about: manifest).filter { $0.contains("is not declared") }
        #expect(said.count <= 20)
    }

    @Test func `a misspelt NSExtension is noticed`() {
        let manifest = PropertyListValue.dictionary(["NSExtensions": .dictionary([:])])
        #expect(
            ManifestRule.sentences(about: manifest)
                == ["NSExtensions in the Info.plist has no effect. Did you mean NSExtension?"])
    }

    @Test func `a predicate that cannot be read is named with its place`() throws {
        let manifest = Self.manifest(attributes: ["NSExtensionActivationRule": .string("SUBQUERY(")])
        let sentence = try #require(ManifestRule.sentences(about: manifest).first)
        #expect(sentence.hasPrefix("The extension is never offered: its rule cannot be read: "), "\(sentence)")
    }
}
