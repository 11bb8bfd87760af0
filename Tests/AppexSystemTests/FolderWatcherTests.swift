import Foundation
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AppexSystem

@Suite(.timeLimit(.minutes(30))) struct FolderWatcherTests {
    /// A subscriber that counts how often it is told.
    private static func subscriber(
        _ folder: FilePath, _ names: Set<String>? = nil
    ) -> (FolderWatcher.Subscriber, @Sendable () -> Int) {
        let counter = Counter()
        return (FolderWatcher.Subscriber(folder, names: names) { counter.add() }, { counter.value })
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private static func write(_ file: FilePath) throws {
        try Data("x".utf8).write(to: URL(fileURLWithPath: file.string))
    }

    @Test func `changes of the named entries are told, and of no others`() async throws {
        try await withTemporaryFolder { folder in
            let watcher = FolderWatcher()
            let (named, namedCount) = Self.subscriber(folder, ["a"])
            let (all, allCount) = Self.subscriber(folder)
            try watcher.place(named)
            try watcher.place(named)
            try watcher.place(all)
            try Self.write(folder.appending("b"))
            try await eventually("one is told") { allCount() > 0 }
            #expect(namedCount() == 0)
            try Self.write(folder.appending("a"))
            try await eventually("the other one is told") { namedCount() > 0 }
            watcher.remove(named)
            #expect(watcher.isOpen)
            let before = (named: namedCount(), all: allCount())
            try Self.write(folder.appending("a"))
            try await eventually("the one that is left is told") { allCount() > before.all }
            #expect(namedCount() == before.named)
            watcher.remove(all)
            #expect(!watcher.isOpen)
        }
    }

    @Test func `a folder that is removed or replaced is told, and can be followed`() async throws {
        try await withTemporaryFolder { folder in
            let watcher = FolderWatcher()
            let inner = folder.appending("inner")
            #expect(mkdir(inner.string, 0o700) == 0)
            let (subscriber, count) = Self.subscriber(inner, ["a"])
            try watcher.place(subscriber)
            let moved = folder.appending("moved")
            #expect(rename(inner.string, moved.string) == 0 && mkdir(inner.string, 0o700) == 0)
            try await eventually("the move is told") { count() > 0 }
            try watcher.place(subscriber)
            let before = count()
            try Self.write(inner.appending("a"))
            try await eventually("a change in the new folder is told") { count() > before }
            let last = count()
            try FileManager.default.removeItem(atPath: inner.string)
            try await eventually("the removal is told") { count() > last }
            #expect(throws: Errno.noSuchFileOrDirectory) { try watcher.place(subscriber) }
            #expect(!watcher.isOpen)
            #expect(rmdir(moved.string) == 0)
        }
    }

    @Test func `events that the kernel has lost count as a change of every folder`() async throws {
        try await withTemporaryFolder { folder in
            let watcher = FolderWatcher()
            let inner = folder.appending("inner")
            #expect(mkdir(inner.string, 0o700) == 0)
            let (quiet, quietCount) = Self.subscriber(inner)
            let (busy, busyCount) = Self.subscriber(folder)
            try watcher.place(quiet)
            try watcher.place(busy)
            let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
            let events = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
            try #require(events < 1_000_000)
            // Files with long names, more than are read at once, until the queue is full.
            let names = ["a", "b"].map { folder.appending(String(repeating: $0, count: 200)).string }
            while quietCount() == 0 {
                for name in names { _ = Glibc.close(open(name, O_CREAT | O_WRONLY, 0o600)) }
                for name in names { unlink(name) }
            }
            #expect(busyCount() > 0)
            watcher.remove(quiet)
            watcher.remove(busy)
            #expect(rmdir(inner.string) == 0)
        }
    }

    @Test func `events are read up to a limit, and the more there were, the longer later ones are left`() async throws {
        try await withTemporaryFolder { folder in
            let events = FolderEventQueue(try FolderWatcher.open(), try EventLoop.shared())
            _ = try events.add(folder, UInt32(bitPattern: IN_CREATE | IN_DELETE))
            let names = ["a", "b"].map { folder.appending(String(repeating: $0, count: 200)).string }
            for _ in 0..<200 {
                for name in names { _ = Glibc.close(open(name, O_CREAT | O_WRONLY, 0o600)) }
                for name in names { unlink(name) }
            }
            var counts = [0, 0]
            let reads = (0..<2).map { place in events.read { _ in counts[place] += 1 } }
            #expect(reads[0] > reads[1] && reads[1] > 0)
            #expect(counts[0] > counts[1] && counts[0] + counts[1] == 800)
            let none = events.read { _ in }
            #expect(none == 0)
            #expect(FolderWatcher.pause(afterReads: 0) == FolderWatcher.interval)
            #expect(FolderWatcher.pause(afterReads: reads[0]) >= FolderWatcher.interval * 5)
        }
    }
}
