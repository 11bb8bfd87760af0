import AppexModel
import AppexSystem
import CSeccomp
import Foundation
import Glibc
import Testing

@testable import AppexSandbox

/// The table of system calls, the filter that is made of it, what the kernel does with that, and what the documentation says.
@Suite(.timeLimit(.minutes(30)))
struct SystemCallTableTests {
    /// The answer to a call that no row allows.
    private static func refusal(of number: Int32, in listed: Set<Int32>) -> Int32 {
        SystemCallPolicy.youngCalls.contains(number) && !listed.contains(number) ? ENOSYS : EPERM
    }

    #if arch(x86_64)
        /// uretprobe and uprobe, which Linux lets pass every filter: they are the return of its own probes. Made by
        /// anybody else they end in SIGILL or an error.
        private static let unfiltered: Set<Int32> = [335, 336]
    #else
        private static let unfiltered: Set<Int32> = []
    #endif

    private static func numbers(_ rules: [SystemCallRule]) -> Set<Int32> {
        Set(rules.flatMap(\.names).map { seccomp_syscall_resolve_name($0) })
    }

    @Test(arguments: [true, false], SystemCallPolicy.Subject.allCases)
    func `the filter allows what a row lists and refuses everything else`(
        _ privateRoot: Bool, _ subject: SystemCallPolicy.Subject
    ) throws {
        let rules = SystemCallPolicy.rules(privateRoot: privateRoot, for: subject)
        let pretended = SystemCallPolicy.pretended(privateRoot: privateRoot, for: subject)
        let filter = FilterProgram(try SeccompProgram.compile(privateRoot: privateRoot, for: subject))
        // What only extensions may do is tried by helpers too.
        let trials = SystemCallTrial.all(of: SystemCallPolicy.rules(privateRoot: privateRoot) + rules + pretended)
        #expect(trials.count > 5_000)
        for trial in trials {
            let wanted: FilterProgram.Answer =
                trial.isAllowed(by: rules) ? .allowed : .error(trial.isAllowed(by: pretended) ? 0 : EPERM)
            let found = filter.answer(trial.number, trial.arguments).answer
            #expect(found == wanted, "\(trial)")
        }
    }

    @Test(arguments: [true, false], SystemCallPolicy.Subject.allCases)
    func `a call that is not in the table is refused, whatever its number`(
        _ privateRoot: Bool, _ subject: SystemCallPolicy.Subject
    ) throws {
        let rules =
            SystemCallPolicy.rules(privateRoot: privateRoot, for: subject)
            + SystemCallPolicy.pretended(privateRoot: privateRoot, for: subject)
        let listed = Self.numbers(rules)
        let filter = FilterProgram(try SeccompProgram.compile(privateRoot: privateRoot, for: subject))
        // The second range begins with the calls of x32, and the last number is -1, which a tracer may set.
        for number in [Int32](0..<4096) + [0x3fff_ffff, 0x4000_0000, 0x4000_0001, .max, .min, -1] {
            guard !listed.contains(number) else { continue }
            for arguments in [[UInt64](repeating: 0, count: 6), [UInt64](repeating: .max, count: 6)] {
                let found = filter.answer(number, arguments).answer
                let isForeign = !(0..<0x4000_0000).contains(number)
                // libseccomp lets -1 through to its default answer.
                let wanted: FilterProgram.Answer =
                    isForeign && number != -1 ? .killed : .error(Self.refusal(of: number, in: listed))
                #expect(found == wanted, "call \(number)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `the filter is short, and the calls that are made most are found fast`(_ privateRoot: Bool) throws {
        let filter = FilterProgram(try SeccompProgram.compile(privateRoot: privateRoot))
        print("the allow-list has \(filter.count) instructions")
        #expect(filter.count <= SeccompProgram.maximumInstructions)
        for name in ["read", "write", "futex", "epoll_pwait", "sendto", "recvmsg", "mmap", "openat"] {
            var arguments = [UInt64](repeating: 0, count: 6)
            if name == "mmap" { arguments[3] = 0x22 }
            let found = filter.answer(seccomp_syscall_resolve_name(name), arguments)
            #expect(found.answer == .allowed && found.steps <= 40, "\(name): \(found)")
        }
    }

    @Test(arguments: [true, false])
    func `no call makes a file set-user-id or set-group-id, wherever its mode stands`(_ privateRoot: Bool) throws {
        let filter = FilterProgram(try SeccompProgram.compile(privateRoot: privateRoot))
        // The kernel's order of arguments, about which the table is not asked. No other argument has bits of such modes.
        let (folder, path, making): (UInt64, UInt64, UInt64) = (5, 0x7f00_0000_1000, 0x41)
        let calls: [(name: String, isListed: Bool, arguments: (UInt64) -> [UInt64])] = [
            ("chmod", privateRoot, { [path, $0] }), ("fchmod", privateRoot, { [folder, $0] }),
            ("fchmodat", privateRoot, { [folder, path, $0] }), ("fchmodat2", false, { [folder, path, $0, 0] }),
            ("open", true, { [path, making, $0] }), ("openat", true, { [folder, path, making, $0] }),
            ("creat", false, { [path, $0] }), ("mknod", false, { [path, 0o100000 | $0] }),
            ("mknodat", false, { [folder, path, 0o100000 | $0] }),
        ]
        for (name, isListed, arguments) in calls {
            let number = seccomp_syscall_resolve_name(name)
            // Not every architecture and every library knows each of them.
            guard number >= 0 else { continue }
            func answer(_ mode: UInt64) -> FilterProgram.Answer {
                let all = arguments(mode)
                return filter.answer(number, all + [UInt64](repeating: 0, count: 6 - all.count)).answer
            }
            for mode: UInt64 in [0o4755, 0o2755, 0o6700, 0o4000, 0o2000] {
                #expect(answer(mode) != .allowed, "\(name) \(String(mode, radix: 8))")
            }
            #expect((answer(0o755) == .allowed) == isListed, "\(name)")
        }
    }

    /// Every call that changes what is on the disk, makes something that others see, or reaches another process.
    @Test func `a helper changes no file, makes no socket, memory file or process, and opens files for reading only`() {
        let rules = SystemCallPolicy.rules(privateRoot: true, for: .helper)
        let names = Set(rules.flatMap(\.names))
        #expect(
            names.isDisjoint(with: [
                "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4", "setsockopt", "fork", "vfork",
                "clone3", "kill", "tkill", "memfd_create", "creat", "truncate", "ftruncate", "fallocate", "mkdir",
                "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat",
                "symlink", "symlinkat", "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "setxattr", "lsetxattr",
                "fsetxattr", "removexattr", "utimensat", "pwrite64", "pwritev", "sendfile", "copy_file_range",
            ]))
        for rule in rules where !Set(rule.names).isDisjoint(with: ["open", "openat"]) {
            let flags = rule.arguments.flatMap(\.flags).map(\.name)
            #expect(
                !flags.isEmpty && Set(flags).isDisjoint(with: ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"]))
        }
        // What a row must not lose unnoticed.
        #expect(names.isSuperset(of: ["openat", "recvmsg", "sendto", "mmap", "clone", "tgkill"]))
        #expect(
            SystemCallTable.refusedToHelpers.isSubset(of: SystemCallTable.sections.flatMap(\.rules).flatMap(\.names)))
    }

    @Test func `every row says why, and restricts an argument once`() {
        for rule in SystemCallPolicy.rules(privateRoot: true) + SystemCallTable.network.rules
            + SystemCallTable.helper.rules
        {
            #expect(!rule.reason.isEmpty && !rule.names.isEmpty)
            #expect(Set(rule.arguments.map(\.index)).count == rule.arguments.count, "\(rule.names)")
            for argument in rule.arguments {
                let numbers = (argument.values + argument.flags).map(\.number)
                #expect(Set(numbers).count == numbers.count, "\(rule.names) \(argument.name)")
                #expect(argument.values.allSatisfy { $0.number & ~argument.comparedBits == 0 }, "\(rule.names)")
            }
        }
    }

    @Test(arguments: LauncherMode.confined)
    func `inside, the kernel refuses every argument that is not listed, and no other`(_ mode: LauncherMode) async throws
    {
        try await SandboxFixture.with(mode) { fixture in
            // Where namespaces are refused, nothing gets a network.
            let hasNetworks = fixture.launcher.layers[.emptyNetwork] == .up
            for subject in SystemCallPolicy.Subject.allCases where subject != .networkedExtension || hasNetworks {
                try await tryCalls(in: fixture, mode, as: subject)
            }
        }
    }

    private func tryCalls(
        in fixture: SandboxFixture, _ mode: LauncherMode, as subject: SystemCallPolicy.Subject
    ) async throws {
        let privateRoot = fixture.launcher.layers[.privateRoot] == .up
        let rules = SystemCallPolicy.rules(privateRoot: privateRoot, for: subject)
        let pretended = SystemCallPolicy.pretended(privateRoot: privateRoot, for: subject)
        let listed = Self.numbers(rules + pretended)
        // Made for real, clone would start a thread on this one's stack; arch_prctl has an EPERM of its own.
        let dangerous: Set<String> = ["clone", "arch_prctl"]
        var trials = SystemCallTrial.all(of: rules + pretended)
            .filter { !dangerous.contains($0.name) || !$0.isAllowed(by: rules) }
        trials += (0..<1024).filter { !listed.contains($0) && !Self.unfiltered.contains($0) }.map { number in
            SystemCallTrial(name: "\(number)", number: number, arguments: [UInt64](repeating: .max, count: 6))
        }
        let answers = try await Self.make(trials, in: fixture, as: subject)
        for (trial, answer) in zip(trials, answers) {
            let refusal = Self.refusal(of: trial.number, in: listed)
            if trial.isAllowed(by: rules) || trial.isAllowed(by: pretended) {
                #expect(answer != refusal, "\(mode): \(trial)")
            } else {
                #expect(answer == refusal, "\(mode): \(trial)")
            }
        }
    }

    /// The errnos that the kernel gives to calls made inside, or 0.
    private static func make(
        _ trials: [SystemCallTrial], in fixture: SandboxFixture, as subject: SystemCallPolicy.Subject
    ) async throws -> [Int32] {
        var plan = fixture.plan(["calls"])
        if subject == .helper { plan.profile = fixture.helperProfile(of: plan) }
        plan.profile.network = subject == .networkedExtension
        let running = try await fixture.start(plan)
        #expect(running.output.readLine() == "ready")
        var answers: [Int32] = []
        for start in stride(from: 0, to: trials.count, by: 64) {
            let batch = trials[start..<min(start + 64, trials.count)]
            let words = batch.flatMap { [UInt64($0.number)] + $0.arguments }
            let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
            let number = try #require(running.control.withNumbers { $0.first })
            let wasSent = try Packet.send(bytes, nil, on: number)
            try #require(wasSent)
            var text: [UInt8] = []
            while text.count(where: { $0 == UInt8(ascii: "\n") }) < batch.count {
                let more = running.output.read()
                try #require(!more.isEmpty, "the probe ended in \(batch.first.map(String.init(describing:)) ?? "")")
                text += more
            }
            answers += String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
        }
        try await fixture.launcher.kill(running.launch)
        try #require(answers.count == trials.count)
        return answers
    }

    // Some names exist on one architecture only.
    #if arch(x86_64)
        @Test func `the documentation lists the table as it is`() throws {
            let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Documentation/Sandbox.md")
            let text = try String(contentsOf: path, encoding: .utf8)
            let parts = text.components(separatedBy: "<!-- system calls -->\n")
            try #require(parts.count == 3, "the table has to stand between two markers")
            let wanted =
                (SystemCallTable.sections + [SystemCallTable.metadata, SystemCallTable.network, SystemCallTable.helper])
                .map(
                    Self.markdown
                ).joined(
                    separator: "\n")
            if ProcessInfo.processInfo.environment["APPEX_WRITE_DOCUMENTATION"] != nil {
                let marker = "<!-- system calls -->\n"
                try Data((parts[0] + marker + wanted + marker + parts[2]).utf8).write(to: path)
            } else {
                #expect(parts[1] == wanted, "run this test with APPEX_WRITE_DOCUMENTATION=1 to renew the table")
            }
        }
    #endif

    private static func markdown(_ section: SystemCallTable.Section) -> String {
        let rows = section.rules.map { rule in
            let names = rule.names.map { "`\($0)`" }.joined(separator: " ")
            let arguments = rule.arguments.map(Self.markdown).joined(separator: "; ")
            return "| \(names) | \(arguments) | \(rule.reason) |\n"
        }
        return "### \(section.title)\n\n| Calls | Restricted arguments | For |\n|---|---|---|\n" + rows.joined()
    }

    private static func markdown(_ argument: SystemCallArgument) -> String {
        let values = argument.values.map { "`\($0.name)`" }.joined(separator: ", ")
        let flags = argument.flags.map { "`\($0.name)`" }.joined(separator: ", ")
        if flags.isEmpty { return "\(argument.name): \(values)" }
        if argument.values.map(\.number) == [0] { return "\(argument.name): any of \(flags)" }
        return "\(argument.name): \(values); with any of \(flags)"
    }
}
