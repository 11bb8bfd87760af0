import AppexActivation
import AppexModel
import Testing

/// Mistakes in an Info.plist that would otherwise be noticed only by an extension that nobody is offered.
@Suite struct ManifestAdviceTests {
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
        #expect(ManifestAdvice.sentences(about: Self.manifest()) == [])
        #expect(ManifestAdvice.sentences(about: Self.manifest(point: "org.example.services", attributes: [:])) == [])
        #expect(ManifestAdvice.sentences(about: Self.manifest(point: "com.apple.FinderSync")) == [])
        #expect(ManifestAdvice.sentences(about: Self.manifest(extra: ["NSExtensionContainer": .integer(1)])) == [])
        #expect(ManifestAdvice.sentences(about: .string("no dictionary")) == [])
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
            ManifestAdvice.sentences(about: manifest).contains(sentence), "\(ManifestAdvice.sentences(about: manifest))"
        )
    }

    @Test func `a misspelt NSExtension is noticed`() {
        let manifest = PropertyListValue.dictionary(["NSExtensions": .dictionary([:])])
        #expect(
            ManifestAdvice.sentences(about: manifest)
                == ["NSExtensions in the Info.plist has no effect. Did you mean NSExtension?"])
    }

    @Test func `a predicate that cannot be read is named with its place`() throws {
        let manifest = Self.manifest(attributes: ["NSExtensionActivationRule": .string("SUBQUERY(")])
        let sentence = try #require(ManifestAdvice.sentences(about: manifest).first)
        #expect(sentence.hasPrefix("The extension is never offered: its rule cannot be read: "), "\(sentence)")
    }
}
