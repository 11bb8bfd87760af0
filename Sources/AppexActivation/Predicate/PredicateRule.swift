import AppexPredicates
import OpenUniformTypeIdentifiers

/// A rule in predicate form.
package struct PredicateRule: Sendable, Hashable {
    /// The predicate as it is written in the manifest.
    package let text: String
    /// What the text means.
    let predicate: Predicate

    init(parsing text: String) throws(ActivationRuleError) { throw ActivationRuleError(line: 1, column: 1, message: "") }
    func activates(for items: [ItemTypes], types: TypeGraph) -> Bool { false }
}
