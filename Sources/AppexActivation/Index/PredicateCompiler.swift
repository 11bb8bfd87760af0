import AppexPredicates

/// Compiles predicates to nodes: counts of items, attachments and types that satisfy conditions, and the type
/// operators.
///
/// If a predicate contains anything else (a title, a regular expression, arithmetic), the result is `nil`, and the rule
/// is evaluated as a predicate. The compiler need not be complete, but what it accepts must have the same result as
/// evaluation, and evaluation must never throw for it.
struct PredicateCompiler {
    /// Collects the nodes. A rule that turns out not to be compilable may leave unused nodes, which disappear when the
    /// index is updated.
    var builder = RuleProgramBuilder()
    /// The level of the element to which each variable refers. The innermost variable is that of the current level.
    private var variables: [String: RuleLevel] = [:]
    /// How many more parts of the rule may be compiled.
    private var partsLeft = 0

    /// The maximum number of parts of a rule. All nodes are evaluated for every share, without a budget, so a rule with
    /// very many parts is evaluated as a predicate, for which there is one. Real rules have up to 60 parts.
    static let partLimit = 512

    /// The node of a whole rule; `nil` if it cannot be compiled.
    mutating func compile(_ predicate: Predicate) -> Int32? {
        variables = [:]
        partsLeft = Self.partLimit
        return node(predicate, at: .share)
    }

    private mutating func node(_ predicate: Predicate, at level: RuleLevel) -> Int32? {
        partsLeft -= 1
        guard partsLeft >= 0 else { return nil }
        switch predicate {
        case .constant(let value): return builder.number(of: RuleNode(value ? .always : .never), at: level)
        case .not(let operand): return node(operand, at: level).map { builder.not($0, at: level) }
        case .and(let operands): return nodes(operands, at: level).map { builder.all($0, at: level) }
        case .or(let operands): return nodes(operands, at: level).map { builder.any($0, at: level) }
        case .comparison(let comparison): return node(comparison, at: level)
        case .block: return nil
        }
    }

    private mutating func nodes(_ predicates: [Predicate], at level: RuleLevel) -> [Int32]? {
        var result: [Int32] = []
        for predicate in predicates {
            guard let node = node(predicate, at: level) else { return nil }
            result.append(node)
        }
        return result
    }
}

// MARK: - Comparisons

extension PredicateCompiler {
    private mutating func node(_ comparison: Comparison, at level: RuleLevel) -> Int32? {
        switch comparison.operator {
        case .typeConformsTo, .typeEquals: return typeNode(comparison, at: level)
        case .between: return betweenNode(comparison, at: level)
        default: break
        }
        guard comparison.modifier == .direct, comparison.options.isEmpty,
            let left = count(comparison.left, at: level), let right = count(comparison.right, at: level)
        else { return nil }
        switch comparison.operator {
        case .lessThan: return builder.compare(left, .less, right, at: level)
        case .lessThanOrEqual: return builder.compare(left, .lessOrEqual, right, at: level)
        case .greaterThan: return builder.compare(right, .less, left, at: level)
        case .greaterThanOrEqual: return builder.compare(right, .lessOrEqual, left, at: level)
        case .equal: return builder.compare(left, .equal, right, at: level)
        case .notEqual: return builder.compare(left, .notEqual, right, at: level)
        default: return nil
        }
    }

    /// `a BETWEEN { low, high }`.
    private mutating func betweenNode(_ comparison: Comparison, at level: RuleLevel) -> Int32? {
        guard comparison.modifier == .direct, case .aggregate(let bounds) = comparison.right, bounds.count == 2,
            let value = count(comparison.left, at: level), let low = count(bounds[0], at: level),
            let high = count(bounds[1], at: level)
        else { return nil }
        let isHighEnough = builder.compare(low, .lessOrEqual, value, at: level)
        let isLowEnough = builder.compare(value, .lessOrEqual, high, at: level)
        return builder.all([isHighEnough, isLowEnough], at: level)
    }

    /// `$type UTI-CONFORMS-TO "x"`, and `ANY`, `ALL` or `NONE` of an attachment's types.
    private mutating func typeNode(_ comparison: Comparison, at level: RuleLevel) -> Int32? {
        guard comparison.options.isEmpty, case .constant(.string(let name)) = comparison.right else { return nil }
        let number = builder.number(ofType: name)
        let leaf = builder.number(
            of: RuleNode(comparison.operator == .typeEquals ? .equals : .conforms, of: number), at: .types)
        switch comparison.modifier {
        case .direct:
            guard level == .types, isElement(comparison.left, of: .types) else { return nil }
            return leaf
        case .any, .all, .none:
            guard level == .attachments, isCollection(comparison.left, of: level) else { return nil }
            let types = RuleCount.children(leaf)
            switch comparison.modifier {
            case .any, .direct: return builder.number(of: RuleNode(.exists, types), at: level)
            case .none: return builder.not(builder.number(of: RuleNode(.exists, types), at: level), at: level)
            case .all: return builder.number(of: RuleNode(.every, types), at: level)
            }
        }
    }
}

// MARK: - Counts and collections

extension PredicateCompiler {
    private mutating func count(_ expression: Expression, at level: RuleLevel) -> RuleCount? {
        switch expression {
        case .constant(.integer(let number)):
            return Int32(exactly: number).map(RuleCount.constant)
        case .path(.evaluatedObject, [.key("extensionItems"), .collection("count")]):
            return .items
        case .path(.subquery(let collection, let variable, let predicate), [.collection("count")]):
            guard let below = level.below, isCollection(collection, of: level) else { return nil }
            let outer = variables.updateValue(below, forKey: variable)
            defer { variables[variable] = outer }
            return node(predicate, at: below).map(RuleCount.children)
        case .path(let base, let steps):
            guard steps.last == .collection("count"), isCollection(.path(base, steps.dropLast()), of: level) else {
                return nil
            }
            return .allChildren
        default:
            return nil
        }
    }

    /// Whether an expression is the collection of the children of a level's element.
    private func isCollection(_ expression: Expression, of level: RuleLevel) -> Bool {
        switch (level, expression) {
        case (.share, .path(.evaluatedObject, [.key("extensionItems")])): true
        case (.items, .path(let base, [.key("attachments")])): isElement(base, of: .items)
        case (.attachments, .path(let base, [.key("registeredTypeIdentifiers")])): isElement(base, of: .attachments)
        default: false
        }
    }

    private func isElement(_ expression: Expression, of level: RuleLevel) -> Bool {
        guard case .variable(let name) = expression else { return false }
        return variables[name] == level
    }
}
