import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexBroker

@Suite struct UsageTests {
    @Test func `a curve of any length is bounded, in order, and keeps its ends`() throws {
        var curve = UsageCurve()
        for number in 0..<10_000 {
            curve.append(.init(time: Double(number), memory: UInt64(number), processorTime: 0))
            #expect(curve.samples.count <= UsageCurve.limit)
        }
        let times = curve.samples.map(\.time)
        #expect(times == times.sorted() && Set(times).count == times.count)
        #expect(times.first == 0 && times.last == 9_999)
        #expect(times.count > UsageCurve.limit / 4)
    }

    @Test func `what a process uses is what it has written to`() throws {
        let before = try #require(ProcessUsage(of: getpid()))
        let size = 64 << 20
        let memory = try #require(mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        #expect(try #require(ProcessUsage(of: getpid())).memory < before.memory + UInt64(size) / 2)
        memset(memory, 1, size)
        let after = try #require(ProcessUsage(of: getpid()))
        let exact = try #require(OwnMemory.bytes(of: "self"))
        munmap(memory, size)
        #expect(after.memory >= UInt64(size) && after.resident >= after.memory && exact >= UInt64(size))
        #expect(after.processorTime >= before.processorTime && after.processorTime > .zero)
        #expect(ProcessUsage(of: -1) == nil)
    }

    private func withContainer(_ body: (FilePath) throws -> Void) throws {
        let folder = FilePath(NSTemporaryDirectory()).appending("container-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        try body(folder)
    }

    private func write(_ mebibytes: Int, to path: FilePath) throws {
        try Data(repeating: 7, count: mebibytes << 20).write(to: URL(fileURLWithPath: path.string))
    }

    @Test func `what a container holds is counted once, and nothing outside`() throws {
        try withContainer { outside in
            try write(8, to: outside.appending("large"))
            try withContainer { container in
                let inner = container.appending("a/b")
                try FileManager.default.createDirectory(atPath: inner.string, withIntermediateDirectories: true)
                try write(2, to: inner.appending("file"))
                link(inner.appending("file").string, container.appending("again").string)
                symlink(outside.string, container.appending("link").string)
                truncate(container.appending("again").string, 2 << 20)
                let size = ContainerSize(of: [container])
                #expect(size.entries == 5 && !size.isIncomplete)
                #expect((2 << 20..<3 << 20).contains(size.bytes), "\(size)")
                #expect(size.breach(limit: 4 << 20) == nil)
                #expect(size.breach(limit: 1 << 20) == .container(used: size.bytes, limit: 1 << 20))
            }
        }
    }

    @Test func `a file without a name counts as long as a process has it`() throws {
        try withContainer { container in
            let path = container.appending("gone")
            try write(2, to: path)
            let file = try Descriptor(opening: path, O_RDONLY)
            unlink(path.string)
            #expect(ContainerSize(of: [container]).bytes < 1 << 20)
            #expect(ContainerSize(of: [container], user: getpid()).bytes >= 2 << 20)
            _ = file.rawValue
        }
    }

    @Test(arguments: [0o300, 0o400, 0] as [mode_t])
    func `a folder that its owner may not read counts, also the container itself`(mode: mode_t) throws {
        try withContainer { container in
            let inner = container.appending("a/b")
            try FileManager.default.createDirectory(atPath: inner.string, withIntermediateDirectories: true)
            try write(2, to: inner.appending("file"))
            for folder in [inner, inner.removingLastComponent(), container] { chmod(folder.string, mode) }
            let size = ContainerSize(of: [container])
            #expect(size.entries == 3 && size.bytes >= 2 << 20 && !size.isIncomplete, "\(size)")
        }
    }

    @Test func `a file that is being held open and is none of the container's is not asked`() throws {
        try withContainer { container in
            try withContainer { other in
                let path = other.appending("gone")
                try write(2, to: path)
                let file = try Descriptor(opening: path, O_RDONLY)
                unlink(path.string)
                #expect(ContainerSize(of: [container], user: getpid()).bytes < 1 << 20)
                _ = file.rawValue
            }
        }
    }

    @Test func `a process is not ended for an estimate, unless it holds up the count`() {
        var accounting = Accounting()
        var limits = ExtensionLimits()
        limits.memory = 100
        let usage = ProcessUsage(memory: 120)
        #expect(accounting.needsCount(usage, limits) && !accounting.needsCount(ProcessUsage(memory: 69), limits))
        #expect(accounting.estimate(usage, limits) == 100)
        accounting.countBegan = .now
        #expect(accounting.estimate(usage, limits) == 100)
        accounting.countBegan = LoopTime.now + .seconds(-2)
        #expect(accounting.estimate(usage, limits) == 120)
        accounting.noteCount(90, took: .milliseconds(105))
        #expect(accounting.countBegan == nil && accounting.earliestCount > .now + .seconds(1))
        #expect(accounting.estimate(ProcessUsage(memory: 10), limits) == 90)
    }

    @Test func `a container that is too deep to count is over its limit`() throws {
        try withContainer { container in
            var folder = container
            for _ in 0..<ContainerSize.depthLimit + 1 { folder.append("d") }
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
            #expect(ContainerSize(of: [container]).breach(limit: .max) == .containerTooIntricate)
        }
    }

    @Test func `a warning comes once, and again when there was more memory meanwhile`() {
        var accounting = Accounting()
        var limits = ExtensionLimits()
        limits.memory = 100
        let looks: [UInt64] = [10, 79, 80, 90, 75, 85, 69, 81]
        let warned = looks.map { memory in
            accounting.usage = ProcessUsage(memory: memory)
            return accounting.warns(limits)
        }
        #expect(warned == [false, false, true, false, false, false, false, true])
    }

    @Test func `the owner's file counts from the next launch on, with what is wrong in it told once`() throws {
        try withContainer { folder in
            let file = folder.appending("limits.json")
            var device = DeviceLimits(file: file)
            let point = try #require(ExtensionPointIdentifier(rawValue: "com.apple.services"))
            let identifier = try #require(BundleIdentifier(rawValue: "a.b"))
            #expect(device.limits(point, identifier) == (ExtensionLimits(), []))
            try Data(#"{ "device": { "memory": "64 MiB", "bad": 1 } }"#.utf8).write(
                to: URL(fileURLWithPath: file.string))
            let first = device.limits(point, identifier)
            #expect(first.limits.memory == 64 << 20 && first.problems.map(\.key) == ["device.bad"])
            let second = device.limits(point, identifier)
            #expect(second.limits.memory == 64 << 20 && second.problems.isEmpty)
            unlink(file.string)
            #expect(device.limits(point, identifier) == (ExtensionLimits(), []))
        }
    }
}

extension ProcessUsage {
    fileprivate init(memory: UInt64) {
        self.init(memory: memory, processorTime: .zero, written: 0)
    }
}
