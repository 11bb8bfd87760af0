import AppexSystem
import CFloor
import Foundation
import SystemPackage

/// Defaults that processes share, beside those of swift-corelibs-foundation and SQLite, and beside the system calls that no
/// implementation can do without.
enum SharedDefaults: Case {
    static let name = "defaults"

    private static let peerName = "swift-corelibs-foundation"
    private static let writers = 8
    private static let keysPerWriter = Repetitions.of(10_000)
    private static let rounds = Repetitions.of(3)
    private static let changes = Repetitions.of(500)
    private static let observedChanges = Repetitions.of(200)
    /// The peer looks at its file once a second, so this takes some time.
    private static let peerChanges = Repetitions.of(10)

    static func measure() async throws -> [Measurement] {
        let get = try worker("get", .ours, count: 3)
        let save = try worker("save", .ours, count: 3)
        let (ours, floor) = (try seen(.ours, changes), try seen(.floor, changes))
        let told = (ours: try told(.ours), floor: try told(.floor))
        let filled = (ours: try fill(.ours), peer: try fill(.peer), floor: try fill(.floor))
        return [
            Measurement(
                name: "defaults: read a key", unit: "us", ours: get[0] / 1e3, floor: get[2] / 1e3, peer: get[1] / 1e3,
                peerName: peerName, iterations: 50),
            Measurement(
                name: "defaults: set until another process that looks sees it", unit: "us", ours: ours / 1e3,
                floor: floor / 1e3, peer: try seen(.peer, peerChanges) / 1e3, peerName: peerName, iterations: changes),
            Measurement(
                name: "defaults: set until an observer of another process is told", unit: "us", ours: told.ours / 1e3,
                floor: told.floor / 1e3, iterations: observedChanges),
            Measurement(
                name: "defaults: \(writers) processes set \(keysPerWriter) keys each", unit: "ms",
                ours: filled.ours.time / 1e6, floor: filled.floor.time / 1e6, peer: filled.peer.time / 1e6,
                peerName: peerName, iterations: rounds),
            Measurement(
                name: "defaults: keys of these that are lost", unit: "keys", ours: filled.ours.lost,
                peer: filled.peer.lost, peerName: peerName, limit: 0, iterations: rounds),
            Measurement(
                name: "defaults: set a key and wait for the disk", unit: "ms", ours: save[0] / 1e6,
                floor: save[2] / 1e6,
                peer: save[1] / 1e6, peerName: "SQLite", iterations: 200),
        ]
    }

    // MARK: Processes

    /// Runs a worker in an empty home folder.
    ///
    /// - Returns: the numbers that it prints.
    private static func worker(
        _ job: String, _ store: DefaultsWorker.Store, _ arguments: [String] = [], count: Int
    ) throws -> [Double] {
        try withHome { home in
            let worker = try Worker(job, store, arguments, processor: Placement.widest.near, home)
            return try worker.numbers(count)
        }
    }

    private static func seen(_ store: DefaultsWorker.Store, _ count: Int) throws -> Double {
        try worker("see", store, ["\(Placement.widest.far)", "\(count)"], count: 1)[0]
    }

    private static func told(_ store: DefaultsWorker.Store) throws -> Double {
        try worker("observe", store, ["\(Placement.widest.far)", "\(observedChanges)"], count: 1)[0]
    }

    /// Lets all writers begin at once, and counts what is there when they have ended.
    ///
    /// - Returns: medians.
    private static func fill(_ store: DefaultsWorker.Store) throws -> (time: Double, lost: Double) {
        var (times, losses): ([Int64], [Int64]) = ([], [])
        for _ in 0..<rounds {
            try withHome { home in
                let workers = try (0..<writers).map {
                    try Worker("fill", store, ["\($0)", "\(keysPerWriter)"], processor: -1, home)
                }
                for worker in workers { try worker.awaitReadiness() }
                let start = floor_now()
                for worker in workers { try worker.go() }
                for worker in workers { _ = try worker.numbers(0) }
                times.append(floor_now() - start)
                let found = try Worker("count", store, [], processor: -1, home).numbers(1)[0]
                losses.append(Int64(writers * keysPerWriter) - Int64(found))
            }
        }
        return (times.median, losses.median)
    }

    private static func withHome<Result>(_ body: (String) throws -> Result) throws -> Result {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("appex-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: home.appendingPathComponent(".config"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        return try body(home.path)
    }

    /// A process that measures.
    private struct Worker {
        private let process = Process()
        private let input = Foundation.Pipe()
        private let output = Foundation.Pipe()

        /// - Parameter processor: on which it runs; -1 for all of them.
        init(
            _ job: String, _ store: DefaultsWorker.Store, _ arguments: [String], processor: Int, _ home: String
        ) throws {
            guard let program = ProgramLocator.runningProgram else { throw BenchmarkError("/proc is not mounted") }
            process.executableURL = URL(fileURLWithPath: program.string)
            process.arguments = [Role.defaultsWorker.rawValue, "\(processor)", job, store.rawValue] + arguments
            var environment = ProcessInfo.processInfo.environment
            environment["HOME"] = home
            environment["XDG_CONFIG_HOME"] = nil
            process.environment = environment
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        func awaitReadiness() throws { _ = try output.fileHandleForReading.read(upToCount: 6) }

        func go() throws { try input.fileHandleForWriting.write(contentsOf: [10]) }

        /// What it prints until it ends.
        func numbers(_ count: Int) throws -> [Double] {
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
            let numbers = lines.compactMap { Double($0) }
            guard process.terminationStatus == 0, numbers.count == count else {
                throw BenchmarkError("a worker of defaults failed: \(lines.joined(separator: " "))")
            }
            return numbers
        }
    }
}
