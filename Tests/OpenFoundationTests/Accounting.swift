import AppexSystem
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Asserts after each test that nothing of it is left: no descriptor (each session has one for as long as it
/// exists), no mapping, no block that is lent, no temporary file of an item.
///
/// What is counted belongs to the whole process, so tests with this trait run one at a time, and `Scripts/test` runs the
/// suites that have it in a process in which nothing else runs. If tests without it run in the same process, as by
/// `swift test`, what they have open for a moment is waited for.
struct Accounting: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard let testCase else { return try await function() }
        try await Turn.shared.take()
        do {
            let before = try Holdings()
            try await function()
            try await before.expectNothingMore(after: "\(test.name) \(testCase.isParameterized ? "(one case)" : "")")
        } catch {
            await Turn.shared.giveBack()
            throw error
        }
        await Turn.shared.giveBack()
    }
}

extension Trait where Self == Accounting {
    /// Nothing may be left of the test.
    static var accounted: Self { Self() }
}

/// What this process holds of what can leak.
struct Holdings {
    private let descriptors: Set<String>
    private let mappings: Int
    private let bytes: Int
    private let files: Set<String>

    init() throws {
        // The loop's own descriptor is made once and stays.
        _ = try EventLoop.shared()
        descriptors = try Self.openDescriptors()
        mappings = SharedMemoryAccount.mappings
        bytes = SharedMemoryAccount.bytes
        files = try Self.itemFiles()
    }

    /// Waits until nothing more is held than at the beginning.
    func expectNothingMore(after test: String) async throws {
        try await eventually("the mappings of \(test) are gone") {
            SharedMemoryAccount.mappings <= mappings && SharedMemoryAccount.bytes <= bytes
        }
        // If tests without this trait run in the process, they close theirs after a moment.
        var opened = try Self.openDescriptors().subtracting(descriptors)
        try await eventually("the descriptors of \(test) are closed: \(opened.sorted())") {
            opened.formIntersection(try Self.openDescriptors())
            return opened.isEmpty
        }
        var new = try Self.itemFiles().subtracting(files)
        try await eventually("the temporary files of \(test) are removed: \(new.sorted())") {
            new.formIntersection(try Self.itemFiles())
            return new.isEmpty
        }
    }

    /// The numbers and targets of files, sockets, pipes and memory files.
    ///
    /// Left out are epolls, events and timers, of which the threads of Dispatch make theirs at any time, and the process's
    /// preferences, which stay open after they have been read, whoever has read them.
    private static func openDescriptors() throws -> Set<String> {
        let preferences = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "anon_inode:"
        let open = try openFiles().filter { !$0.target.hasPrefix("anon_inode:") && !$0.target.hasPrefix(preferences) }
        return Set(open.map { "\($0.number) \($0.target)" })
    }

    /// The files in the folder for temporary files of items. The process holds that folder open while there are any.
    private static func itemFiles() throws -> Set<String> {
        let prefix = FileManager.default.temporaryDirectory.appendingPathComponent("items-").path
        let own = try openFiles().map(\.target).filter { $0.hasPrefix(prefix) }
        // The folder may go meanwhile.
        return Set(own.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] })
    }

    private static func openFiles() throws -> [(number: String, target: String)] {
        let folder = "/proc/self/fd/"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + number)).map { (number, $0) }
        }
    }
}

/// One test at a time.
private actor Turn {
    static let shared = Turn()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async throws {
        guard isTaken else { return isTaken = true }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
