import CSeccomp
import Glibc

@testable import AppexSandbox

/// A system call with arguments that put one row of the table to the test.
struct SystemCallTrial: Hashable, CustomStringConvertible {
    var name: String
    var number: Int32
    var arguments: [UInt64]

    var description: String { "\(name)(\(arguments.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")))" }

    /// Whether the rules allow it, as they are to be read.
    func isAllowed(by rules: [SystemCallRule]) -> Bool {
        rules.contains { rule in
            rule.names.contains(name)
                && rule.arguments.allSatisfy { argument in
                    let compared = arguments[Int(argument.index)] & argument.comparedBits
                    return argument.values.contains { $0.number == compared }
                }
        }
    }

    /// For every restricted argument of every row: each value that is listed, alone and with each flag and all of them;
    /// the first with every single bit changed; and small numbers, among which are the kernel's other operations.
    ///
    /// Arguments that no row restricts are -1, which no call does anything with.
    static func all(of rules: [SystemCallRule]) -> [SystemCallTrial] {
        var trials: Set<SystemCallTrial> = []
        for rule in rules {
            for name in rule.names {
                let number = seccomp_syscall_resolve_name(name)
                guard number >= 0 else { continue }
                var usual = [UInt64](repeating: .max, count: 6)
                for argument in rule.arguments { usual[Int(argument.index)] = argument.values[0].number }
                for argument in rule.arguments {
                    for value in Self.values(of: argument) {
                        var arguments = usual
                        arguments[Int(argument.index)] = value
                        trials.insert(SystemCallTrial(name: name, number: number, arguments: arguments))
                    }
                }
            }
        }
        return trials.sorted { ($0.number, $0.arguments.description) < ($1.number, $1.arguments.description) }
    }

    private static func values(of argument: SystemCallArgument) -> Set<UInt64> {
        let everyFlag = argument.flags.reduce(0) { $0 | $1.number }
        var values = Set((0..<64).map(UInt64.init))
        for value in argument.values.map(\.number) {
            values.formUnion([value, value | everyFlag])
            values.formUnion(argument.flags.map { value | $0.number })
            // A negative number that was extended, and one whose upper half is whatever was in the register.
            values.formUnion([value | 0xffff_ffff_0000_0000, value | 0xdead_beef_0000_0000])
        }
        let first = argument.values[0].number
        for bit in 0..<64 { values.formUnion([first ^ 1 << UInt64(bit), (first | everyFlag) ^ 1 << UInt64(bit)]) }
        return values
    }
}
