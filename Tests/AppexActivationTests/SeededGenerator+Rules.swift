import AppexActivation
import AppexModel
import FuzzSupport

/// Rules and shares made up at random, the same ones in every run.
extension SeededGenerator {
    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    mutating func chance(of percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    static let types = [
        "public.jpeg", "public.png", "public.image", "public.url", "public.file-url", "public.plain-text",
        "public.html", "com.adobe.pdf", "public.mpeg-4", "public.vcard", "com.apple.property-list", "public.data",
        "public.item", "public.text", "public.movie", "org.example.unknown", "public.folder",
    ]

    /// One to four items with up to four attachments of up to three types.
    mutating func items() -> [ItemTypes] {
        (0..<Int.random(in: 0...3, using: &self)).map { _ in
            ItemTypes(
                attachments: (0..<Int.random(in: 0...4, using: &self)).map { _ in
                    (0..<Int.random(in: 0...3, using: &self)).map { _ in element(of: Self.types) }
                }, hasText: chance(of: 20))
        }
    }

    /// The entries of a rule dictionary, whose keys lack `NSExtensionActivation`.
    mutating func ruleDictionary() -> [String: PropertyListValue] {
        var entries: [String: PropertyListValue] = [:]
        let kinds = ["File", "Image", "Movie", "WebURL", "WebPage"].map { "Supports\($0)WithMaxCount" }
        for key in kinds where chance(of: 50) { entries[key] = .integer(.random(in: 0...3, using: &self)) }
        if chance(of: 50) { entries["SupportsText"] = .boolean(chance(of: 70)) }
        if chance(of: 20) { entries["SupportsAttachmentsWithMaxCount"] = .integer(.random(in: 0...5, using: &self)) }
        if chance(of: 20) { entries["SupportsAttachmentsWithMinCount"] = .integer(.random(in: 0...3, using: &self)) }
        if chance(of: 60) { entries["DictionaryVersion"] = .integer(.random(in: 0...3, using: &self)) }
        if chance(of: 20) { entries["UsesStrictMatching"] = .boolean(chance(of: 50)) }
        return entries
    }

    /// A predicate: mostly what nodes can say, now and then something that they cannot.
    mutating func predicate(depth: Int = 3) -> String {
        guard depth > 0, chance(of: 60) else { return shareCondition() }
        switch Int.random(in: 0..<3, using: &self) {
        case 0: return "(\(predicate(depth: depth - 1))) AND (\(predicate(depth: depth - 1)))"
        case 1: return "(\(predicate(depth: depth - 1))) OR (\(predicate(depth: depth - 1)))"
        default: return "NOT (\(predicate(depth: depth - 1)))"
        }
    }

    private mutating func shareCondition() -> String {
        switch Int.random(in: 0..<12, using: &self) {
        case 0: return "TRUEPREDICATE"
        case 1: return "FALSEPREDICATE"
        case 2: return "extensionItems.@count \(bound("extensionItems.@count"))"
        case 3: return "extensionItems[FIRST].attributedContentText != nil"
        case 4: return "\(bound(nil).dropFirst(2)) == extensionItems.@count"
        default: return "SUBQUERY(extensionItems, $item, \(itemCondition())).@count \(bound("extensionItems.@count"))"
        }
    }

    private mutating func itemCondition() -> String {
        switch Int.random(in: 0..<10, using: &self) {
        case 0: return "$item.attachments.@count \(bound("extensionItems.@count"))"
        case 1: return "$item.attachments.@count == extensionItems.@count"
        case 2: return "$item.attributedContentText != nil"
        case 3: return "(\(itemCondition())) AND NOT (\(itemCondition()))"
        default:
            let count = "SUBQUERY($item.attachments, $attachment, \(attachmentCondition())).@count"
            return chance(of: 20)
                ? "$item.attachments.@count == \(count)" : "\(count) \(bound("$item.attachments.@count"))"
        }
    }

    private mutating func attachmentCondition() -> String {
        let types = "$attachment.registeredTypeIdentifiers"
        let name = "\"\(element(of: Self.types))\""
        switch Int.random(in: 0..<12, using: &self) {
        case 0: return "NONE \(types) UTI-CONFORMS-TO \(name)"
        case 1: return "ALL \(types) UTI-CONFORMS-TO \(name)"
        case 2: return "ANY \(types) UTI-EQUALS \(name)"
        case 3: return "\(types).@count \(bound(nil))"
        case 4:
            return "SUBQUERY(\(types), $type, $type UTI-CONFORMS-TO \(name) AND NOT $type UTI-EQUALS \"public.jpeg\")"
                + ".@count \(bound("\(types).@count"))"
        case 5: return "(\(attachmentCondition())) OR (\(attachmentCondition()))"
        case 6: return "ANY \(types) BEGINSWITH \"public.\""
        case 7: return "SUBQUERY(\(types), $type, extensionItems.@count == 1).@count > 0"
        default: return "ANY \(types) UTI-CONFORMS-TO \(name)"
        }
    }

    /// A relation and a number, or now and then another count.
    private mutating func bound(_ whole: String?) -> String {
        if let whole, chance(of: 25) { return "== \(whole)" }
        if whole != nil, chance(of: 10) { return "BETWEEN { 1, \(Int.random(in: 0...3, using: &self)) }" }
        return
            "\(whole == nil ? "==" : element(of: ["==", "!=", "<", "<=", ">", ">="])) \(Int.random(in: 0...3, using: &self))"
    }
}
