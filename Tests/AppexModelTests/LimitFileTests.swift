import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexModel

/// Changing the limits file of a device.
@Suite struct LimitFileTests {
    private struct Refusal: Error {}

    private func withDevice(_ body: (DeviceLayout) async throws -> Void) async throws {
        let folder = FilePath("/tmp/appex-limits-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let layout = try DeviceLayout(root: folder)
        try FileManager.default.createDirectory(atPath: layout.library.string, withIntermediateDirectories: true)
        try await body(layout)
    }

    private func content(_ layout: DeviceLayout) -> Data? { FileManager.default.contents(atPath: layout.limits.string) }

    @Test func `changes take turns, and none is lost`() async throws {
        try await withDevice { layout in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        try LimitFile.change(layout) { overrides in
                            overrides.extensions["org.example.E\(number)"] = [.openRequests: 1]
                            // Nobody else can change the file meanwhile.
                            #expect(throws: Errno.wouldBlock) { _ = try FileLock.trying(layout.limitsLock) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let (overrides, problems) = LimitFile.read(layout)
            #expect(overrides.extensions.count == 32 && problems.isEmpty)
            _ = try FileLock.trying(layout.limitsLock)
        }
    }

    @Test func `a change that fails leaves the file as it was, and the lock free`() async throws {
        try await withDevice { layout in
            try LimitFile.change(layout) { $0.device = [.openRequests: 1] }
            let before = content(layout)
            #expect(throws: Refusal.self) {
                try LimitFile.change(layout) { overrides in
                    overrides.device = [:]
                    throw Refusal()
                }
            }
            // A file that is larger than what is read would count for nothing.
            let error = #expect(throws: LimitChangeError.self) {
                try LimitFile.change(layout) { overrides in
                    for number in 0..<4000 {
                        overrides.extensions[String(repeating: "x", count: 40) + "\(number)"] = [.openRequests: 1]
                    }
                }
            }
            #expect(error?.description.contains("256 KiB") == true)
            #expect(content(layout) == before)
            try LimitFile.change(layout) { $0.device = [.openRequests: 2] }
            #expect(LimitFile.read(layout).overrides.device == [.openRequests: 2])
        }
    }

    @Test func `a file with an entry that is not understood is not changed`() async throws {
        try await withDevice { layout in
            let text = Data(#"{ "device": { "memory": "much" } }"#.utf8)
            try text.write(to: URL(fileURLWithPath: layout.limits.string))
            let error = #expect(throws: LimitChangeError.self) { try LimitFile.change(layout) { $0.device = [:] } }
            #expect(error?.description.contains("device.memory") == true)
            #expect(content(layout) == text)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `on a full disk a change is refused, and what was said before counts`() async throws {
        try await withDevice { layout in
            try #require(mount("tmpfs", layout.library.string, "tmpfs", 0, "size=16k,mode=700") == 0)
            defer { umount2(layout.library.string, CInt(MNT_DETACH)) }
            try LimitFile.change(layout) { $0.device = [.openRequests: 1] }
            let before = content(layout)
            let error = #expect(throws: LimitChangeError.self) {
                try LimitFile.change(layout) { overrides in
                    for number in 0..<400 { overrides.extensions["org.example.E\(number)"] = [.openRequests: 1] }
                }
            }
            #expect(error?.description.contains("Cannot write \(layout.limits)") == true, "\(error as Any)")
            #expect(content(layout) == before)
            let files = try FileManager.default.contentsOfDirectory(atPath: layout.library.string)
            #expect(Set(files) == ["limits.json", "limits.lock"])
            try LimitFile.change(layout) { $0.device = [.openRequests: 2] }
        }
    }
}
