import AppexPredicates
import OpenUniformTypeIdentifiers

/// A rule in predicate form.
package struct PredicateRule: Sendable, Hashable {
    /// The predicate as it is written in the manifest.
    package let text: String
    /// The parsed predicate.
    let predicate: Predicate

    /// Reads a predicate.
    ///
    /// - Throws: ``ActivationRuleError`` with the place of the first problem.
    init(parsing text: String) throws(ActivationRuleError) {
        self.text = text
        do throws(PredicateSyntaxError) {
            predicate = try Predicate(parsing: text)
        } catch {
            throw ActivationRuleError(
                line: error.line, column: error.column, message: error.message, excerpt: error.caret)
        }
    }

    /// Whether the predicate holds for some items. It does not if Apple's evaluation would raise an exception.
    func activates(for share: PredicateShare) -> Bool {
        (try? predicate.evaluate(with: share.root, context: share.context)) ?? false
    }

    /// Whether the predicate holds for some items, evaluated with a budget of steps; `nil` if that is not sufficient.
    func activates(for share: PredicateShare, spending steps: inout Int) -> Bool? {
        do throws(EvaluationError) {
            return try predicate.evaluate(with: share.root, context: share.context, spending: &steps)
        } catch {
            return error.code == .limit ? nil : false
        }
    }

    /// The error of the evaluation for a simple share, which indicates a key or an operator that does not exist in
    /// rules; `nil` if there is none.
    var problem: String? {
        let share = PredicateShare([ItemTypes(attachments: [["public.data"]], hasText: true)], types: .system)
        do throws(EvaluationError) {
            _ = try predicate.evaluate(with: share.root, context: share.context)
            return nil
        } catch {
            // A rule may refer to a second attachment, which this share does not have.
            return error.code == .indexOutOfRange ? nil : Self.described(error)
        }
    }

    /// The description of an evaluation error; for an unknown key, with a list of the existing keys.
    static func described(_ error: EvaluationError) -> String {
        error.code == .undefinedKey ? "\(error); a rule knows \(PredicateShare.keys)" : "\(error)"
    }
}
