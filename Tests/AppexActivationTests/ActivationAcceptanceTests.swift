import AppexActivation
import AppexModel
import OpenUniformTypeIdentifiers
import Testing

/// The acceptance tests about activation, under their numbers in Compatibility.md.
@Suite struct ActivationAcceptanceTests {
    private static let mixed = [["public.png"], ["public.url"], ["public.plain-text"]]

    @Test func `AT-1: a version 1 rule for URLs hides from image, URL and text`() throws {
        let rule = try makeRule(counting: ["SupportsWebURLWithMaxCount": .integer(1)])
        #expect(!offers(rule, ["public.png"], ["public.url"], ["public.plain-text"]))
        #expect(offers(rule, ["public.url"]))
    }

    @Test func `AT-2: the same rule of version 2 shows`() throws {
        let rule = try makeRule(counting: ["SupportsWebURLWithMaxCount": .integer(1), "DictionaryVersion": .integer(2)])
        #expect(offers(rule, items: [ItemTypes(attachments: Self.mixed)]))
    }

    @Test func `AT-3: strict matching makes version 2 hide again`() throws {
        let rule = try makeRule(counting: [
            "SupportsWebURLWithMaxCount": .integer(1), "DictionaryVersion": .integer(2),
            "UsesStrictMatching": .boolean(true),
        ])
        #expect(!offers(rule, items: [ItemTypes(attachments: Self.mixed)]))
    }

    @Test func `AT-4: in version 2 an explicit 0 is a veto and an absent key is not`() throws {
        var entries: [String: PropertyListValue] = [
            "SupportsWebURLWithMaxCount": .integer(1), "DictionaryVersion": .integer(2),
        ]
        #expect(offers(try makeRule(counting: entries), ["public.url"], ["public.png"]))
        entries["SupportsImageWithMaxCount"] = .integer(0)
        #expect(!offers(try makeRule(counting: entries), ["public.url"], ["public.png"]))
        #expect(offers(try makeRule(counting: entries), ["public.url"], ["public.plain-text"]))
    }

    @Test func `AT-5: at most two images`() throws {
        let rule = try makeRule(counting: ["SupportsImageWithMaxCount": .integer(2)])
        #expect(offers(rule, ["public.jpeg"], ["public.png"]))
        #expect(!offers(rule, ["public.jpeg"], ["public.png"], ["public.heic"]))
    }

    @Test func `AT-6: ten images and one movie`() throws {
        let rule = try makeRule(counting: [
            "SupportsImageWithMaxCount": .integer(10), "SupportsMovieWithMaxCount": .integer(1),
        ])
        let images = Array(repeating: ["public.jpeg"], count: 10)
        let movie = ["com.apple.quicktime-movie"]
        #expect(offers(rule, items: [ItemTypes(attachments: images + [movie])]))
        #expect(!offers(rule, items: [ItemTypes(attachments: images + [["public.png"]])]))
        #expect(!offers(rule, movie, ["public.mpeg-4"]))
        #expect(!offers(rule, ["public.plain-text"]))
    }

    @Test func `AT-7: TRUEPREDICATE is offered for anything`() throws {
        let rule = try makeRule(.string("TRUEPREDICATE"))
        #expect(offers(rule, ["public.jpeg"]))
        #expect(offers(rule, ["org.example.nobody-knows-it"], []))
        #expect(offers(rule, items: []))
    }

    @Test func `AT-8: a predicate with keys that do not exist never activates and says so`() throws {
        let rule = try makeRule(
            .string("ANY NSExtensionItems.attachments.contentTypeUTI UTI-CONFORMS-TO \"public.url\""))
        #expect(!offers(rule, ["public.url"]))
        #expect(rule.notes.contains { $0.contains("NSExtensionItems") }, "\(rule.notes)")
        let reason = rule.explanation(for: [ItemTypes(attachments: [["public.url"]])], types: .system).reason
        #expect(reason.contains("NSExtensionItems") && reason.contains("registeredTypeIdentifiers"), "\(reason)")
    }

    @Test func `AT-9: unknown keys alone never activate`() throws {
        let rule = try makeRule(counting: ["MatchingTypeIdentifiers": .array([.string("public.url")])])
        #expect(!offers(rule, ["public.url"]))
        #expect(rule.notes.contains { $0.contains("MatchingTypeIdentifiers") })
    }

    @Test func `AT-10: the usual rule for PDF counts the attachments of an item`() throws {
        let all = try makeRule(attachments: anyOf("com.adobe.pdf"))
        #expect(offers(all, ["com.adobe.pdf"]))
        #expect(!offers(all, ["com.adobe.pdf"], ["public.plain-text"]))
        let some = try makeRule(attachments: anyOf("com.adobe.pdf"), "> 0")
        #expect(offers(some, ["com.adobe.pdf"], ["public.plain-text"]))
    }

    @Test func `AT-11: AND binds tighter than OR`() throws {
        let rule = try makeRule(
            attachments: "\(anyOf("public.image")) OR \(anyOf("public.text")) AND NOT \(anyOf("public.html"))")
        #expect(offers(rule, ["public.png", "public.html"]), "the image is enough, whatever else it is")
        #expect(offers(rule, ["public.plain-text"]))
        #expect(!offers(rule, ["public.html"]))
    }

    @Test func `AT-12: packaging expands build variables and leaves those of a rule`() throws {
        let text = """
            SUBQUERY(extensionItems, $extensionItem, SUBQUERY($extensionItem.attachments, $attachment, \
            ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "$(APP_TYPE)").@count > 0).@count == 1
            """
        let source = PropertyListValue.dictionary(["NSExtensionActivationRule": .string(text)])
        let packaged = try BuildVariables(["APP_TYPE": "public.image"]).expanding(source, file: "Info.plist")
        let value = try #require(packaged.dictionary?["NSExtensionActivationRule"])
        #expect(value.string?.contains("SUBQUERY($extensionItem.attachments, $attachment, ANY $attachment.") == true)
        #expect(offers(try makeRule(value), ["public.png"]))
        #expect(!offers(try makeRule(value), ["public.url"]))
    }

    @Test func `AT-13: conformance goes up the types and knows no case`() throws {
        #expect(!offers(try makeRule(attachments: anyOf("public.jpeg")), ["public.png"]))
        let image = try makeRule(attachments: anyOf("public.image"))
        #expect(offers(image, ["public.jpeg"]) && offers(image, ["public.png"]))
        #expect(offers(image, ["PUBLIC.PNG"]))
        #expect(offers(try makeRule(attachments: anyOf("Public.Image")), ["public.png"]))
    }

    @Test func `AT-14: a PDF as a file matches rules for PDF and for file URLs, and none for web URLs`() throws {
        let file = ["com.adobe.pdf", "public.file-url"]
        #expect(offers(try makeRule(attachments: anyOf("com.adobe.pdf")), file))
        #expect(offers(try makeRule(attachments: anyOf("public.file-url")), file))
        #expect(!offers(try makeRule(counting: ["SupportsWebURLWithMaxCount": .integer(1)]), file))
    }

    @Test func `AT-18: SupportsText as the integer 1 counts, with a warning`() throws {
        let rule = try makeRule(counting: ["SupportsText": .integer(1)])
        #expect(offers(rule, ["public.plain-text"]))
        #expect(rule.notes.contains { $0.contains("SupportsText") && $0.contains("boolean") }, "\(rule.notes)")
    }
}
