/// How tightly an operator binds: the higher, the tighter.
enum Precedence: Int, Comparable {
    case or, and, not, comparison, set, sum, product, power, unary, postfix

    static func < (one: Precedence, other: Precedence) -> Bool { one.rawValue < other.rawValue }

    /// The next tighter one.
    var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .postfix }
}
