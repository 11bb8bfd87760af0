package import AppexModel
package import OpenUniformTypeIdentifiers

/// The activation rule of an extension, which determines for which items it is offered: `NSExtensionActivationRule` in
/// its `NSExtensionAttributes`.
///
/// A rule that cannot be read never activates. On Apple's systems such an extension silently fails to appear; here
/// ``explanation(for:types:)`` states the reason.
package struct ActivationRule: Sendable, Hashable {
    /// The form of a rule.
    package enum Form: Sendable, Hashable {
        /// There is no rule.
        case none
        /// A dictionary of counts.
        case dictionary(DictionaryRule)
        /// A predicate over the items.
        case predicate(PredicateRule)
        /// A value that is not a valid rule.
        case unreadable(ActivationRuleError)
    }

    /// The extension point, which determines the meaning of a missing rule.
    package let point: ExtensionPointIdentifier
    /// The form of the rule.
    package let form: Form
    /// Problems of the rule that did not prevent reading it, and how it was interpreted, one sentence each.
    package let notes: [String]
    /// Why the extension is offered for no items, whatever the rule is, as a clause: an attribute by which hosts choose extensions
    /// has no value that a host asks for. nil if there is no such attribute.
    let obstacle: String?

    /// Reads a rule.
    ///
    /// - Parameter attributes: the content of `NSExtensionAttributes`, which is untrusted.
    package init(attributes: [String: PropertyListValue], point: ExtensionPointIdentifier) {
        var reader = ActivationRuleReader()
        form = reader.form(of: attributes)
        notes = reader.notes
        self.point = point
        obstacle = ExtensionPoint(point).keys.lazy.compactMap { $0.obstacle(in: attributes) }.first
    }

    /// Whether the extension is offered for `items`.
    package func activates(for items: [ItemTypes], types: TypeGraph) -> Bool {
        guard obstacle == nil else { return false }
        return switch form {
        case .none: activatesWithoutRule
        case .dictionary(let rule): rule.activates(for: items, types: types)
        case .predicate(let rule): rule.activates(for: PredicateShare(items, types: types))
        case .unreadable: false
        }
    }

    /// Whether an extension at this point is offered when it has no rule, whatever the items.
    var activatesWithoutRule: Bool { !ExtensionPoint(point).needsRule }
}

extension PointKey {
    /// Why hosts choose no extension with these attributes, as a clause; nil if the key does not decide that, or a host can choose
    /// it.
    fileprivate func obstacle(in attributes: [String: PropertyListValue]) -> String? {
        guard place == .attributes, decidesOffers, let written = attributes[name]?.array else { return nil }
        guard !written.contains(where: { $0.string.map(values.contains) == true }) else { return nil }
        return "its \(name) names none of \(values.joined(separator: ", "))"
    }
}
