import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexBroker

@Suite struct ControlGroupTests {
    /// A folder of the test's own, and what `body` makes of it.
    private func withFolder(_ body: (FilePath) throws -> Void) throws {
        let folder = FilePath(NSTemporaryDirectory()).appending("groups-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        try body(folder)
    }

    private func text(_ path: FilePath) -> String? { try? String(contentsOfFile: path.string, encoding: .utf8) }

    @Test func `in version 2 the nearest group that hands on memory is taken`() throws {
        try withFolder { root in
            let slice = root.appending("user.slice")
            let scope = slice.appending("app.slice/run.scope")
            try FileManager.default.createDirectory(atPath: scope.string, withIntermediateDirectories: true)
            for (folder, handed) in [
                (root, "cpu memory"), (slice, "memory pids"), (slice.appending("app.slice"), "pids"),
            ] {
                try Data(handed.utf8).write(
                    to: URL(fileURLWithPath: folder.appending("cgroup.subtree_control").string))
            }
            let mounts = "30 25 0:26 / \(root) rw,nosuid - cgroup2 cgroup rw,nsdelegate"
            let found = ControlGroupTree.candidates(
                name: "appex-1", mounts: mounts, own: "0::/user.slice/app.slice/run.scope\n")
            #expect(found.map(\.folder) == [slice.appending("appex-1"), root.appending("appex-1")])
            #expect(found.allSatisfy { $0.version == .two })
        }
    }

    @Test func `version 1 comes after version 2, and only where it has memory`() {
        let mounts = """
            30 25 0:26 / /groups/unified rw - cgroup2 none rw
            31 25 0:27 / /groups/cpu rw - cgroup cgroup rw,cpu
            32 25 0:28 / /groups/memory rw shared:9 - cgroup cgroup rw,memory
            33 25 broken
            """
        let found = ControlGroupTree.candidates(name: "appex-1", mounts: mounts, own: "0::/\n")
        #expect(found == [ControlGroupTree(folder: "/groups/memory/appex-1", version: .one)])
    }

    @Test func `a group of version 2 gets limit and share, and is removed with the device's folder`() throws {
        try withFolder { root in
            let tree = ControlGroupTree(folder: root.appending("appex-1"), version: .two)
            let memory: UInt64 = 64 << 20
            try FileManager.default.createDirectory(
                atPath: tree.folder.appending("99-1").string, withIntermediateDirectories: true)
            // In a folder that stands in, every file is made when it is written; what a door opens, too.
            let group = ControlGroup(folder: root.appending("group"), version: .two)
            try FileManager.default.createDirectory(atPath: group.folder.string, withIntermediateDirectories: true)
            try group.limit(memory: memory)
            #expect(text(group.folder.appending("memory.max")) == "\(memory)")
            #expect(text(group.folder.appending("memory.swap.max")) == "0")
            #expect(group.share(weight: 5) && text(group.folder.appending("cpu.weight")) == "5")
            try Data("oom 1\noom_kill 2\n".utf8).write(
                to: URL(fileURLWithPath: group.folder.appending("memory.events").string))
            try Data("1234\n".utf8).write(to: URL(fileURLWithPath: group.folder.appending("memory.peak").string))
            #expect(group.outOfMemoryKills == 2 && group.peak == 1234)
            // Nothing opens the list of members there: the tree is refused, and what was there before has gone.
            #expect(throws: Errno.self) { try ControlGroups(tree, memory: memory) }
            #expect(text(tree.folder.appending("cgroup.subtree_control"))?.hasPrefix("+") == true)
            #expect(access(tree.folder.appending("99-1").string, F_OK) != 0)
        }
    }

    @Test func `where no groups may be made memory is polled, and why is said`() throws {
        try withFolder { root in
            let tree = ControlGroupTree(folder: root.appending("missing/appex-1"), version: .two)
            let control = MemoryControl(.best, candidates: [tree], memory: 64 << 20)
            #expect(control.groups == nil)
            #expect(control.shortcoming?.contains("No such file or directory") == true)
            #expect(ResourceLimits(ExtensionLimits(), control).dataSize == PointsUsual.memory + (1 << 30))
        }
    }

    @Test(.enabled(if: RealGroups.tree != nil, "needs root and a memory controller of version 1"))
    func `real groups are made ahead, limited, and removed, also those of a broker that was killed`() throws {
        let tree = try #require(RealGroups.tree)
        defer { _ = rmdir(tree.folder.string) }
        mkdir(tree.folder.string, 0o700)
        mkdir(tree.folder.appending("1-1").string, 0o700)
        let groups = try ControlGroups(tree, memory: 64 << 20)
        groups.prepare(memory: 64 << 20)
        #expect(access(tree.folder.appending("1-1").string, F_OK) != 0)
        let usual = try groups.take(memory: 64 << 20)
        let small = try groups.take(memory: 16 << 20)
        #expect(text(usual.folder.appending("memory.limit_in_bytes")) == "\(64 << 20)\n")
        #expect(text(small.folder.appending("memory.limit_in_bytes")) == "\(16 << 20)\n")
        // More than it was made with.
        let large = try groups.take(memory: 256 << 20)
        #expect(text(large.folder.appending("memory.limit_in_bytes")) == "\(256 << 20)\n")
        groups.remove(large)
        #expect(usual != small && usual.outOfMemoryKills == 0)
        #expect(try usual.openMembers().count == 1)
        groups.remove(usual)
        #expect(groups.sweep())
        #expect(access(usual.folder.string, F_OK) != 0)
        groups.remove(small)
        groups.removeAll()
        #expect(access(tree.folder.string, F_OK) != 0)
    }
}

private enum PointsUsual {
    static let memory = ExtensionLimits().memory
}

/// What this machine has.
private enum RealGroups {
    static let tree = ControlGroupTree.candidates(name: "appex-test-\(getpid())").first {
        $0.version == .one && getuid() == 0 && access($0.folder.removingLastComponent().string, W_OK) == 0
    }
}
