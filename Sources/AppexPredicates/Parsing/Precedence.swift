/// How tightly an operator binds: a higher value binds more tightly.
enum Precedence: Int, Comparable {
    case or, and, not, comparison, set, sum, product, power, unary, postfix

    static func < (one: Precedence, other: Precedence) -> Bool { one.rawValue < other.rawValue }

    /// The next higher precedence.
    var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .postfix }
}
