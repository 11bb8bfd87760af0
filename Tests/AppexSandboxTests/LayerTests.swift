import AppexModel
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexSandbox

/// Which layers stand, and what a program inside can do: told by a program inside.
@Suite(.timeLimit(.minutes(30)))
struct LayerTests {
    /// More than the probe has in its poorest mode would hide a fact that was forgotten.
    private static let fewestFacts = 45

    @Test(arguments: LauncherMode.safe)
    func `every fact about the layers holds`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let finished = try await fixture.run(["facts"] + fixture.surroundings(mode))
            let lines = finished.output.split(separator: "\n")
            for line in lines where !line.hasPrefix("ok ") && line != lines.last { Issue.record("\(mode): \(line)") }
            #expect(finished.status == .exited(0))
            let count = lines.last.flatMap { Int($0.dropFirst("1..".count)) } ?? 0
            #expect(
                count == lines.count - 1,
                "the probe ended early: \(lines.suffix(3)), \(String(describing: finished.end))")
            #expect(count >= Self.fewestFacts)
        }
    }

    @Test(arguments: LauncherMode.safe)
    func `the report says which layers are up`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let report = fixture.launcher.layers
            #expect(report.meetsFloor)
            #expect(report.isComplete == (mode == .direct || mode == .ordinaryUser))
            #expect((report[.privateRoot] == .up) == mode.hasPrivateRoot)
            #expect((report[.userNamespace] == .up) == report.isComplete)
            #expect(report[.executeOnce] == .up)
        }
    }

    @Test func `below the floor nothing is launched, unless the owner accepts it`() async throws {
        try await SandboxFixture.with(.withoutLandlock) { fixture in
            #expect(fixture.launcher.layers[.landlock] == .refused(ENOSYS))
            #expect(!fixture.launcher.layers.meetsFloor)
            let refused = try await fixture.run(["exit", "0"]).failure
            #expect(refused?.step == "sandbox floor" && refused?.error == .notPermitted)
            var plan = fixture.plan(["exit", "3"])
            plan.allowsWeakSandbox = true
            let running = try await fixture.start(plan)
            guard case .exited(_, .exited(3), _) = await fixture.collector.end(of: running.launch) else {
                Issue.record("the owner's word does not count")
                return
            }
        }
    }

    @Test func `without a listener only the program itself can be started again`() async throws {
        try await SandboxFixture.with(.withoutListener) { fixture in
            #expect(fixture.launcher.layers[.executeOnce] == .refused(EBUSY))
            #expect(fixture.launcher.layers.meetsFloor)
            let copy = fixture.container.appending("copy")
            try FileManager.default.copyItem(atPath: fixture.bundle.appending("probe").string, toPath: copy.string)
            // The data's mount refuses it, and so would Landlock.
            let data = try await fixture.run(["start", copy.string])
            #expect(data.status == .exited(EACCES))
            let library = try await fixture.run(["start", "/usr/lib/x86_64-linux-gnu/libc.so.6"])
            #expect(library.status == .exited(EACCES))
            let itself = try await fixture.run(["start", fixture.bundle.appending("probe").string])
            // An object is not a program.
            #expect(itself.status == .exited(fixture.runtime == nil ? 77 : EACCES))
        }
    }

    @Test func `Swift, libdispatch and Foundation work inside, every time`() async throws {
        try await SandboxFixture.with(program: .workload) { fixture in
            for _ in 0..<100 {
                let finished = try await fixture.run(["3", "private-root"])
                #expect(finished.status == .exited(0))
                let lines = finished.output.split(separator: "\n")
                #expect(lines.last == "done", "\(finished.output)")
                #expect(!finished.output.contains("not ok"), "\(finished.output)")
            }
        }
    }

    @Test(arguments: [LauncherMode.ordinaryUser, .withoutNamespaces, .inContainer].filter(\.isPossible))
    func `Foundation works with fewer layers too`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode, program: .workload) { fixture in
            for _ in 0..<10 {
                let finished = try await fixture.run(["3", mode.hasPrivateRoot ? "private-root" : "filters"])
                #expect(finished.status == .exited(0))
                #expect(
                    finished.output.hasSuffix("done\n") && !finished.output.contains("not ok"), "\(finished.output)")
            }
        }
    }
}
