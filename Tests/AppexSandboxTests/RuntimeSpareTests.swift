import AppexModel
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import AppexSandbox

/// The process that has executed a runtime before there is a launch for it. `APPEX_TEST_LINKING=shared` runs them.
@Suite(.timeLimit(.minutes(30)), .enabled(if: ProcessInfo.processInfo.environment["APPEX_TEST_LINKING"] == "shared"))
struct RuntimeSpareTests {
    /// The content of a file in the kernel's folder of a process.
    private static func content(of process: Int32, _ file: String) throws -> String {
        let handle = try #require(FileHandle(forReadingAtPath: "/proc/\(process)/\(file)"))
        return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test func `a launch gets the process that waits, and the next one gets another`() async throws {
        try await SandboxFixture.with { fixture in
            var used: [Int32] = []
            // What waits is replaced when the machine's mounts change, and other tests change them.
            for _ in 0..<30 where used.count < 3 {
                let waiting = try #require(await fixture.waiting())
                #expect(!used.contains(waiting))
                let running = try await fixture.start(fixture.plan(["wait"]))
                guard try #require(await fixture.collector.started(running.launch)).pid == waiting else { continue }
                #expect(Processes.field("Name", of: waiting) == "probe")
                used.append(waiting)
            }
            #expect(used.count == 3)
        }
    }

    @Test func `what waits has one thread, no privileges and nothing of an extension`() async throws {
        try await SandboxFixture.with { fixture in
            let waiting = try #require(await fixture.waiting())
            #expect(Processes.field("Threads", of: waiting) == "1")
            for name in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
                #expect(Processes.field(name, of: waiting) == "0000000000000000", "\(name)")
            }
            #expect(Processes.field("NoNewPrivs", of: waiting) == "1")
            for file in ["cmdline", "environ", "maps"] {
                let content = try Self.content(of: waiting, file)
                #expect(!content.isEmpty && !content.contains(fixture.folder.string), "\(file)")
            }
        }
    }

    @Test func `the command line of a process is that of its extension`() async throws {
        try await SandboxFixture.with { fixture in
            _ = try #require(await fixture.waiting())
            let running = try await fixture.start(fixture.plan(["wait"]))
            let pid = try #require(await fixture.collector.started(running.launch)).pid
            let words = try Self.content(of: pid, "cmdline").split(separator: "\0")
            #expect(words == [fixture.bundle.appending("probe").string[...], "wait"])
        }
    }

    @Test func `each process has a layout of memory of its own`() async throws {
        try await SandboxFixture.with { fixture in
            var places: Set<String> = []
            for _ in 0..<3 {
                let waiting = try #require(await fixture.waiting())
                let maps = try Self.content(of: waiting, "maps")
                let line = maps.split(separator: "\n").first { $0.hasSuffix("libAppexRuntime.so") }
                places.insert(String(try #require(line).prefix { $0 != "-" }))
                let running = try await fixture.start(fixture.plan(["exit", "0"]))
                _ = await fixture.collector.end(of: running.launch)
            }
            #expect(places.count == 3)
        }
    }

    @Test func `nothing waits once the broker does not want it`() async throws {
        try await SandboxFixture.with { fixture in
            let waiting = try #require(await fixture.waiting())
            try await fixture.launcher.warm(nil)
            #expect(Processes.left(of: [waiting]).isEmpty)
            let finished = try await fixture.run(["exit", "7"])
            #expect(finished.status == .exited(7))
        }
    }

    @Test(arguments: [SIGKILL, SIGSEGV]) func `a launch works whose waiting process has ended`(signal: Int32)
        async throws
    {
        try await SandboxFixture.with { fixture in
            for _ in 0..<3 {
                let waiting = try #require(await fixture.waiting())
                kill(waiting, signal)
                #expect(Processes.left(of: [waiting]).isEmpty)
                let finished = try await fixture.run(["exit", "7"])
                #expect(finished.status == .exited(7), "\(String(describing: finished.end))")
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `a launch sees what was mounted while a process waited for it`() async throws {
        try await SandboxFixture.with { fixture in
            let waiting = try #require(await fixture.waiting())
            let bundle = fixture.bundle.string
            try #require(mount("tmpfs", bundle, "tmpfs", 0, nil) == 0)
            let running = try await fixture.start(fixture.plan(["exit", "7"]))
            guard case .failed(_, let failure) = await fixture.collector.end(of: running.launch) else {
                Issue.record("an old mount was seen")
                return
            }
            #expect(failure.error == .noSuchFileOrDirectory)
            #expect(umount2(bundle, CInt(MNT_DETACH)) == 0)
            #expect(Processes.left(of: [waiting]).isEmpty)
        }
    }

    @Test func `a runtime that cannot be executed is a failure with its path, and the next launch works`() async throws
    {
        try await SandboxFixture.with { fixture in
            var plan = fixture.plan(["exit", "0"])
            let missing = fixture.bundle.appending("missing")
            plan.profile.executable = missing
            try await fixture.launcher.warm(plan)
            let running = try await fixture.start(plan)
            guard case .failed(_, let failure) = await fixture.collector.end(of: running.launch) else {
                Issue.record("it was launched")
                return
            }
            #expect(failure.step == "execve" && failure.subject == missing.string)
            #expect(failure.error == .noSuchFileOrDirectory)
            let finished = try await fixture.run(["exit", "7"])
            #expect(finished.status == .exited(7))
        }
    }
}

extension SandboxFixture {
    /// The process that has executed the runtime and waits, once it has loaded its libraries.
    fileprivate func waiting() async -> Int32? {
        for _ in 0..<12_000 {
            for spare in Processes.children(of: launcher.processIdentifier) {
                let found = Processes.children(of: spare).first { pid in
                    let maps = try? FileHandle(forReadingAtPath: "/proc/\(pid)/maps")?.readToEnd()
                    return String(decoding: maps ?? Data(), as: UTF8.self).contains("libAppexRuntime.so")
                        && Processes.field("State", of: pid)?.hasPrefix("S") == true
                        && Processes.field("Name", of: pid) == "appex-runtime"
                }
                if let found { return found }
            }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }
}
