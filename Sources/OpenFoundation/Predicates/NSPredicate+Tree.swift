import AppexPredicates
import Foundation

extension NSPredicate {
    /// The object that Apple's parser would create for a tree.
    static func make(_ tree: PredicateTree) -> NSPredicate {
        switch tree {
        case .constant(let value): ConstantPredicate(value: value)
        case .comparison(let comparison) where comparison.modifier == .none: negatedAny(comparison, tree)
        case .comparison(let comparison): NSComparisonPredicate(comparison)
        case .and(let parts): FormattedCompoundPredicate(.and, parts.map(make), tree)
        case .or(let parts): FormattedCompoundPredicate(.or, parts.map(make), tree)
        case .not(let part): FormattedCompoundPredicate(.not, [make(part)], tree)
        case .block(let block):
            NSPredicate { object, variables in
                let variables = (variables ?? [:]).mapValues { ValueBridge.value(of: $0) }
                return (try? block.body(ValueBridge.value(of: object), variables)) ?? false
            }
        }
    }

    /// Apple's classes have no modifier for `NONE`, which becomes `NOT ANY`.
    private static func negatedAny(_ comparison: Comparison, _ tree: PredicateTree) -> NSPredicate {
        var any = comparison
        any.modifier = .any
        return FormattedCompoundPredicate(.not, [NSComparisonPredicate(any)], tree)
    }

    /// The tree of the predicate. A predicate of a custom class becomes a block that calls it.
    var tree: PredicateTree { tree(levels: PredicateLimits.depth) }

    private func tree(levels: Int) -> PredicateTree {
        if let comparison = self as? NSComparisonPredicate { return comparison.evaluator.tree }
        if let compound = self as? FormattedCompoundPredicate { return compound.evaluator.tree }
        if type(of: self) == NSPredicate.self || self is ConstantPredicate {
            if isEqual(NSPredicate(value: true)) { return .constant(true) }
            if isEqual(NSPredicate(value: false)) { return .constant(false) }
        }
        // Foundation's compounds can be nested without bounds; trees cannot.
        guard type(of: self) == NSCompoundPredicate.self, levels > 0, let compound = self as? NSCompoundPredicate else {
            return .block(block)
        }
        return PredicateTree(
            compound.compoundPredicateType, compound.subpredicates.map { $0.tree(levels: levels - 1) })
    }

    private var block: PredicateBlock {
        nonisolated(unsafe) let predicate = self  // its tree lives in predicates, which are no more sendable than it is
        return PredicateBlock { object, variables in
            let variables = variables.mapValues { $0.foundationValue ?? NSNull() }
            return predicate.evaluate(with: object.foundationValue, substitutionVariables: variables)
        }
    }
}

extension PredicateTree {
    /// Combines predicates as `NSCompoundPredicate` does, whose `NOT` uses only the first one.
    init(_ type: NSCompoundPredicate.LogicalType, _ parts: [PredicateTree]) {
        switch type {
        case .and: self = .and(parts)
        case .or: self = .or(parts)
        case .not: self = parts.first.map(PredicateTree.not) ?? .constant(true)
        }
    }

    /// Parses a predicate.
    ///
    /// - Throws: ``PredicateFormatError`` if the text is malformed or does not fit the arguments.
    static func read(_ format: String, _ arguments: [Any?]) throws(PredicateFormatError) -> PredicateTree {
        do {
            return try PredicateTree(parsing: format, arguments: arguments.map(PredicateArgument.init))
        } catch {
            throw PredicateFormatError(error)
        }
    }
}

extension ExpressionTree {
    /// Parses an expression.
    ///
    /// - Throws: ``PredicateFormatError`` if the text is malformed or does not fit the arguments.
    static func read(_ format: String, _ arguments: [Any?]) throws(PredicateFormatError) -> ExpressionTree {
        do {
            return try ExpressionTree(parsing: format, arguments: arguments.map(PredicateArgument.init))
        } catch {
            throw PredicateFormatError(error)
        }
    }

    /// Converts an expression to its tree, and any other value to a constant.
    init(_ anything: Any?) {
        self = (anything as? NSExpression)?.tree ?? .constant(ValueBridge.value(of: anything))
    }
}

extension PredicateArgument {
    init(_ anything: Any?) {
        switch anything {
        case let predicate as NSPredicate: self = .predicate(predicate.tree)
        case let expression as NSExpression: self = .expression(expression.tree)
        default: self = .value(ValueBridge.value(of: anything))
        }
    }
}
