import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexSandbox

/// How launches begin, fail and end.
@Suite(.timeLimit(.minutes(30)))
struct LaunchTests {
    @Test(arguments: LauncherMode.safe)
    func `the way a program ends is told truthfully`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let ends: [([String], AppexSandbox.ExitStatus)] = [
                (["exit", "0"], .exited(0)), (["exit", "42"], .exited(42)), (["exit", "255"], .exited(255)),
                (["abort"], .signaled(SIGABRT)), (["fault"], .signaled(SIGSEGV)),
            ]
            for (arguments, status) in ends {
                let finished = try await fixture.run(arguments)
                #expect(finished.status == status, "\(arguments) \(String(describing: finished.end))")
            }
        }
    }

    @Test(arguments: LauncherMode.safe)
    func `a program that cannot be started is a failure with step and errno`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let text = fixture.bundle.appending("text").string
            try Data("hello".utf8).write(to: URL(fileURLWithPath: text))
            chmod(text, 0o755)
            let plain = fixture.bundle.appending("plain").string
            try Data("hello".utf8).write(to: URL(fileURLWithPath: plain))
            chmod(plain, 0o644)
            try FileManager.default.createDirectory(
                atPath: fixture.bundle.appending("folder").string, withIntermediateDirectories: true)
            let missing = try await fixture.run([], executable: "missing").failure
            #expect(missing?.step == "executable" && missing?.error == .noSuchFileOrDirectory)
            #expect(missing?.subject == fixture.bundle.appending("missing").string)
            let notExecutable = try await fixture.run([], executable: "plain").failure
            #expect(notExecutable?.step == "executable" && notExecutable?.error == .permissionDenied)
            let notProgram = try await fixture.run([], executable: "text").failure
            // What is opened and not executed is looked at before.
            let step = fixture.runtime == nil ? "execve" : "executable"
            #expect(notProgram?.step == step && notProgram?.error == .execFormatError)
            let folder = try await fixture.run([], executable: "folder").failure
            #expect(folder?.step == step && folder?.error == .permissionDenied)
        }
    }

    @Test func `a container that does not exist is a failure that names it`() async throws {
        try await SandboxFixture.with { fixture in
            try FileManager.default.removeItem(atPath: fixture.container.string)
            let failure = try await fixture.run(["exit", "0"]).failure
            #expect(failure?.error == .noSuchFileOrDirectory)
            #expect(failure?.subject == fixture.container.string)
        }
    }

    @Test func `an extension has no claim on the processors that its launcher has`() async throws {
        try await SandboxFixture.with { fixture in
            var priority = sched_param()
            priority.sched_priority = 1
            guard sched_setscheduler(fixture.launcher.processIdentifier, SCHED_FIFO, &priority) == 0 else {
                return print("skipped: this user cannot give a process a real-time priority")
            }
            // The first was made ready before.
            for _ in 0..<2 {
                let running = try await fixture.start(fixture.plan(["wait"]))
                let pid = try #require(await fixture.collector.started(running.launch)).pid
                #expect(sched_getscheduler(pid) == SCHED_OTHER)
            }
        }
    }

    @Test func `pids are the ones seen outside, and the extension is a child of its init`() async throws {
        try await SandboxFixture.with { fixture in
            let running = try await fixture.start(fixture.plan(["wait"]))
            let pids = try #require(await fixture.collector.started(running.launch))
            let status = try String(contentsOfFile: "/proc/\(pids.pid)/status", encoding: .utf8)
            #expect(status.contains("Name:\tprobe\n"))
            #expect(status.contains("PPid:\t\(pids.initPID)\n"))
            #expect(status.contains("NSpid:\t\(pids.pid)\t2\n"))
            let users = try String(contentsOfFile: "/proc/\(pids.pid)/uid_map", encoding: .utf8)
            #expect(users.split { $0 == " " || $0 == "\n" }.map(String.init) == ["1000", "\(geteuid())", "1"])
            let namespaces = ["user", "pid", "mnt", "ipc", "uts", "cgroup"].map { name in
                ["self", "\(pids.pid)"].map {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/ns/\(name)")
                }
            }
            for pair in namespaces { #expect(pair[0] != pair[1]) }
        }
    }

    @Test(arguments: LauncherMode.safe)
    func `a killed extension is gone, with its real status and usage`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let running = try await fixture.start(fixture.plan(["wait"]))
            let pids = try #require(await fixture.collector.started(running.launch))
            #expect(running.output.read() == Array("ready\n".utf8))
            try await fixture.launcher.kill(running.launch)
            guard case .exited(_, let status, let usage) = await fixture.collector.end(of: running.launch) else {
                Issue.record("no exit")
                return
            }
            #expect(status == .stopped)
            #expect(usage.peakMemory > 0)
            #expect(kill(pids.pid, 0) == -1)
        }
    }

    @Test(arguments: LauncherMode.safe)
    func `a kill that nobody asked the launcher for is told apart from one that somebody did`(
        _ mode: LauncherMode
    ) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let running = try await fixture.start(fixture.plan(["wait"]))
            let pids = try #require(await fixture.collector.started(running.launch))
            kill(pids.pid, SIGKILL)
            guard case .exited(_, let status, _) = await fixture.collector.end(of: running.launch) else {
                Issue.record("no exit")
                return
            }
            #expect(status == .signaled(SIGKILL))
        }
    }

    @Test func `a launch can be killed before it has started`() async throws {
        try await SandboxFixture.with { fixture in
            for _ in 0..<50 {
                let running = try await fixture.start(fixture.plan(["wait"]))
                try await fixture.launcher.kill(running.launch)
                switch await fixture.collector.end(of: running.launch) {
                case .failed(_, let failure): #expect(failure.error == .canceled)
                case .exited(_, let status, _): #expect(status == .stopped)
                case .waitsForNetwork, .started, nil: Issue.record("no end")
                }
            }
        }
    }

    @Test func `the control socket ends when the extension ends`() async throws {
        try await SandboxFixture.with { fixture in
            let running = try await fixture.start(fixture.plan(["exit", "0"]))
            _ = await fixture.collector.end(of: running.launch)
            var byte: UInt8 = 0
            #expect(running.control.withNumbers { recv($0[0], &byte, 1, 0) } == 0)
        }
    }

    @Test func `many launches at once all run and leave nothing`() async throws {
        try await SandboxFixture.with { fixture in
            var launches: [Running] = []
            for _ in 0..<256 { launches.append(try await fixture.start(fixture.plan(["exit", "7"]))) }
            for running in launches {
                guard case .exited(_, .exited(7), _) = await fixture.collector.end(of: running.launch) else {
                    Issue.record("another end")
                    continue
                }
            }
            // But for what waits for the next launch, which has its name only after a moment.
            let spare = try #require(await fixture.spare())
            let others = Processes.children(of: fixture.launcher.processIdentifier).filter { $0 != spare }
            #expect(others.count <= (fixture.runtime == nil ? 0 : 1))
        }
    }

    @Test func `a launch does not need the process that was made ahead for it`() async throws {
        try await SandboxFixture.with { fixture in
            for _ in 0..<5 {
                let spare = try #require(await fixture.spare())
                kill(spare, SIGKILL)
                // Until it has ended it can still be given the launch, and takes that with it.
                #expect(Processes.left(of: [spare]).isEmpty)
                let running = try await fixture.start(fixture.plan(["exit", "7"]))
                guard case .exited(_, .exited(7), _) = await fixture.collector.end(of: running.launch) else {
                    Issue.record("another end")
                    return
                }
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `a launch sees what was mounted after its process was made ahead`() async throws {
        try await SandboxFixture.with { fixture in
            let plan = fixture.plan(["exit", "7"])
            let bundle = plan.profile.bundle.string
            let spare = try #require(await fixture.spare())
            try #require(mount("tmpfs", bundle, "tmpfs", 0, nil) == 0)
            let running = try await fixture.start(plan)
            // The program of the plan is hidden by now.
            guard case .failed(_, let failure) = await fixture.collector.end(of: running.launch) else {
                Issue.record("an old mount was seen")
                return
            }
            #expect(failure.error == .noSuchFileOrDirectory)
            #expect(umount2(bundle, CInt(MNT_DETACH)) == 0)
            #expect(Processes.left(of: [spare]).isEmpty)
        }
    }

    @Test func `a program that is no launcher is an error, and nothing is left of it`() async throws {
        try await SandboxFixture.with { fixture in
            let missing = fixture.folder.appending("missing")
            await #expect(throws: SandboxError.cannotStart(missing, .noSuchFileOrDirectory)) {
                _ = try await Launcher(executable: missing)
            }
            await #expect(throws: SandboxError.noAnswer("/bin/true")) {
                _ = try await Launcher(executable: "/bin/true")
            }
            let deaf = fixture.bundle.appending("deaf")
            try Data("#!/bin/sh\nexec /bin/sleep 1000\n".utf8).write(to: URL(fileURLWithPath: deaf.string))
            chmod(deaf.string, 0o755)
            await #expect(throws: SandboxError.noAnswer(deaf)) {
                _ = try await SandboxFixture.launcher(deaf, answerLimit: .milliseconds(50))
            }
            let sleepers = Processes.children(of: getpid()).filter { Processes.field("Name", of: $0) == "sleep" }
            #expect(Processes.left(of: sleepers).isEmpty)
        }
    }
}

extension SandboxFixture {
    /// The process that waits for the next launch, once the launcher has made it.
    fileprivate func spare() async -> Int32? {
        for _ in 0..<12_000 {
            let children = Processes.children(of: launcher.processIdentifier)
            if let spare = children.first(where: { Processes.field("Name", of: $0) == "appex-spare" }) { return spare }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }
}
