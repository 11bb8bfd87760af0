import AppexActivation
import AppexModel
import OpenUniformTypeIdentifiers
import Testing

/// The constructs of which shipped predicate rules are made, each with a rule of its own.
@Suite struct PredicateRuleTests {
    private static let png = ["public.png"]
    private static let url = ["public.url"]
    private static let pdf = ["com.adobe.pdf", "public.file-url"]
    private static let unknown = ["org.example.unknown"]

    private func item(_ attachments: [String]...) -> ItemTypes { ItemTypes(attachments: attachments) }

    @Test(arguments: [
        "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"public.image\").@count >= 1).@count == 1",
        "SUBQUERY ( extensionItems , $i , SUBQUERY ( $i.attachments , $a , ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"public.image\" ).@count >=1 ).@count==1",
        "SUBQUERY(extensionItems,$i,SUBQUERY($i.attachments,$a,ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"public.image\").@count > 0).@count > 0",
        "\n\t( subquery(extensionItems, $i, (subquery($i.attachments, $a, (any $a.registeredTypeIdentifiers uti-conforms-to 'public.image')).@count > 0)).@count = 1 )\n",
        "SUBQUERY(extensionItems, $x, SUBQUERY($x.attachments, $x, ANY $x.registeredTypeIdentifiers UTI-CONFORMS-TO \"public.image\").@count > 0).@count > 0",
    ])
    func `blanks, brackets, the case of words and the names of variables do not matter`(text: String) throws {
        let rule = try makeRule(.string(text))
        #expect(offers(rule, Self.png))
        #expect(offers(rule, Self.url, Self.png))
        #expect(!offers(rule, Self.url))
        #expect(!offers(rule, items: []))
    }

    @Test func `a count can be compared with a number in every way`() throws {
        let counts: [(String, Set<Int>)] = [
            ("== 1", [1]), ("= 1", [1]), ("!= 1", [0, 2, 3]), ("<> 1", [0, 2, 3]), ("< 2", [0, 1]),
            ("<= 2", [0, 1, 2]),
            ("=< 2", [0, 1, 2]), ("> 1", [2, 3]), (">= 1", [1, 2, 3]), ("=> 1", [1, 2, 3]),
            ("BETWEEN { 1, 2 }", [1, 2]), ("BETWEEN { 2, 1 }", []),
        ]
        for (comparison, expected) in counts {
            let rule = try makeRule(attachments: anyOf("public.image"), comparison)
            for images in 0...3 {
                let attachments = Array(repeating: Self.png, count: images) + [Self.url]
                #expect(
                    offers(rule, items: [ItemTypes(attachments: attachments)]) == expected.contains(images),
                    "\(images) \(comparison)")
            }
        }
    }

    @Test func `a count stands on either side, and either can be a path`() throws {
        let condition =
            "SUBQUERY($item.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"public.image\").@count"
        for comparison in ["\(condition) == $item.attachments.@count", "$item.attachments.@count == \(condition)"] {
            let rule = try makeRule(.string("1 <= SUBQUERY(extensionItems, $item, \(comparison)).@count"))
            #expect(offers(rule, Self.png, Self.png))
            #expect(!offers(rule, Self.png, Self.url))
        }
    }

    @Test func `a rule that only bounds from above is offered for what it knows nothing of`() throws {
        let rule = try makeRule(attachments: anyOf("public.image"), "<= 2")
        #expect(offers(rule, Self.unknown))
        #expect(offers(rule, Self.png, Self.png))
        #expect(!offers(rule, Self.png, Self.png, Self.png))
    }

    @Test func `NOT, an exclamation mark and NONE exclude`() throws {
        let image = "ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \"public.image\""
        for condition in ["NOT (\(image))", "NOT \(image)", "!(\(image))", image.replacing("ANY", with: "NONE")] {
            let rule = try makeRule(attachments: condition)
            #expect(offers(rule, Self.url), "\(condition)")
            #expect(!offers(rule, Self.png), "\(condition)")
        }
    }

    @Test func `conditions over items are joined by AND and OR, in words or in signs`() throws {
        func some(_ type: String) -> String {
            "SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"\(type)\").@count > 0).@count > 0"
        }
        for or in ["OR", "or", "||"] {
            let rule = try makeRule(.string("\(some("public.image")) \(or) \(some("public.url"))"))
            #expect(offers(rule, Self.png) && offers(rule, Self.url) && !offers(rule, Self.unknown))
        }
        for and in ["AND", "and", "&&"] {
            let rule = try makeRule(.string("\(some("public.image")) \(and) \(some("public.url"))"))
            #expect(offers(rule, Self.png, Self.url) && !offers(rule, Self.url))
        }
    }

    @Test func `the root is there inside of a subquery too`() throws {
        let rule = try makeRule(
            .string(
                "SUBQUERY(extensionItems, $item, $item.attachments.@count <= 2 AND extensionItems.@count <= 2).@count >= 1"
            ))
        #expect(offers(rule, items: [item(Self.png), item(Self.png, Self.png, Self.png)]))
        #expect(!offers(rule, items: [item(Self.png), item(Self.png), item(Self.png)]))
    }

    @Test func `the number of items is a number like another`() throws {
        let rule = try makeRule(
            .string(
                "extensionItems.@count == 2 AND SUBQUERY(extensionItems, $i, $i.attachments.@count == 1).@count == extensionItems.@count"
            ))
        #expect(offers(rule, items: [item(Self.png), item(Self.url)]))
        #expect(!offers(rule, items: [item(Self.png)]))
        #expect(!offers(rule, items: [item(Self.png), item(Self.url, Self.url)]))
    }

    @Test func `types can be searched one by one`() throws {
        let rule = try makeRule(
            attachments:
                "SUBQUERY($attachment.registeredTypeIdentifiers, $uti, $uti UTI-CONFORMS-TO \"public.url\" AND NOT $uti UTI-CONFORMS-TO \"public.file-url\").@count >= 1"
        )
        #expect(offers(rule, Self.url))
        #expect(!offers(rule, Self.pdf))
        #expect(offers(rule, ["public.file-url", "public.url"]))
    }

    @Test func `UTI-EQUALS is about the type itself`() throws {
        let rule = try makeRule(attachments: "ANY $attachment.registeredTypeIdentifiers UTI-EQUALS \"public.Image\"")
        #expect(offers(rule, ["public.image"]))
        #expect(!offers(rule, Self.png))
    }

    @Test func `every other key has no value or ends the evaluation`() throws {
        for key in ["attributedTitle", "userInfo", "attributedContentText"] {
            let rule = try makeRule(.string("SUBQUERY(extensionItems, $i, $i.\(key) == nil).@count == 1"))
            #expect(offers(rule, Self.png), "\(key)")
        }
        let text = try makeRule(.string("SUBQUERY(extensionItems, $i, $i.attributedContentText != nil).@count == 1"))
        #expect(offers(text, items: [ItemTypes(attachments: [Self.png], hasText: true)]))
        #expect(!offers(text, Self.png))
        for condition in ["$attachment.URL.host == \"example.org\"", "$attachment.suggestedName == nil"] {
            #expect(!offers(try makeRule(attachments: condition), Self.url), "\(condition)")
            #expect(!offers(try makeRule(attachments: "NOT (\(condition))"), Self.url), "\(condition)")
        }
        #expect(!offers(try makeRule(.string("domainUserInfo == nil")), Self.url))
    }

    @Test func `a type that nobody declares conforms to itself`() throws {
        let rule = try makeRule(attachments: anyOf("org.example.Login-Action"))
        #expect(offers(rule, ["org.example.login-action"]))
        #expect(!offers(rule, ["org.example.login-action.more"]))
        #expect(!offers(try makeRule(attachments: anyOf("public.data")), Self.unknown))
    }

    @Test func `FALSEPREDICATE never activates`() throws {
        #expect(!offers(try makeRule(.string(" FALSEPREDICATE\n")), Self.png))
    }

    @Test func `what a rule may cost grows with the share`() throws {
        let numbers = "{" + Array(repeating: "1", count: 300).joined(separator: ", ") + "}"
        let costly = try makeRule(
            .string("SUBQUERY(\(numbers), $a, SUBQUERY(\(numbers), $b, $a == $b).@count == 300).@count == 300"))
        let item = ItemTypes(attachments: [["public.png"]])
        #expect(!offers(costly, items: [item]))
        #expect(costly.explanation(for: [item], types: .system).reason.contains("more than 51000 steps"))
        #expect(offers(costly, items: Array(repeating: item, count: 900)))
        // Thirty types in a predicate that the index cannot put into nodes.
        let types = (0..<30).map { "ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO \"org.example.\($0)\"" }
        let ordinary = try makeRule(
            .string(
                "SUBQUERY(extensionItems[FIRST].attachments, $a, NOT (\(types.joined(separator: " OR ")))).@count == "
                    + "extensionItems[FIRST].attachments.@count"))
        for count in [1, 100, 1_000] {
            #expect(
                offers(
                    ordinary,
                    items: [ItemTypes(attachments: Array(repeating: ["public.png", "public.data"], count: count))]))
        }
    }

    @Test func `an item is equal to itself only`() throws {
        let rule = try makeRule(.string("extensionItems[FIRST] == extensionItems[LAST]"))
        let item = ItemTypes(attachments: [["public.png"]])
        #expect(offers(rule, items: [item]))
        #expect(!offers(rule, items: [item, item]))
    }
}
