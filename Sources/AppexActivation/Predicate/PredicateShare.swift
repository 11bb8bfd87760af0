import AppexPredicates
import OpenUniformTypeIdentifiers

/// What a rule in predicate form is evaluated with: a mirror of the items that has nothing but their types. Any other
/// key than those below ends the evaluation, and then the rule does not activate.
struct PredicateShare {
    /// Every key there is, for a person.
    static let keys =
        "extensionItems, its attachments, attributedTitle, attributedContentText and userInfo, and of an attachment "
        + "registeredTypeIdentifiers"

    /// The object with the key `extensionItems`.
    let root: PredicateValue
    /// How types conform, and what an evaluation may cost.
    let context: EvaluationContext

    /// Mirrors some items.
    init(_ items: [ItemTypes], types: TypeGraph) {
        root = .object(ShareMirror(extensionItems: .list(items.map { .object(ItemMirror($0)) })))
        var context = EvaluationContext(conforms: { types.identifier($0, conformsTo: $1) })
        context.treatsSingleValueAsCollection = true
        self.context = context
    }
}

private struct ShareMirror: PredicateObject {
    let extensionItems: PredicateValue

    func value(forKey key: String) -> PredicateValue? {
        key == "extensionItems" ? extensionItems : nil
    }
}

private struct ItemMirror: PredicateObject {
    let attachments: PredicateValue
    /// That there is a text is all that is known of it.
    let text: PredicateValue

    init(_ item: ItemTypes) {
        attachments = .list(item.attachments.map { .object(AttachmentMirror($0)) })
        text = item.hasText ? .string("") : .null
    }

    func value(forKey key: String) -> PredicateValue? {
        switch key {
        case "attachments": attachments
        case "attributedContentText": text
        case "attributedTitle", "userInfo": .null
        default: nil
        }
    }
}

private struct AttachmentMirror: PredicateObject {
    let registeredTypeIdentifiers: PredicateValue

    init(_ types: [String]) {
        registeredTypeIdentifiers = .list(types.map(PredicateValue.string))
    }

    func value(forKey key: String) -> PredicateValue? {
        key == "registeredTypeIdentifiers" ? registeredTypeIdentifiers : nil
    }
}
