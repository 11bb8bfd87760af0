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

    /// Whether the predicate holds for some items, paid for from a budget; `nil` when that does not suffice.
    func activates(for share: PredicateShare, spending steps: inout Int) -> Bool? {
        do throws(EvaluationError) {
            return try predicate.evaluate(with: share.root, context: share.context, spending: &steps)
        } catch {
            return error.code == .limit ? nil : false
        }
    }

    /// Why the evaluation ends with an error for the most ordinary of shares, which points to a key or an operator that
    /// rules do not have; `nil` when it does not.
    var problem: String? {
        let share = PredicateShare([ItemTypes(attachments: [["public.data"]], hasText: true)], types: .system)
        do throws(EvaluationError) {
            _ = try predicate.evaluate(with: share.root, context: share.context)
            return nil
        } catch {
            // A rule for the second attachment is a rule for shares that have one.
            return error.code == .indexOutOfRange ? nil : Self.described(error)
        }
    }

    /// An error of evaluation in words, with the keys there are when it is about one that is not.
    static func described(_ error: EvaluationError) -> String {
        error.code == .undefinedKey ? "\(error); a rule knows \(PredicateShare.keys)" : "\(error)"
    }
}
