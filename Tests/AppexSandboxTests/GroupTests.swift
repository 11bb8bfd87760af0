import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexSandbox

/// Extensions that are put into a control group: into a real one of each version, with whatever controllers it has.
@Suite(.enabled(if: getuid() == 0, "control groups are made by root here"), .timeLimit(.minutes(30)))
struct GroupTests {
    @Test(arguments: LauncherMode.safe, ["cgroup", "cgroup2"])
    func `an extension is in its group from the start, and so is its init`(
        _ mode: LauncherMode, _ version: String
    ) async throws {
        guard let mount = Self.mount(version) else { return print("skipped: no file system \(version)") }
        let name = "appex-test-\(UUID().uuidString)"
        let group = mount.appending(name)
        try #require(mkdir(group.string, 0o700) == 0)
        defer { Self.remove(group) }
        try await SandboxFixture.with(mode) { fixture in
            let list = version == "cgroup" ? "tasks" : "cgroup.procs"
            let door = DescriptorBag(try Descriptor(opening: group.appending(list), O_WRONLY))
            if version == "cgroup2" { door.append(try Descriptor(opening: group, O_RDONLY | O_DIRECTORY)) }
            let running = try await fixture.start(fixture.plan(["wait"]), group: door)
            let pids = try #require(await fixture.collector.started(running.launch))
            #expect(running.output.read() == Array("ready\n".utf8))
            for pid in [pids.pid, pids.initPID] {
                let text = try String(contentsOfFile: "/proc/\(pid)/cgroup", encoding: .utf8)
                #expect(text.contains("/\(name)\n"), "\(text)")
            }
            // Nothing of the group is handed on.
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pids.pid)/fd")
            #expect(Set(open).isSubset(of: ["0", "1", "2", "3"]), "\(open)")
            try await fixture.launcher.kill(running.launch)
            _ = await fixture.collector.end(of: running.launch)
        }
    }

    @Test func `an extension whose group has gone is not launched outside of it`() async throws {
        guard let mount = Self.mount("cgroup") else { return print("skipped: no file system cgroup") }
        let group = mount.appending("appex-test-\(UUID().uuidString)")
        try #require(mkdir(group.string, 0o700) == 0)
        let door = DescriptorBag(try Descriptor(opening: group.appending("tasks"), O_WRONLY))
        try #require(rmdir(group.string) == 0)
        try await SandboxFixture.with { fixture in
            let running = try await fixture.start(fixture.plan(["wait"]), group: door)
            guard case .failed(_, let failure) = await fixture.collector.end(of: running.launch) else {
                Issue.record("it was launched")
                return
            }
            #expect(failure.step == "control group")
        }
    }

    /// Where a hierarchy is; of version 1 that of the processors, in which a group needs no settings.
    private static func mount(_ kind: String) -> FilePath? {
        let text = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
        let fields = text.split(separator: "\n").map { $0.split(separator: " ") }
        let found = fields.first {
            $0.count > 3 && $0[2] == kind && (kind == "cgroup2" || $0[3].split(separator: ",").contains("cpu"))
        }
        return found.map { FilePath(String($0[1])) }
    }

    /// The init may need another moment to end.
    private static func remove(_ group: FilePath) {
        for _ in 0..<12_000 where rmdir(group.string) != 0 && errno == EBUSY { usleep(10_000) }
    }
}
