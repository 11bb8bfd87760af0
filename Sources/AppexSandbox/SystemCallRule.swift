/// A row of the table of system calls: which calls an extension may make, with which arguments, and why.
///
/// Several rows for one call are alternatives. Within a row every restricted argument must have an allowed value; the
/// other arguments may have any value.
struct SystemCallRule: Sendable, Hashable {
    /// The kernel's names of the calls.
    var names: [String]
    /// The arguments that are restricted.
    var arguments: [SystemCallArgument] = []
    /// What the calls are needed for, or what their restrictions keep out.
    var reason: String

    init(_ names: String..., arguments: [SystemCallArgument] = [], because reason: String) {
        self.names = names
        self.arguments = arguments
        self.reason = reason
    }
}

/// The allowed values of one argument of a system call.
///
/// A value is allowed if, without the bits of ``flags``, it equals one of ``values``.
struct SystemCallArgument: Sendable, Hashable {
    /// The bits of the register that the kernel reads, which are those that are compared.
    enum Width: UInt64, Sendable {
        /// A `umode_t`.
        case short = 0xffff
        /// An `int` or `unsigned int`. The upper half of the register is ignored by the kernel, is not defined by the
        /// calling convention, and decides nothing here: it neither hides a bit that is refused nor refuses a negative
        /// number that was extended.
        case int = 0xffff_ffff
        /// An `unsigned long` or a pointer.
        case long = 0xffff_ffff_ffff_ffff
    }

    /// A value with the name that the kernel's headers give it.
    struct Value: Sendable, Hashable {
        var name: String
        var number: UInt64
    }

    /// The position of the argument, from 0.
    var index: UInt32
    /// The name that the manual gives it.
    var name: String
    var width: Width
    var values: [Value]
    /// Bits that may be set, independently of each other.
    var flags: [Value] = []

    /// An argument that has to be one of `values`, in addition to any of `flags`.
    static func one(
        _ index: UInt32, _ name: String, _ values: KeyValuePairs<String, UInt64>,
        with flags: KeyValuePairs<String, UInt64> = [:], _ width: Width = .int
    ) -> SystemCallArgument {
        SystemCallArgument(
            index: index, name: name, width: width, values: values.map { Value(name: $0.key, number: $0.value) },
            flags: flags.map { Value(name: $0.key, number: $0.value) })
    }

    /// An argument that may be any combination of `flags`, including none.
    static func any(
        _ index: UInt32, _ name: String, _ flags: KeyValuePairs<String, UInt64>, _ width: Width = .int
    ) -> SystemCallArgument {
        .one(index, name, ["0": 0], with: flags, width)
    }

    /// The bits that are compared with the values.
    var comparedBits: UInt64 { flags.reduce(width.rawValue) { $0 & ~$1.number } }
}
