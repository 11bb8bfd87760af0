/// An attempt that gets through, and why we live with it. Documentation/ThreatModel.md says the same in words.
struct KnownHole {
    /// The attempts, by class and name.
    let attempts: [String]
    /// Where they get through.
    let modes: Set<LauncherMode>
    let reason: String

    /// Why attempts get through in a mode, by their names.
    static func reasons(in mode: LauncherMode) -> [String: String] {
        var reasons: [String: String] = [:]
        for hole in all where hole.modes.contains(mode) {
            for attempt in hole.attempts { reasons[attempt] = hole.reason }
        }
        return reasons
    }

    private static let everywhere = Set(LauncherMode.allCases)
    private static let withRoot = everywhere.filter(\.hasPrivateRoot)
    private static let withoutRoot = everywhere.filter { !$0.hasPrivateRoot }

    private static let all = [
        KnownHole(
            attempts: ["handed over: give a handed-over file a mode", "handed over: give a handed-over file times"],
            modes: withRoot,
            reason: "the extension is the file's owner, and its own container needs these calls"),
        KnownHole(
            attempts: [
                "handed over: lock a handed-over file",
                "handed over: keep a handed-over file from being locked for writing",
            ], modes: everywhere,
            reason: "a lock needs no right but to read"),
        KnownHole(
            attempts: [
                "code: map a file of the container as code", "code: turn a mapped file of the container into code",
                "code: load a library from the container",
            ], modes: withoutRoot, reason: "only a mount can forbid it"),
        KnownHole(
            attempts: ["processes: see others"], modes: withoutRoot, reason: "the machine's /proc is in sight"),
        KnownHole(
            attempts: ["metadata: ask the size of another's file"], modes: withoutRoot,
            reason: "Landlock does not guard what stat(2) tells"),
        KnownHole(
            attempts: ["sockets: list the machine's local sockets", "sockets: list the machine's connections"],
            modes: withoutRoot, reason: "an empty network needs a namespace"),
        KnownHole(
            attempts: [
                "programs: start itself again", "programs: start itself by /proc", "programs: start the dynamic linker",
                "programs: start data by the dynamic linker", "programs: start with a library of its choice",
                "programs: start a memory file by /proc",
            ], modes: [.withoutListener], reason: "nobody can answer the one execve"),
    ]
}
