/// One system call an extension may make, and with which arguments.
struct SystemCallRule: Sendable, Hashable {
    /// A test of one argument. All 64 bits are compared, so no high bits can slip past it.
    enum Condition: Sendable, Hashable {
        /// The argument equals the value.
        case argument(UInt32, equals: UInt64)
        /// The argument's bits within the mask equal the value.
        case bits(of: UInt32, mask: UInt64, equal: UInt64)
    }

    /// The kernel's name of the call.
    var name: String
    /// All of them must hold. Several rules for one call are alternatives.
    var conditions: [Condition] = []
}

extension SystemCallRule {
    /// The calls without conditions.
    static func calls(_ names: String...) -> [SystemCallRule] {
        names.map { SystemCallRule(name: $0) }
    }

    /// One call with any of several values of one argument.
    static func call(_ name: String, argument: UInt32, in values: [UInt64]) -> [SystemCallRule] {
        values.map { SystemCallRule(name: name, conditions: [.argument(argument, equals: $0)]) }
    }
}
