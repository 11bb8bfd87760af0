/// The allow-list of system calls: what Swift, libdispatch, Foundation and ordinary C libraries
/// need for computing, threads, files and descriptors they were given. Everything else is refused.
///
/// The calls themselves are listed in ``SystemCallTable``.
enum SystemCallPolicy {
    /// Calls from this number on are answered "not implemented" instead of "not permitted": they
    /// are so young that libraries try them and fall back only for that answer.
    static let youngCalls: ClosedRange<Int32> = 424...469

    /// The rules for a sandbox with or without a private root.
    ///
    /// Without one, other files of the user are in sight, and Landlock guards what is in them but not
    /// their modes, times and attributes. These are then out of reach, even through a descriptor: the
    /// bundle and the machine's libraries can be opened, and may belong to the user.
    static func rules(privateRoot: Bool) -> [SystemCallRule] {
        SystemCallTable.sections.flatMap(\.rules) + (privateRoot ? SystemCallTable.metadata.rules : [])
    }

    /// Calls that are answered with "done" and do nothing.
    ///
    /// Foundation copies no file without fchmod(2). In a container, whose files have one reader, a mode
    /// says little; elsewhere it must not change.
    static func pretended(privateRoot: Bool) -> [SystemCallRule] {
        privateRoot ? [] : [SystemCallTable.modeOfDescriptor]
    }
}
