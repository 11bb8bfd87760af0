import AppexPredicates
import OpenUniformTypeIdentifiers

/// A rule in predicate form.
package struct PredicateRule: Sendable, Hashable {
    /// The predicate as it is written in the manifest.
    package let text: String
    /// What the text means.
    let predicate: Predicate

    func activates(for items: [ItemTypes], types: TypeGraph) -> Bool { false }
}
