import AppexPredicates
import OpenUniformTypeIdentifiers

/// A rule in predicate form.
package struct PredicateRule: Sendable, Hashable {
    /// The predicate as it is written in the manifest.
    package let text: String
    /// What the text means.
    let predicate: Predicate

    /// Reads a predicate.
    ///
    /// - Throws: ``ActivationRuleError`` with the place of the first thing that cannot be read.
    init(parsing text: String) throws(ActivationRuleError) {
        self.text = text
        do throws(PredicateSyntaxError) {
            predicate = try Predicate(parsing: text)
        } catch {
            throw ActivationRuleError(
                line: error.line, column: error.column, message: error.message, excerpt: error.caret)
        }
    }

    /// Whether the predicate holds for some items. Where Apple's evaluation raises an exception, it does not.
    func activates(for share: PredicateShare) -> Bool {
        (try? predicate.evaluate(with: share.root, context: share.context)) ?? false
    }
}
