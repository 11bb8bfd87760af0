import AppexPredicates
import Foundation

/// A compound predicate that was parsed from a text. It prints that text and is evaluated as a whole, so that a part
/// which cannot be evaluated makes the whole predicate false.
final class FormattedCompoundPredicate: NSCompoundPredicate {
    private(set) var evaluator: PredicateEvaluator

    init(_ type: LogicalType, _ subpredicates: [NSPredicate], _ tree: PredicateTree) {
        evaluator = PredicateEvaluator(tree)
        super.init(type: type, subpredicates: subpredicates)
    }

    override var compoundPredicateType: LogicalType { didSet { readParts() } }
    override var subpredicates: [NSPredicate] { didSet { readParts() } }

    private func readParts() {
        evaluator = PredicateEvaluator(PredicateTree(compoundPredicateType, subpredicates.map(\.tree)))
    }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        evaluator.evaluate(with: object, variables: bindings)
    }

    override var predicateFormat: String { "\(evaluator.tree)" }
    override var description: String { predicateFormat }

    override func copy(with zone: NSZone? = nil) -> Any {
        FormattedCompoundPredicate(compoundPredicateType, subpredicates, evaluator.tree)
    }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? NSCompoundPredicate)?.tree == evaluator.tree
    }

    override var hash: Int { evaluator.tree.hashValue }
}
