import AppexPredicates
import OpenUniformTypeIdentifiers

/// What a rule in predicate form is evaluated with: a mirror of the items that has nothing but their types. Any other
/// key than those below ends the evaluation, and then the rule does not activate.
struct PredicateShare {
    /// Every key there is, for a person.
    static let keys =
        "extensionItems, its attachments, attributedTitle, attributedContentText and userInfo, and of an attachment "
        + "registeredTypeIdentifiers"

    /// What the evaluation of a rule may cost, beside ``stepsPerAttachment``, up to the limit for predicates in general: an app
    /// brings up to 128 rules, and whoever asks waits for all of them.
    private static let steps = 50_000
    /// A condition with thirty types takes about 400.
    private static let stepsPerAttachment = 1_000

    /// The object with the key `extensionItems`.
    let root: PredicateValue
    /// How types conform, and what an evaluation may cost.
    let context: EvaluationContext

    /// Mirrors some items.
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

/// A part of the mirror. It is equal to itself only, and nobody has to look into it to find that out: a rule that compares
/// items pays for one step, however many attachments they have.
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
    /// That there is a text is all that is known of it.
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
