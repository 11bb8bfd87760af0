import AppexPredicates
public import Foundation

/// The parts of an expression. An accessor that does not apply to ``NSExpression/expressionType`` ends the process.
extension NSExpression {
    /// The kind of the expression, which decides which accessors apply.
    ///
    /// A `CAST`, an indexed element and a call are functions; an assignment is a variable.
    public var expressionType: ExpressionType {
        switch tree {
        case .constant: .constantValue
        case .evaluatedObject: .evaluatedObject
        case .anyKey: .anyKey
        case .variable, .assignment: .variable
        case .path(_, let steps): steps.last?.keyPathComponent == nil ? .function : .keyPath
        case .aggregate: .aggregate
        case .function, .call, .cast, .fetch: .function
        case .subquery: .subquery
        case .conditional: .conditional
        case .set(.union, _, _): .unionSet
        case .set(.intersect, _, _): .intersectSet
        case .set(.minus, _, _): .minusSet
        case .block: .block
        }
    }

    /// The value of a constant; nil for the null value.
    public var constantValue: Any? {
        guard case .constant(let value) = tree else { unfitting() }
        return value.foundationValue
    }

    /// The keys of a path, joined with dots. If the path contains an index, only the keys after it.
    public var keyPath: String {
        guard case .path(_, let steps) = tree, expressionType == .keyPath else { unfitting() }
        return steps[keysStart(steps)...].compactMap(\.keyPathComponent).joined(separator: ".")
    }

    /// The name of a variable, without the dollar sign; also of an assignment, or of a subquery's element.
    public var variable: String {
        switch tree {
        case .variable(let name), .assignment(let name, _), .subquery(_, let name, _): name
        default: unfitting()
        }
    }

    /// The name of a function.
    public var function: String {
        switch tree {
        case .function(let name, _), .call(_, let name, _): name
        case .cast: "castObject:toType:"
        case .path where expressionType == .function: "objectFrom:withIndex:"
        case .fetch: "fetch"
        default: unfitting()
        }
    }

    /// The target of a method call, or the base of a key path.
    public var operand: NSExpression {
        switch tree {
        case .call(let target, _, _): return NSExpression(target)
        case .path(let base, let steps):
            let start = keysStart(steps)
            return NSExpression(start == 0 ? base : .path(base, Array(steps[..<start])))
        case .function, .cast, .fetch: return NSExpression(.evaluatedObject)
        default: unfitting()
        }
    }

    /// The arguments of a function or a block.
    public var arguments: [NSExpression]? {
        switch tree {
        case .function(_, let arguments), .call(_, _, let arguments), .block(_, let arguments):
            return arguments.map(NSExpression.init)
        case .cast(let value, let type): return [NSExpression(value), NSExpression(.constant(.string(type)))]
        case .fetch(let request, let context, let countOnly):
            return [request, context, .constant(.boolean(countOnly))].map(NSExpression.init)
        case .path(let base, let steps):
            guard let index = steps.last?.index else { unfitting() }
            let list: ExpressionTree = steps.count == 1 ? base : .path(base, steps.dropLast())
            return [NSExpression(list), NSExpression(index)]
        default: unfitting()
        }
    }

    /// The expressions of an aggregate as an array, or the collection of a subquery as an expression.
    public var collection: Any {
        switch tree {
        case .aggregate(let parts): parts.map(NSExpression.init)
        case .subquery(let collection, _, _): NSExpression(collection)
        default: unfitting()
        }
    }

    /// The predicate of a subquery or a conditional.
    public var predicate: NSPredicate {
        switch tree {
        case .subquery(_, _, let predicate), .conditional(let predicate, _, _): .make(predicate)
        default: unfitting()
        }
    }

    /// The left side of a set expression.
    public var left: NSExpression {
        guard case .set(_, let left, _) = tree else { unfitting() }
        return NSExpression(left)
    }

    /// The right side of a set expression.
    public var right: NSExpression {
        guard case .set(_, _, let right) = tree else { unfitting() }
        return NSExpression(right)
    }

    /// The result of a conditional if its predicate holds.
    public var `true`: NSExpression {
        guard case .conditional(_, let whenTrue, _) = tree else { unfitting() }
        return NSExpression(whenTrue)
    }

    /// The result of a conditional if its predicate does not hold.
    public var `false`: NSExpression {
        guard case .conditional(_, _, let whenFalse) = tree else { unfitting() }
        return NSExpression(whenFalse)
    }

    private func unfitting(accessor: String = #function) -> Never {
        InvalidArgument.raise("The expression \(self) has no \(accessor).")
    }

    /// The index of the first step after the last index of a path.
    private func keysStart(_ steps: [PathStep]) -> Int {
        (steps.lastIndex { $0.keyPathComponent == nil } ?? -1) + 1
    }
}

extension PathStep {
    /// The step as a component of a key path; nil for an index.
    fileprivate var keyPathComponent: String? {
        switch self {
        case .key(let key): key
        case .collection(let name): "@" + name
        case .index, .first, .last, .size: nil
        }
    }

    /// The expression in brackets; nil for a key.
    fileprivate var index: ExpressionTree? {
        switch self {
        case .index(let index): index
        case .first: .constant(.string("FIRST"))
        case .last: .constant(.string("LAST"))
        case .size: .constant(.string("SIZE"))
        case .key, .collection: nil
        }
    }
}
