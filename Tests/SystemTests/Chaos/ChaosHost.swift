import Foundation
import Glibc
import Subprocess
import Synchronization
import SystemPackage
import Testing

/// One host program after the other, each of which sends requests until it is killed, leaves, or is told to end.
struct ChaosHost: Sendable {
    let name: String
    let device: TestDevice
    let record: ChaosRecord
    let seed: UInt64
    /// Requests at a time.
    let atATime: Int
    /// As `fixture-host` takes them.
    let targets: [String]
    /// Whether its times count as those of the innocent. It is never killed.
    var isInnocent = false

    /// Starts hosts until the run drains, and waits for the end of the last one.
    func run() async {
        var generation: UInt64 = 0
        while record.phase < .draining {
            generation += 1
            do {
                try await live(generation)
            } catch {
                record.violation("\(name) could not be started: \(error)")
                return
            }
        }
    }

    private func live(_ generation: UInt64) async throws {
        let folder = device.folder.appending("files/\(name)-\(generation)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        let errors = try FileDescriptor.open(
            folder.appending("errors"), .writeOnly, options: [.create, .append], permissions: [.ownerReadWrite])
        let open = OpenRequests()
        var variables = device.environment
        variables["TMPDIR"] = folder.string
        let result = try await Subprocess.run(
            .path(BuiltProgram.host.path),
            arguments: Arguments(["--load", "\(seed &+ generation)", "\(atATime)"] + targets),
            environment: .custom(
                Dictionary(uniqueKeysWithValues: variables.map { (Environment.Key(stringLiteral: $0.key), $0.value) })),
            input: .none, output: .sequence,
            error: .fileDescriptor(errors, closeAfterSpawningProcess: true)
        ) { execution in
            let pid = execution.processIdentifier.value
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await watch(pid, open) }
                do {
                    for try await line in execution.standardOutput.strings() { read(line, open) }
                } catch {
                    record.violation("\(name) (\(pid)): its output could not be read: \(error)")
                }
                group.cancelAll()
            }
        }
        try judge(result.processIdentifier.value, result.terminationStatus, open, folder)
    }

    private func read(_ line: String, _ open: OpenRequests) {
        let words = line.trimmingCharacters(in: .newlines).split(separator: " ", maxSplits: 4).map(String.init)
        switch (words.first, words.count) {
        case ("begin", 5):
            let bound = Duration.milliseconds(Double(words[4]) ?? 0) + ChaosSettings.slack
            if open.begin(words[1], "\(words[3]) of \(words[2])", bound) {
                record.violation("\(name): request \(words[1]) began twice")
            }
        case ("end", 4...):
            guard let request = open.end(words[1]) else {
                return record.violation("\(name): request \(words[1]) ended twice")
            }
            let taken = Duration.microseconds(Double(words[3]) ?? 0)
            if taken > request.bound { record.violation("\(name): \(request.what) ended after \(taken)") }
            if isInnocent { record.add(latency: taken) }
            record.count("\(isInnocent ? "innocent" : "requests") \(words[2])")
            if words.count == 5 { record.count("\(words[2]): " + words[4].replacing(/[0-9.]+-?[0-9]*/, with: "…")) }
        case ("wrong", _): record.violation("\(name): request \(words.dropFirst().joined(separator: " "))")
        case ("drained", 1), ("leaving", 1): open.farewell = words[0]
        default: record.violation("\(name) said: \(line)")
        }
    }

    /// Looks again and again whether a request goes on for too long, and passes the end of the run on.
    private func watch(_ pid: Int32, _ open: OpenRequests) async {
        var isTold = false
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(200))
            let overdue = open.begun.filter { ContinuousClock.now - $0.value.since > $0.value.bound }
            for (number, request) in overdue {
                record.violation(
                    "\(name) (\(pid)): request \(number), \(request.what), has not ended after \(request.bound)")
            }
            // One that hangs would make the run hang.
            if !overdue.isEmpty { sendSignal(SIGKILL, to: pid) }
            if record.phase == .draining, !isTold {
                isTold = true
                sendSignal(SIGTERM, to: pid)
            }
        }
    }

    /// Looks whether a process ended as it should.
    private func judge(
        _ pid: Int32, _ status: TerminationStatus, _ open: OpenRequests, _ folder: FilePath
    ) throws {
        let wasKilled = record.killed(pid)?.victim == .host
        record.count("host processes")
        switch (status, open.farewell) {
        case (.exited(0), "drained"):
            if !open.begun.isEmpty { record.violation("\(name) (\(pid)) ended with requests open: \(open.begun)") }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.string).filter { $0 != "errors" }
            if !left.isEmpty { record.violation("\(name) (\(pid)) left temporary files: \(left)") }
        case (.exited(0), "leaving"): break
        // One that was just leaving may have been quicker.
        case _ where wasKilled: break
        // Told to end before it could listen.
        case (.signaled(SIGTERM), nil): break
        default:
            let errors = (try? String(contentsOfFile: folder.appending("errors").string, encoding: .utf8)) ?? ""
            record.violation("\(name) (\(pid)) ended by itself: \(status): \(errors.suffix(2000))")
        }
    }
}

/// The requests of one host process, by what it says of them.
private final class OpenRequests: Sendable {
    struct Request {
        var since: ContinuousClock.Instant
        var what: String
        var bound: Duration
    }

    private struct State {
        var begun: [String: Request] = [:]
        var farewell: String?
    }

    private let state = Mutex(State())

    var begun: [String: Request] { state.withLock { $0.begun } }

    /// What it said last: that it has ended everything, or leaves without.
    var farewell: String? {
        get { state.withLock { $0.farewell } }
        set { state.withLock { $0.farewell = newValue } }
    }

    /// - Returns: whether there is one of this number already.
    func begin(_ number: String, _ what: String, _ bound: Duration) -> Bool {
        state.withLock { $0.begun.updateValue(Request(since: .now, what: what, bound: bound), forKey: number) != nil }
    }

    func end(_ number: String) -> Request? {
        state.withLock { $0.begun.removeValue(forKey: number) }
    }
}
