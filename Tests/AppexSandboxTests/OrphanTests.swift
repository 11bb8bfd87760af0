import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexSandbox

/// Whoever dies, nobody is left behind.
@Suite(.timeLimit(.minutes(30)))
struct OrphanTests {
    @Test(arguments: LauncherMode.safe)
    func `kill -9 of the launcher leaves no process`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            var pids: [Int32] = []
            for _ in 0..<5 {
                let running = try await fixture.start(fixture.plan(["wait"]))
                let started = try #require(await fixture.collector.started(running.launch))
                pids += [started.pid, started.initPID]
            }
            kill(fixture.launcher.processIdentifier, SIGKILL)
            await fixture.collector.finished()
            #expect(Processes.left(of: pids).isEmpty)
        }
    }

    @Test(arguments: LauncherMode.safe)
    func `kill -9 of an init ends its extension`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let running = try await fixture.start(fixture.plan(["wait"]))
            let started = try #require(await fixture.collector.started(running.launch))
            kill(started.initPID, SIGKILL)
            guard case .exited(_, let status, _) = await fixture.collector.end(of: running.launch) else {
                Issue.record("no exit")
                return
            }
            #expect(status == .signaled(SIGKILL))
            #expect(Processes.left(of: [started.pid, started.initPID]).isEmpty)
        }
    }

    @Test(arguments: LauncherMode.safe)
    func `kill -9 of the launcher's parent leaves no process`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let program = try SeccompProgram.compile(privateRoot: mode.hasPrivateRoot)
            let request = LauncherMessage.launch(LaunchIdentifier(rawValue: 1), fixture.plan(["wait"]), program)
            let file = fixture.folder.appending("request").string
            try Data(request).write(to: URL(fileURLWithPath: file))
            let starter = try mode.starter(for: fixture.launcherProgram, in: fixture.folder)
            let pipe = try TestPipe()
            let broker = Process()
            broker.executableURL = URL(fileURLWithPath: try BuiltProgram.probe.path.string)
            broker.arguments = ["broker", starter.string, file]
            let writer = try pipe.takeWriter()
            broker.standardOutput = FileHandle(fileDescriptor: writer.rawValue, closeOnDealloc: false)
            try broker.run()
            #expect(pipe.read() == Array("ready\n".utf8))
            let launcher = Processes.children(of: broker.processIdentifier)
            let inits = launcher.flatMap(Processes.children)
            let extensions = inits.flatMap(Processes.children)
            // One of them may wait for the next launch.
            #expect(launcher.count == 1 && (1...2).contains(inits.count) && extensions.count == 1)
            kill(broker.processIdentifier, SIGKILL)
            broker.waitUntilExit()
            #expect(Processes.left(of: launcher + inits + extensions).isEmpty)
        }
    }

    @Test func `the launcher ends when it is told to`() async throws {
        try await SandboxFixture.with { fixture in
            let running = try await fixture.start(fixture.plan(["wait"]))
            let started = try #require(await fixture.collector.started(running.launch))
            await fixture.launcher.end()
            await fixture.collector.finished()
            #expect(Processes.left(of: [started.pid, started.initPID]).isEmpty)
            await #expect(throws: SandboxError.launcherEnded) { try await fixture.launcher.kill(running.launch) }
        }
    }
}
