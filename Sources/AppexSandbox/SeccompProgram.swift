import AppexSystem
import CAppexShims
import CSeccomp
import Glibc
import SystemPackage

/// The allow-list as the bytes of a BPF program, which the launcher installs in every process that it starts.
///
/// Compiling it takes a few hundred microseconds, and it is the same for all extensions and for all helpers.
package struct SeccompProgram: Sendable, Hashable {
    /// Instructions of eight bytes.
    package let bytes: [UInt8]

    /// The most instructions the launcher accepts.
    static let maximumInstructions = 2048

    /// Translates ``SystemCallPolicy`` for the architecture this process runs on.
    ///
    /// - Parameter privateRoot: whether the process sees nothing but its own files.
    /// - Parameter subject: what kind of process it is.
    /// - Throws: ``SandboxError/seccomp(step:_:)`` when libseccomp fails, in practice for lack of memory.
    package static func compile(
        privateRoot: Bool, for subject: SystemCallPolicy.Subject = .extension
    ) throws(SandboxError) -> SeccompProgram {
        guard let context = seccomp_init(errorAction(EPERM)) else {
            throw .seccomp(step: "starting", .noMemory)
        }
        defer { seccomp_release(context) }
        try check("foreign architectures", seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, killProcess))
        // A binary tree instead of a list: a call costs a dozen comparisons instead of hundreds.
        try check("optimising", seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2))
        let allowed = try add(
            SystemCallPolicy.rules(privateRoot: privateRoot, for: subject), answer: allow, to: context)
        let pretended = SystemCallPolicy.pretended(privateRoot: privateRoot, for: subject)
        _ = try add(pretended, answer: errorAction(0), to: context)
        for number in SystemCallPolicy.youngCalls where !allowed.contains(number) {
            try check("call \(number)", seccomp_rule_add_array(context, errorAction(ENOSYS), number, 0, []))
        }
        return try SeccompProgram(bytes: export(context))
    }

    /// Gives an answer to the calls of some rules.
    ///
    /// - Returns: their numbers.
    private static func add(
        _ rules: [SystemCallRule], answer: UInt32, to context: scmp_filter_ctx
    ) throws(SandboxError) -> Set<Int32> {
        var numbers: Set<Int32> = []
        for rule in rules {
            for name in rule.names {
                let number = seccomp_syscall_resolve_name(name)
                // Negative: this architecture does without the call, for example "open" on ARM.
                guard number >= 0 else { continue }
                numbers.insert(number)
                for comparisons in rule.comparisons {
                    let count = CUnsignedInt(comparisons.count)
                    try check(name, seccomp_rule_add_array(context, answer, number, count, comparisons))
                }
            }
        }
        return numbers
    }

    private static func export(_ context: scmp_filter_ctx) throws(SandboxError) -> [UInt8] {
        let number = appex_memfd("seccomp", appex_mfd_cloexec)
        guard number >= 0 else { throw .seccomp(step: "export", Errno(rawValue: -number)) }
        let file = Descriptor(owning: number)
        try check("export", seccomp_export_bpf(context, number))
        do {
            return try SealedMemory.read(file, limit: maximumInstructions * 8)
        } catch {
            throw .seccomp(step: "export", error)
        }
    }

    private static func check(_ step: String, _ status: CInt) throws(SandboxError) {
        guard status == 0 else { throw .seccomp(step: step, Errno(rawValue: -status)) }
    }

    // Function-like macros of <seccomp.h>, which are not imported.
    private static let allow: UInt32 = 0x7fff_0000
    private static let killProcess: UInt32 = 0x8000_0000
    private static func errorAction(_ error: CInt) -> UInt32 { 0x0005_0000 | UInt32(error) }
}

extension SystemCallRule {
    /// Every combination of one value of each argument.
    fileprivate var comparisons: [[scmp_arg_cmp]] {
        arguments.reduce([[]]) { combinations, argument in
            combinations.flatMap { combination in
                argument.values.map { value in
                    combination + [
                        scmp_arg_cmp(
                            arg: argument.index, op: SCMP_CMP_MASKED_EQ, datum_a: argument.comparedBits,
                            datum_b: value.number)
                    ]
                }
            }
        }
    }
}
