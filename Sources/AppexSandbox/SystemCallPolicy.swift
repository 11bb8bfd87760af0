/// The allow-list of system calls: those that Swift, libdispatch, Foundation and ordinary C libraries need for
/// computing, threads, and the files and descriptors that they were given. All others are refused.
///
/// The calls themselves are listed in ``SystemCallTable``.
package enum SystemCallPolicy {
    /// Recent calls, which fail with `ENOSYS` instead of `EPERM` if they are not allowed: libraries try them, and use
    /// an older call only after that error.
    static let youngCalls: ClosedRange<Int32> = 424...469

    /// What the rules are for.
    package enum Subject: CaseIterable, Sendable {
        /// A process with a container, which it can write to: an extension.
        case `extension`
        /// An extension that may open connections, in a network of its own.
        case networkedExtension
        /// A process without a container, which reads what there is and answers on its socket: a helper of this project.
        case helper
    }

    /// The rules for a sandbox with or without a private root.
    ///
    /// Without a private root, other files of the user are visible. Landlock protects their content but not their
    /// modes, times and attributes, so the calls that change these are refused, even through a descriptor: the bundle
    /// and the machine's libraries can be opened, and may belong to the user.
    ///
    /// A helper may not use calls that change files or create memory for other processes, and may open files for
    /// reading only. Opening files cannot be refused altogether, because the filter is installed before the dynamic
    /// linker runs.
    static func rules(privateRoot: Bool, for subject: Subject = .extension) -> [SystemCallRule] {
        let rules = SystemCallTable.sections.flatMap(\.rules)
        switch subject {
        case .extension: return rules + (privateRoot ? SystemCallTable.metadata.rules : [])
        case .networkedExtension: return Self.rules(privateRoot: privateRoot) + SystemCallTable.network.rules
        case .helper:
            return SystemCallTable.helper.rules
                + rules.compactMap { rule in
                    var rule = rule
                    rule.names.removeAll { SystemCallTable.refusedToHelpers.contains($0) }
                    return rule.names.isEmpty ? nil : rule
                }
        }
    }

    /// Calls that report success and do nothing.
    ///
    /// Foundation fails to copy a file if fchmod(2) fails. The mode of a file in a container matters little, because
    /// only the extension reads it; the mode of any other file must not change.
    static func pretended(privateRoot: Bool, for subject: Subject = .extension) -> [SystemCallRule] {
        privateRoot || subject == .helper ? [] : [SystemCallTable.modeOfDescriptor]
    }
}
