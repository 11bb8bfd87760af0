/// An operator between two operands.
enum InfixOperator: Equatable {
    case or, and
    case comparison(Comparison.Operator)
    case set(Expression.SetOperator)
    /// An operator that stands for a function of two arguments.
    case function(String, Precedence)

    /// Converts a token; `nil` if it is not an infix operator.
    init?(_ token: Token.Kind) {
        switch token {
        case .sign(let sign): self.init(sign)
        case .keyword(let keyword): self.init(keyword)
        default: return nil
        }
    }

    private init?(_ sign: Token.Sign) {
        switch sign {
        case .or: self = .or
        case .and: self = .and
        case .equal: self = .comparison(.equal)
        case .notEqual: self = .comparison(.notEqual)
        case .lessThan: self = .comparison(.lessThan)
        case .lessThanOrEqual: self = .comparison(.lessThanOrEqual)
        case .greaterThan: self = .comparison(.greaterThan)
        case .greaterThanOrEqual: self = .comparison(.greaterThanOrEqual)
        case .plus, .minus: self = .function(sign == .plus ? "add:to:" : "from:subtract:", .sum)
        case .times, .divide: self = .function(sign == .times ? "multiply:by:" : "divide:by:", .product)
        case .power: self = .function("raise:toPower:", .power)
        default: return nil
        }
    }

    private init?(_ keyword: Keyword) {
        switch keyword {
        case .or: self = .or
        case .and: self = .and
        case .matches: self = .comparison(.matches)
        case .like: self = .comparison(.like)
        case .beginsWith: self = .comparison(.beginsWith)
        case .endsWith: self = .comparison(.endsWith)
        case .in: self = .comparison(.in)
        case .contains: self = .comparison(.contains)
        case .between: self = .comparison(.between)
        case .typeConformsTo: self = .comparison(.typeConformsTo)
        case .typeEquals: self = .comparison(.typeEquals)
        case .union: self = .set(.union)
        case .intersect: self = .set(.intersect)
        case .minus: self = .set(.minus)
        default: return nil
        }
    }

    var precedence: Precedence {
        switch self {
        case .or: .or
        case .and: .and
        case .comparison: .comparison
        case .set: .set
        case .function(_, let precedence): precedence
        }
    }
}

extension Comparison.Operator {
    /// Whether options in brackets may follow the operator.
    var takesOptions: Bool {
        switch self {
        case .between, .typeConformsTo, .typeEquals: false
        default: true
        }
    }
}

extension Comparison.Modifier {
    /// Converts a keyword; `nil` if it is not a modifier.
    init?(_ keyword: Keyword) {
        switch keyword {
        case .any, .some: self = .any
        case .all: self = .all
        case .none: self = Self.none
        default: return nil
        }
    }
}

extension Comparison.Options {
    /// The letters in the order in which they are printed.
    static let letters: [(Character, Comparison.Options)] = [
        ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .localeSensitive),
    ]

    /// Converts a letter; `nil` if it is not an option.
    init?(_ letter: Character) {
        guard let option = Self.letters.first(where: { $0.0 == letter }) else { return nil }
        self = option.1
    }
}

extension Expression {
    /// The expression with a unary minus.
    var negated: Expression {
        switch self {
        case .constant(.integer(.min)): .constant(.real(-Double(Int64.min)))
        case .constant(.integer(let value)): .constant(.integer(-value))
        case .constant(.real(let value)): .constant(.real(-value))
        default: .function("multiply:by:", [self, .constant(.integer(-1))])
        }
    }
}
