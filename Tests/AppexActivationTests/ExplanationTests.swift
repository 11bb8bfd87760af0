import AppexActivation
import AppexModel
import OpenUniformTypeIdentifiers
import Testing

/// The words of explanations.
@Suite struct ExplanationTests {
    private func reason(_ rule: ActivationRule, _ attachments: [String]...) -> String {
        rule.explanation(for: [ItemTypes(attachments: attachments)], types: .system).reason
    }

    @Test func `a dictionary says what there is, how much of it is accepted, and by which key`() throws {
        let rule = try makeRule(counting: [
            "SupportsImageWithMaxCount": .integer(2), "SupportsWebURLWithMaxCount": .integer(1),
        ])
        #expect(
            reason(rule, ["public.png"], ["public.png"], ["public.jpeg"])
                == "3 attachments are images, at most 2 are accepted (NSExtensionActivationSupportsImageWithMaxCount)")
        #expect(
            reason(rule, ["public.png"], ["com.apple.quicktime-movie"])
                == "attachment 2 (com.apple.quicktime-movie) is a file and a movie, but every attachment has to be "
                + "an image or a web URL")
        #expect(
            reason(rule, ["org.example.unknown"])
                == "attachment 1 (org.example.unknown) is of no kind that rule dictionaries know, but every attachment "
                + "has to be an image or a web URL")
        #expect(
            reason(rule, ["public.png"], ["public.url"])
                == "every attachment is accepted: 1 image, at most 2; 1 web URL, at most 1")
        #expect(reason(rule) == "there is no attachment")
    }

    @Test func `a predicate says between which numbers a count has to be`() throws {
        let rule = try makeRule(attachments: anyOf("public.png"), "BETWEEN {2, 4}")
        #expect(reason(rule, ["public.png"]).hasPrefix("1 of 1 attachments match, between 2 and 4 are required"))
    }

    @Test func `a dictionary of version 2 names what is refused, and what is enough`() throws {
        let rule = try makeRule(counting: [
            "SupportsImageWithMaxCount": .integer(0), "SupportsWebURLWithMaxCount": .integer(1),
            "DictionaryVersion": .integer(2),
        ])
        #expect(
            reason(rule, ["public.url"], ["public.png"])
                == "attachment 2 (public.png) is an image, and images are refused "
                + "(NSExtensionActivationSupportsImageWithMaxCount)")
        #expect(reason(rule, ["com.adobe.pdf"]) == "no attachment is a web URL")
        #expect(
            reason(rule, ["com.adobe.pdf"], ["public.url"])
                == "attachment 2 (public.url) is accepted, and one is enough: 1 web URL, at most 1")
    }

    @Test func `the number of attachments is named with its key`() throws {
        let rule = try makeRule(counting: [
            "SupportsImageWithMaxCount": .integer(9), "SupportsAttachmentsWithMinCount": .integer(2),
            "SupportsAttachmentsWithMaxCount": .integer(2),
        ])
        #expect(
            reason(rule, ["public.png"])
                == "there is 1 attachment, at least 2 are required (NSExtensionActivationSupportsAttachmentsWithMinCount)"
        )
        #expect(
            reason(rule, ["public.png"], ["public.png"], ["public.png"])
                == "there are 3 attachments, at most 2 are accepted (NSExtensionActivationSupportsAttachmentsWithMaxCount)"
        )
        let nothing = reason(try makeRule(counting: [:]), ["public.png"])
        #expect(nothing.hasPrefix("the rule accepts nothing"), "\(nothing)")
    }

    @Test func `a predicate goes down to the smallest part that is false`() throws {
        let rule = try makeRule(attachments: anyOf("com.adobe.pdf"))
        let explanation = rule.explanation(
            for: [ItemTypes(attachments: [["com.adobe.pdf"], ["public.plain-text"]])], types: .system)
        #expect(
            explanation.reason
                == "1 of 2 attachments match, all are required: attachment 2 (public.plain-text) does not conform to "
                + "com.adobe.pdf")
        #expect(explanation.clauses.count == 3)
        #expect(explanation.clauses.allSatisfy { !$0.holds })
        #expect(
            explanation.clauses.last?.clause
                == "ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \"com.adobe.pdf\"")
    }

    @Test func `a predicate says which count is too high and which condition excludes`() throws {
        let few = try makeRule(attachments: anyOf("public.image"), "< 2")
        #expect(
            reason(few, ["public.png"], ["public.png"])
                == "2 of 2 attachments match, fewer than 2 are accepted")
        let some = try makeRule(attachments: anyOf("public.image"), "> 0")
        #expect(
            reason(some, ["public.url"])
                == "0 of 1 attachments match, at least 1 is required: attachment 1 (public.url) does not conform to "
                + "public.image")
        let forbidden = try makeRule(attachments: anyOf("public.image"), "== 0")
        #expect(
            reason(forbidden, ["public.png"])
                == "1 of 1 attachments match, exactly 0 are required: attachment 1 (public.png) conforms to public.image"
        )
        let none = try makeRule(attachments: "NOT \(anyOf("public.image"))")
        #expect(
            reason(none, ["public.url"], ["public.png"])
                == "1 of 2 attachments match, all are required: attachment 2 (public.png) conforms to public.image, "
                + "which the rule excludes")
        let several = try makeRule(attachments: anyOf("public.image", "public.url"))
        #expect(
            reason(several, ["com.adobe.pdf"])
                == "0 of 1 attachments match, all are required: attachment 1 (com.adobe.pdf) conforms to none of "
                + "public.image, public.url")
    }

    @Test func `a predicate that activates says what satisfied it`() throws {
        let rule = try makeRule(attachments: anyOf("public.url", "public.image"))
        #expect(
            reason(rule, ["public.png"])
                == "1 of 1 attachments match, all are required: attachment 1 (public.png) conforms to public.image")
        #expect(reason(try makeRule(.string("TRUEPREDICATE"))) == "TRUEPREDICATE always activates")
    }

    @Test func `of several items the one that decides is named`() throws {
        let rule = try makeRule(attachments: anyOf("public.image"), items: "== 2")
        let items = [ItemTypes(attachments: [["public.png"]]), ItemTypes(attachments: [["public.url"]])]
        #expect(
            rule.explanation(for: items, types: .system).reason
                == "1 of 2 items match, exactly 2 are required: 0 of 1 attachments match, all are required: "
                + "attachment 1 of item 2 (public.url) does not conform to public.image")
    }

    @Test func `anything else is shown with the values of its sides`() throws {
        let rule = try makeRule(
            .string("extensionItems.@count + 1 == 3 AND extensionItems.@count > 7"))
        let found = reason(rule, ["public.png"])
        #expect(found == "extensionItems.@count + 1 == 3 is false: extensionItems.@count + 1 is 2", "\(found)")
    }

    @Test func `an unreadable rule is shown with the place`() throws {
        let rule = try makeRule(.string("extensionItems.@count ==\n  == 1"))
        let explanation = rule.explanation(for: [], types: .system)
        #expect(!explanation.activates)
        #expect(explanation.error?.line == 2 && explanation.error?.column == 3)
        #expect(explanation.error?.excerpt?.contains("^") == true)
    }

    @Test func `what a host or a bundle chose is shortened and cannot steer a terminal`() throws {
        let rule = try makeRule(counting: ["SupportsText": .boolean(true)])
        let type = "public.\u{1B}[31m" + String(repeating: "x", count: 5_000)
        let found = reason(rule, Array(repeating: type, count: 100))
        #expect(found.utf8.count < 600)
        #expect(!found.unicodeScalars.contains("\u{1B}"))
        let predicate = try makeRule(attachments: anyOf("public.image"))
        #expect(reason(predicate, [type]).utf8.count < 600)
    }
}
