import AppexPredicates
import Foundation
import OpenUniformTypeIdentifiers
import Synchronization

/// A tree, and its evaluation for values of the program.
final class PredicateEvaluator {
    let tree: PredicateTree
    private let needsWholeObject: Bool
    private let hasReported = Atomic(false)

    init(_ tree: PredicateTree) {
        self.tree = tree
        needsWholeObject = tree.needsWholeObject
    }

    /// Whether the predicate holds. One that cannot be evaluated does not hold; the first time, it writes the reason to
    /// standard error.
    func evaluate(with object: Any?, variables: [String: Any]?) -> Bool {
        do {
            // If the predicate only uses keys of a dictionary, only the values of those keys are converted.
            let keyed = needsWholeObject ? nil : object as? any KeyedCollection
            let value = keyed.map { .object(ProgramObject($0)) } ?? ValueBridge.value(of: object)
            return try tree.evaluate(with: value, context: EvaluationContext(foundationVariables: variables))
        } catch {
            if !hasReported.exchange(true, ordering: .relaxed) {
                FileHandle.standardError.write(Data("A predicate could not be evaluated: \(error)\n".utf8))
            }
            return false
        }
    }
}

extension EvaluationContext {
    /// The context in which predicates and expressions of the program are evaluated.
    init(foundationVariables variables: [String: Any]?) {
        self.init(
            variables: (variables ?? [:]).mapValues { ValueBridge.value(of: $0) },
            conforms: { TypeGraph.current.identifier($0, conformsTo: $1) })
        localeIdentifier = Locale.current.identifier
    }
}
