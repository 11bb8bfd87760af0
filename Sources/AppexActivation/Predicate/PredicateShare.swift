import AppexPredicates
import OpenUniformTypeIdentifiers

/// The object for which a rule in predicate form is evaluated: a representation of the items with their types only.
/// Using a key that does not exist ends the evaluation, and the rule does not match.
struct PredicateShare {
    /// A list of all keys, for messages.
    static let keys =
        "extensionItems, its attachments, attributedTitle, attributedContentText and userInfo, and of an attachment "
        + "registeredTypeIdentifiers"

    /// The number of steps that the evaluation of a rule may take, in addition to ``stepsPerAttachment``, up to the
    /// limit for predicates in general. An app can have 128 rules, and a host waits for all of them.
    private static let steps = 50_000
    /// A condition with thirty types takes about 400.
    private static let stepsPerAttachment = 1_000

    /// The object with the key `extensionItems`.
    let root: PredicateValue
    /// The conformance of types, and the budget of an evaluation.
    let context: EvaluationContext

    /// Creates the representation of some items.
    init(_ items: [ItemTypes], types: TypeGraph) {
        let mirrors = items.enumerated().map { PredicateValue.object(ItemMirror($1, place: [$0])) }
        root = .object(ShareMirror(place: [], extensionItems: .list(mirrors)))
        var context = EvaluationContext(conforms: { types.identifier($0, conformsTo: $1) })
        context.treatsSingleValueAsCollection = true
        context.limits.steps = min(
            context.limits.steps, Self.steps + Self.stepsPerAttachment * items.reduce(0) { $0 + $1.attachments.count })
        self.context = context
    }
}

/// A part of the representation. It is equal only to itself, which is determined without examining its content:
/// comparing items takes one step, however many attachments they have.
private protocol ShareObject: PredicateObject {
    /// The numbers of the item and the attachment, as far as they go.
    var place: [Int] { get }
}

extension ShareObject {
    static func == (one: Self, other: Self) -> Bool { one.place == other.place }
    func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

private struct ShareMirror: ShareObject {
    let place: [Int]
    let extensionItems: PredicateValue

    func value(forKey key: String) -> PredicateValue? {
        key == "extensionItems" ? extensionItems : nil
    }
}

private struct ItemMirror: ShareObject {
    let place: [Int]
    let attachments: PredicateValue
    /// A placeholder for the text, whose content is unknown.
    let text: PredicateValue

    init(_ item: ItemTypes, place: [Int]) {
        self.place = place
        attachments = .list(item.attachments.enumerated().map { .object(AttachmentMirror($1, place: place + [$0])) })
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

private struct AttachmentMirror: ShareObject {
    let place: [Int]
    let registeredTypeIdentifiers: PredicateValue

    init(_ types: [String], place: [Int]) {
        self.place = place
        registeredTypeIdentifiers = .list(types.map(PredicateValue.string))
    }

    func value(forKey key: String) -> PredicateValue? {
        key == "registeredTypeIdentifiers" ? registeredTypeIdentifiers : nil
    }
}
