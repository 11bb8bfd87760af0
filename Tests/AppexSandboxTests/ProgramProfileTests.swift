import AppexModel
import SystemPackage
import Testing

@testable import AppexSandbox

/// Processes that have neither a bundle nor a container, such as the decoder.
@Suite(.timeLimit(.minutes(30))) struct ProgramProfileTests {
    private static let program = FilePath("/opt/helper")
    private static let profile = SandboxProfile(program: program, extraReadOnly: [], limits: ResourceLimits())

    @Test func `such a process sees its program and the system, and can write nowhere`() {
        let plan = LaunchPlan(profile: Self.profile, arguments: [], environment: [:])
        let own = plan.visiblePaths.filter { !$0.rights.contains(.system) }
        #expect(own == [VisiblePath(Self.program, .code)])
        #expect(!plan.visiblePaths.contains { $0.rights.contains(.writable) })
    }

    @Test func `its environment has language and time zone, and names no folder`() {
        let user = ["LANG": "C.UTF-8", "LC_ALL": "C", "TZ": "UTC", "HOME": "/home/somebody", "SECRET": "1"]
        let environment = Self.profile.environment(from: user)
        let swift = environment.keys.filter { $0.hasPrefix("SWIFT_") }
        #expect(Set(environment.keys).subtracting(swift) == ["LANG", "LC_ALL", "TZ"])
    }

    @Test(arguments: LauncherMode.safe)
    func `it starts on every kind of machine`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            var plan = fixture.plan(["exit", "7"])
            plan.profile = fixture.helperProfile(of: plan)
            let running = try await fixture.start(plan)
            let end = await fixture.collector.end(of: running.launch)
            guard case .exited(_, .exited(7), _) = end else {
                Issue.record("\(mode): \(String(describing: end))")
                return
            }
        }
    }
}
