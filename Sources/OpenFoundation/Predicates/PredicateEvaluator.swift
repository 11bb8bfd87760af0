import AppexPredicates
import Foundation
import OpenUniformTypeIdentifiers
import Synchronization

/// A tree and how it is evaluated for the program's values.
final class PredicateEvaluator {
    let tree: PredicateTree
    private let needsWholeObject: Bool
    private let hasReported = Atomic(false)

    init(_ tree: PredicateTree) {
        self.tree = tree
        needsWholeObject = tree.needsWholeObject
    }

    /// Whether the predicate holds. One that cannot be evaluated with this object does not, and the first time that this
    /// happens standard error says why.
    func evaluate(with object: Any?, variables: [String: Any]?) -> Bool {
        do {
            // Of a dictionary only what the predicate asks for is turned into values, if it asks for nothing but keys.
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
    /// What predicates and expressions of the program are evaluated with.
    init(foundationVariables variables: [String: Any]?) {
        self.init(
            variables: (variables ?? [:]).mapValues { ValueBridge.value(of: $0) },
            conforms: { TypeGraph.current.identifier($0, conformsTo: $1) })
        localeIdentifier = Locale.current.identifier
    }
}
