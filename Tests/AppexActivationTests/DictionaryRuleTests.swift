import AppexActivation
import AppexModel
import OpenUniformTypeIdentifiers
import Testing

@Suite struct DictionaryRuleTests {
    @Test func `AT-1: a version 1 rule for URLs hides the extension from a picture with a URL and a text`() throws {
        let rule = try Self.rule(["NSExtensionActivationSupportsWebURLWithMaxCount": .integer(1)])
        let items = [ItemTypes(attachments: [["public.png"], ["public.url"], ["public.plain-text"]])]
        #expect(!rule.activates(for: items, types: .system))
        #expect(rule.activates(for: [ItemTypes(attachments: [["public.url"]])], types: .system))
    }

    static func rule(_ entries: [String: PropertyListValue]) throws -> ActivationRule {
        let point = try #require(ExtensionPointIdentifier(rawValue: "com.apple.share-services"))
        return ActivationRule(attributes: ["NSExtensionActivationRule": .dictionary(entries)], point: point)
    }
}
