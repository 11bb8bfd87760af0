/// The allow-list of system calls: what Swift, libdispatch, Foundation and ordinary C libraries
/// need for computing, threads, files and descriptors they were given. Everything else is refused.
///
/// The calls themselves are listed in ``SystemCallTable``.
package enum SystemCallPolicy {
    /// Calls from this number on are answered "not implemented" instead of "not permitted": they
    /// are so young that libraries try them and fall back only for that answer.
    static let youngCalls: ClosedRange<Int32> = 424...469

    /// What the rules are for.
    package enum Subject: CaseIterable, Sendable {
        /// A process with a container, which it can write to: an extension.
        case `extension`
        /// A process without a container, which reads what there is and answers on its socket: a helper of this project.
        case helper
    }

    /// The rules for a sandbox with or without a private root.
    ///
    /// A helper may call nothing that changes files or makes memory for other processes, and may open files for reading
    /// only. It cannot be kept from opening files altogether: the filter is in place before the dynamic linker runs.
    ///
    /// Without one, other files of the user are in sight, and Landlock guards what is in them but not
    /// their modes, times and attributes. These are then out of reach, even through a descriptor: the
    /// bundle and the machine's libraries can be opened, and may belong to the user.
    static func rules(privateRoot: Bool, for subject: Subject = .extension) -> [SystemCallRule] {
        let rules = SystemCallTable.sections.flatMap(\.rules)
        switch subject {
        case .extension: return rules + (privateRoot ? SystemCallTable.metadata.rules : [])
        case .helper:
            return SystemCallTable.helper.rules
                + rules.compactMap { rule in
                    var rule = rule
                    rule.names.removeAll { SystemCallTable.refusedToHelpers.contains($0) }
                    return rule.names.isEmpty ? nil : rule
                }
        }
    }

    /// Calls that are answered with "done" and do nothing.
    ///
    /// Foundation copies no file without fchmod(2). In a container, whose files have one reader, a mode
    /// says little; elsewhere it must not change.
    static func pretended(privateRoot: Bool, for subject: Subject = .extension) -> [SystemCallRule] {
        privateRoot || subject == .helper ? [] : [SystemCallTable.modeOfDescriptor]
    }
}
