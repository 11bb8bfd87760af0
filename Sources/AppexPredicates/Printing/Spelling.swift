/// How operators are written.
extension Comparison.Operator {
    /// The operator as it is printed.
    package var text: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqual: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqual: ">="
        case .equal: "=="
        case .notEqual: "!="
        case .matches: "MATCHES"
        case .like: "LIKE"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .between: "BETWEEN"
        case .typeConformsTo: "UTI-CONFORMS-TO"
        case .typeEquals: "UTI-EQUALS"
        }
    }
}

extension Comparison.Modifier {
    /// The word in front of the comparison; `nil` if there is none.
    var word: String? {
        switch self {
        case .direct: nil
        case .all: "ALL"
        case .any: "ANY"
        case .none: "NONE"
        }
    }
}

extension Expression.SetOperator {
    var word: String {
        switch self {
        case .union: "UNION"
        case .intersect: "INTERSECT"
        case .minus: "MINUS"
        }
    }
}

extension Expression {
    /// The functions that are written as infix operators.
    static let signs: [String: (sign: String, precedence: Precedence)] = [
        "add:to:": ("+", .sum), "from:subtract:": ("-", .sum), "multiply:by:": ("*", .product),
        "divide:by:": ("/", .product), "raise:toPower:": ("**", .power),
    ]

    /// How tightly the expression's text binds.
    var precedence: Precedence {
        switch self {
        case .assignment: .comparison
        case .set: .set
        case .function(let name, let parts) where parts.count == 2: Self.signs[name]?.precedence ?? .postfix
        case .constant(.integer(let value)) where value < 0: .unary
        case .constant(.real(let value)) where value.sign == .minus && value.isFinite: .unary
        default: .postfix
        }
    }
}
