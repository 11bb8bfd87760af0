import AppexSystem
import CAppexShims
import CLauncherProtocol
import CSeccomp
import Glibc
import SystemPackage

/// The allow-list of system calls as a BPF program, which the launcher installs in every process that it starts.
///
/// The broker compiles it once for extensions and once for helpers, which takes a few hundred microseconds each.
package struct SeccompProgram: Sendable, Hashable {
    /// The instructions, eight bytes each.
    package let bytes: [UInt8]

    /// The largest number of instructions that the launcher accepts.
    static let maximumInstructions = Int(INSTRUCTION_MAX)

    /// Compiles ``SystemCallPolicy`` for the architecture of this process.
    ///
    /// - Parameter privateRoot: whether the sandbox has a private root, so that the process sees only its own files.
    /// - Parameter subject: the kind of process.
    /// - Throws: ``SandboxError/seccomp(step:_:)`` if libseccomp fails, in practice for lack of memory.
    package static func compile(
        privateRoot: Bool, for subject: SystemCallPolicy.Subject = .extension
    ) throws(SandboxError) -> SeccompProgram {
        guard let context = seccomp_init(errorAction(EPERM)) else {
            throw .seccomp(step: "starting", .noMemory)
        }
        defer { seccomp_release(context) }
        try check("foreign architectures", seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, killProcess))
        // A binary tree: a call costs a dozen comparisons instead of hundreds.
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

    /// Adds rules with the action `answer`.
    ///
    /// - Returns: the numbers of their calls.
    /// - Throws: ``SandboxError/seccomp(step:_:)`` if libseccomp fails.
    private static func add(
        _ rules: [SystemCallRule], answer: UInt32, to context: scmp_filter_ctx
    ) throws(SandboxError) -> Set<Int32> {
        var numbers: Set<Int32> = []
        for rule in rules {
            for name in rule.names {
                let number = seccomp_syscall_resolve_name(name)
                // Negative: this architecture does not have the call, as ARM has no "open".
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
