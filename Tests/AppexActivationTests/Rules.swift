import AppexActivation
import AppexModel
import OpenUniformTypeIdentifiers
import Testing

/// The identifier of the point of share extensions, which need a rule.
let sharePoint = "com.apple.share-services"

/// A rule as it stands in a manifest.
func makeRule(_ value: PropertyListValue?, point: String = sharePoint) throws -> ActivationRule {
    let point = try #require(ExtensionPointIdentifier(rawValue: point))
    var attributes: [String: PropertyListValue] = [:]
    attributes["NSExtensionActivationRule"] = value
    return ActivationRule(attributes: attributes, point: point)
}

/// A rule dictionary; keys are written without `NSExtensionActivation`.
func makeRule(counting entries: [String: PropertyListValue]) throws -> ActivationRule {
    try makeRule(
        .dictionary(Dictionary(uniqueKeysWithValues: entries.map { ("NSExtensionActivation" + $0.key, $0.value) })))
}

/// The usual predicate: items with so many attachments for which a condition on `$attachment` holds.
func makeRule(
    attachments condition: String, _ count: String = "== $extensionItem.attachments.@count", items: String = "== 1"
) throws -> ActivationRule {
    try makeRule(
        .string(
            """
            SUBQUERY (
                extensionItems, $extensionItem,
                SUBQUERY ($extensionItem.attachments, $attachment, \(condition)).@count \(count)
            ).@count \(items)
            """))
}

/// `ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO` one type `||` …
func anyOf(_ types: String...) -> String {
    types.map { "ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \"\($0)\"" }.joined(separator: " || ")
}

/// Whether a rule offers its extension for one item with attachments of these types. The index says the same.
func offers(_ rule: ActivationRule, _ attachments: [String]...) -> Bool {
    offers(rule, items: [ItemTypes(attachments: attachments)])
}

/// Whether a rule offers its extension for some items. The index and the explanation say the same.
func offers(_ rule: ActivationRule, items: [ItemTypes], sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    let answer = rule.activates(for: items, types: .system)
    let index = MatchIndex(rules: [rule], types: .system)
    #expect(index.matches(items) == (answer ? [0] : []), "the index disagrees", sourceLocation: sourceLocation)
    let explanation = rule.explanation(for: items, types: .system)
    #expect(explanation.activates == answer, "the explanation disagrees", sourceLocation: sourceLocation)
    #expect(!explanation.reason.isEmpty, sourceLocation: sourceLocation)
    return answer
}
