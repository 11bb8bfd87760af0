package import AppexPredicates

/// The predicate that a text means.
func parsed(_ format: String, _ arguments: PredicateArgument...) throws -> Predicate {
    try Predicate(parsing: format, arguments: arguments)
}

/// The expression that a text means.
func expression(_ format: String) throws -> Expression {
    try Expression(parsing: format)
}

/// Whether a predicate holds for a value.
func holds(
    _ format: String, _ value: PredicateValue = .null, _ context: EvaluationContext = EvaluationContext()
) throws -> Bool {
    try Predicate(parsing: format).evaluate(with: value, context: context)
}

/// The value of an expression.
func value(
    _ format: String, _ value: PredicateValue = .null, _ context: EvaluationContext = EvaluationContext()
) throws -> PredicateValue {
    try Expression(parsing: format).value(with: value, context: context)
}

/// The error that a text is refused with, or `nil` when it is read.
func syntaxError(_ format: String, _ arguments: PredicateArgument...) -> PredicateSyntaxError? {
    do {
        _ = try Predicate(parsing: format, arguments: arguments)
        return nil
    } catch {
        return error
    }
}

/// The kind of error that an evaluation ends with, or `nil` when it has a result.
func failure(
    _ format: String, _ value: PredicateValue = .null, _ context: EvaluationContext = EvaluationContext()
) throws -> EvaluationError.Code? {
    let predicate = try Predicate(parsing: format)
    do {
        _ = try predicate.evaluate(with: value, context: context)
        return nil
    } catch {
        return error.code
    }
}

extension PredicateValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: PredicateValue...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, PredicateValue)...) {
        self = .dictionary(Dictionary(uniqueKeysWithValues: elements))
    }
    package init(nilLiteral: ()) { self = .null }
}

/// A thing with two keys and a function of its own.
struct Book: PredicateObject {
    var title: String
    var pages: Int64

    func value(forKey key: String) -> PredicateValue? {
        switch key {
        case "title": .string(title)
        case "pages": .integer(pages)
        case "editor": .null
        default: nil
        }
    }

    func value(calling selector: String, with arguments: [PredicateValue]) -> PredicateValue? {
        if selector == "isLongerThan:", case .integer(let other)? = arguments.first { return .boolean(pages > other) }
        return selector == "title" && arguments.isEmpty ? .string(title) : nil
    }
}
