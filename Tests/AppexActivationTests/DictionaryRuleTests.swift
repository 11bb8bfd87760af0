import AppexActivation
import AppexModel
import FuzzSupport
import OpenUniformTypeIdentifiers
import Testing

/// What a rule dictionary asks for.
@Suite struct DictionaryRuleTests {
    /// A kind of attachment with what is of it and what is not.
    struct Kind: CustomTestStringConvertible {
        let key: String
        let accepted: [[String]]
        let refused: [[String]]
        var testDescription: String { key }
    }

    static let kinds = [
        Kind(
            key: "SupportsImageWithMaxCount",
            accepted: [["public.jpeg"], ["public.image"], ["public.png", "public.url"]],
            refused: [["public.movie"], ["public.data"], ["public.file-url"], ["org.example.image"], []]),
        Kind(
            key: "SupportsMovieWithMaxCount", accepted: [["com.apple.quicktime-movie"], ["public.mpeg-4"]],
            refused: [["public.audio"], ["public.jpeg"]]),
        Kind(
            key: "SupportsText",
            accepted: [["public.plain-text"], ["public.utf8-plain-text"], ["public.html"], ["public.rtf"]],
            refused: [["public.vcard"], ["public.vcard", "public.plain-text"], ["com.adobe.pdf"], ["public.url"]]),
        Kind(
            key: "SupportsWebURLWithMaxCount", accepted: [["public.url"], ["public.url", "public.plain-text"]],
            refused: [["public.file-url"], ["public.url", "public.file-url"], ["com.adobe.pdf", "public.file-url"]]),
        Kind(
            key: "SupportsWebPageWithMaxCount", accepted: [["com.apple.property-list"]],
            refused: [["public.url"], ["public.html"]]),
        Kind(
            key: "SupportsFileWithMaxCount",
            accepted: [
                ["public.file-url"], ["com.adobe.pdf", "public.file-url"], ["public.plain-text", "public.file-url"],
                ["public.vcard", "public.file-url"], ["public.jpeg"], ["public.mpeg-4"],
            ],
            refused: [
                ["public.url"], ["public.plain-text"], ["com.apple.property-list"], ["org.example.unknown"],
                ["com.adobe.pdf"], ["public.html"], ["public.vcard"], ["public.data"], ["public.zip-archive"],
                ["org.openxmlformats.wordprocessingml.document"],
            ]),
    ]

    @Test(arguments: kinds) func `a key counts attachments of its kind and no others`(kind: Kind) throws {
        let rule = try makeRule(counting: [kind.key: .integer(1)])
        for attachment in kind.accepted { #expect(offers(rule, attachment), "\(attachment)") }
        for attachment in kind.refused { #expect(!offers(rule, attachment), "\(attachment)") }
    }

    @Test func `a PDF that a browser shares without a file URL is not a file`() throws {
        let rule = try makeRule(counting: [
            "SupportsText": .boolean(true), "SupportsWebURLWithMaxCount": .integer(1),
            "SupportsWebPageWithMaxCount": .integer(1), "SupportsImageWithMaxCount": .integer(10),
            "SupportsMovieWithMaxCount": .integer(1), "SupportsFileWithMaxCount": .integer(1),
        ])
        #expect(!offers(rule, ["com.adobe.pdf"]))
        #expect(offers(rule, ["com.adobe.pdf", "public.file-url"]))
    }

    @Test func `counts run over all items`() throws {
        let rule = try makeRule(counting: ["SupportsImageWithMaxCount": .integer(2)])
        let item = ItemTypes(attachments: [["public.png"]])
        #expect(offers(rule, items: [item, item]))
        #expect(!offers(rule, items: [item, item, item]))
    }

    @Test func `every image is a file too, and counts as both`() throws {
        let files = try makeRule(counting: ["SupportsFileWithMaxCount": .integer(2)])
        let pdf = ["com.adobe.pdf", "public.file-url"]
        #expect(offers(files, ["public.png"], pdf))
        #expect(!offers(files, ["public.png"], pdf, ["public.jpeg"]))
        let both = try makeRule(counting: [
            "SupportsFileWithMaxCount": .integer(3), "SupportsImageWithMaxCount": .integer(1),
        ])
        #expect(offers(both, ["public.png"], pdf))
        #expect(!offers(both, ["public.png"], ["public.jpeg"]))
    }

    @Test(arguments: [1, 2]) func `a 0 for images does not take them from a rule for files`(version: Int64) throws {
        let rule = try makeRule(counting: [
            "SupportsFileWithMaxCount": .integer(5), "SupportsImageWithMaxCount": .integer(0),
            "DictionaryVersion": .integer(version),
        ])
        #expect(offers(rule, ["public.png"]))
    }

    @Test func `a 0 for files does not take images from a rule for images`() throws {
        let rule = try makeRule(counting: [
            "SupportsFileWithMaxCount": .integer(0), "SupportsImageWithMaxCount": .integer(5),
            "DictionaryVersion": .integer(2),
        ])
        #expect(offers(rule, ["public.png"]))
        #expect(!offers(rule, ["public.png"], ["com.adobe.pdf", "public.file-url"]))
    }

    @Test func `the number of all attachments has bounds of its own`() throws {
        let rule = try makeRule(counting: [
            "SupportsImageWithMaxCount": .integer(9), "SupportsAttachmentsWithMaxCount": .integer(3),
            "SupportsAttachmentsWithMinCount": .integer(2),
        ])
        #expect(!offers(rule, ["public.png"]))
        #expect(offers(rule, ["public.png"], ["public.png"]))
        #expect(offers(rule, ["public.png"], ["public.png"], ["public.png"]))
        #expect(!offers(rule, ["public.png"], ["public.png"], ["public.png"], ["public.png"]))
    }

    @Test func `nothing at all is nothing to offer an extension for`() throws {
        for version: Int64 in [1, 2] {
            let rule = try makeRule(counting: [
                "SupportsText": .boolean(true), "SupportsImageWithMaxCount": .integer(1),
                "DictionaryVersion": .integer(version),
            ])
            #expect(!offers(rule, items: []))
            #expect(!offers(rule, items: [ItemTypes(attachments: [])]))
        }
    }

    @Test func `a bare text is offered where texts are supported`() throws {
        let text = [ItemTypes(attachments: [], hasText: true)]
        #expect(offers(try makeRule(counting: ["SupportsText": .boolean(true)]), items: text))
        #expect(
            offers(
                try makeRule(counting: ["SupportsText": .boolean(true), "DictionaryVersion": .integer(2)]), items: text)
        )
        #expect(!offers(try makeRule(counting: ["SupportsText": .boolean(false)]), items: text))
        #expect(!offers(try makeRule(counting: ["SupportsImageWithMaxCount": .integer(1)]), items: text))
        let withMinimum: [String: PropertyListValue] = [
            "SupportsText": .boolean(true), "SupportsAttachmentsWithMinCount": .integer(1),
        ]
        #expect(!offers(try makeRule(counting: withMinimum), items: text))
    }

    @Test func `a text beside attachments makes no difference`() throws {
        let rule = try makeRule(counting: ["SupportsImageWithMaxCount": .integer(1)])
        #expect(offers(rule, items: [ItemTypes(attachments: [["public.png"]], hasText: true)]))
    }

    @Test func `a version 2 rule asks for one attachment that is accepted, and bounds those`() throws {
        let rule = try makeRule(counting: ["SupportsImageWithMaxCount": .integer(1), "DictionaryVersion": .integer(2)])
        #expect(offers(rule, ["public.png"], ["public.url"], ["org.example.unknown"]))
        #expect(!offers(rule, ["public.png"], ["public.jpeg"], ["public.url"]))
        #expect(!offers(rule, ["public.url"]))
    }

    @Test func `only share and action need a rule`() throws {
        let items = [ItemTypes(attachments: [["public.png"]])]
        for point in ["com.apple.share-services", "com.apple.services", "com.apple.ui-services"] {
            #expect(!offers(try makeRule(nil, point: point), items: items))
        }
        for point in ["com.apple.widget-extension", "org.example.paint.brushes"] {
            #expect(offers(try makeRule(nil, point: point), items: items))
            #expect(offers(try makeRule(nil, point: point), items: []))
            #expect(!offers(try makeRule(.string("FALSEPREDICATE"), point: point), items: items))
        }
    }

    @Test func `what a strict rule accepts, the same rule without strictness accepts too`() throws {
        var generator = SeededGenerator(seed: 1)
        var accepted = 0
        for _ in 0..<3_000 {
            var entries = generator.ruleDictionary()
            entries["DictionaryVersion"] = .integer(1)
            let strict = try makeRule(counting: entries)
            entries["DictionaryVersion"] = .integer(2)
            entries["UsesStrictMatching"] = nil
            let fuzzy = try makeRule(counting: entries)
            let items = generator.items()
            if strict.activates(for: items, types: .system) {
                accepted += 1
                #expect(fuzzy.activates(for: items, types: .system), "\(entries): \(items)")
            }
        }
        #expect(accepted > 100)
    }
}
