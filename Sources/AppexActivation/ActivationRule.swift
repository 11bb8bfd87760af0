package import AppexModel
package import OpenUniformTypeIdentifiers

/// The rule by which an extension is offered for some items or not: `NSExtensionActivationRule` in its
/// `NSExtensionAttributes`.
///
/// Reading is total: what cannot be read is a form of rule too, one that never activates. On Apple's
/// systems such an extension "silently fails to appear"; here ``explanation(for:types:)`` says why.
package struct ActivationRule: Sendable, Hashable {
    /// How the rule is written.
    package enum Form: Sendable, Hashable {
        /// There is no rule.
        case none
        /// A dictionary of counts.
        case dictionary(DictionaryRule)
        /// A predicate over the items.
        case predicate(PredicateRule)
        /// Something that is no rule.
        case unreadable(ActivationRuleError)
    }

    /// The extension point, which decides what it means that there is no rule.
    package let point: ExtensionPointIdentifier
    /// How the rule is written.
    package let form: Form
    /// What is odd about the rule and how it was read all the same, a sentence each.
    package let notes: [String]

    /// Reads the rule.
    ///
    /// - Parameter attributes: `NSExtensionAttributes`; comes from a bundle and may hold anything.
    package init(attributes: [String: PropertyListValue], point: ExtensionPointIdentifier) {
        var reader = ActivationRuleReader()
        form = reader.form(of: attributes)
        notes = reader.notes
        self.point = point
    }

    /// Whether the extension is offered for `items`.
    package func activates(for items: [ItemTypes], types: TypeGraph) -> Bool {
        switch form {
        case .none: activatesWithoutRule
        case .dictionary(let rule): rule.activates(for: items, types: types)
        case .predicate(let rule): rule.activates(for: PredicateShare(items, types: types))
        case .unreadable: false
        }
    }

    /// Whether an extension at this point is offered when it has no rule, whatever the items.
    var activatesWithoutRule: Bool { !Self.pointsThatNeedRule.contains(point.rawValue) }

    /// The points whose extensions are never offered without a rule: share and action. At any other
    /// point, Apple's or a third party's, an extension without a rule is offered whatever the items.
    static let pointsThatNeedRule: Set<String> = [
        "com.apple.share-services", "com.apple.ui-services", "com.apple.services",
    ]
}
