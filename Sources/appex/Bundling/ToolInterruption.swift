import Foundation
import Glibc
import Synchronization

/// Ends the programs of the toolchain when this process is ended by a signal while they run. A compiler that goes on would hold the
/// lock of the build folder.
enum ToolInterruption {
    /// The signals by which users and other programs end a command.
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// How long programs may take to end by themselves.
    private static let patience = Duration.seconds(5)

    private struct State {
        /// The number of programs that run.
        var count = 0
        /// What receives the signals, from the first program on. It is kept until this process ends: on Linux, libdispatch installs its
        /// handler of a signal with the first source only, so what is set afterwards would stay.
        var sources: [any DispatchSourceSignal]?
        /// Whether a signal has arrived that ends this process.
        var isEnding = false
    }

    private static let state = Mutex(State())

    /// Calls `body`, which runs a program. While it does, each of the signals ends the program, all that it has started, and then
    /// this process.
    static func whileRunning<Value>(_ body: () async throws -> Value) async throws -> Value {
        await changeCount(by: 1)
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        // If the program has ended because of the signal, its error is of no interest.
        await changeCount(by: -1)
        return try result.get()
    }

    /// Changes the number of programs that run. If a signal is about to end this process, the call does not return.
    private static func changeCount(by change: Int) async {
        while !hasChangedCount(by: change) { try? await Task.sleep(for: .seconds(1)) }
    }

    /// - Returns: false if this process is about to end, in which case nothing changes.
    private static func hasChangedCount(by change: Int) -> Bool {
        state.withLock { state in
            guard !state.isEnding else { return false }
            state.count += change
            state.sources = state.sources ?? signals.compactMap(source)
            return true
        }
    }

    /// - Returns: nil if the signal is ignored, as `nohup` makes it.
    private static func source(_ number: CInt) -> (any DispatchSourceSignal)? {
        var action = sigaction()
        sigaction(number, nil, &action)
        // Functions cannot be compared.
        guard unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
        else { return nil }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            let hasPrograms = state.withLock { state in
                state.isEnding = true
                return state.count > 0
            }
            if hasPrograms { endPrograms() }
            signal(number, SIG_DFL)
            kill(getpid(), number)
        }
        source.resume()
        return source
    }

    // MARK: Processes

    /// A process, which its identifier alone does not name: identifiers are used again.
    private struct Process: Hashable {
        let identifier: pid_t
        /// The time at which it was started, in ticks since the system was.
        let start: UInt64
    }

    /// Ends all processes that this one has started in its session, and waits until they have ended. A broker has a session of its own.
    private static func endPrograms() {
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        var programs = descendants(of: [getpid()])
        for program in programs { kill(program.identifier, SIGTERM) }
        while clock.now < deadline {
            usleep(20_000)
            programs.formUnion(descendants(of: [getpid()] + programs.map(\.identifier)))
            programs.formIntersection(all().map(\.process))
            if programs.isEmpty { return }
        }
        for program in programs { kill(program.identifier, SIGKILL) }
    }

    /// The processes in this session that some processes have started, directly or by others.
    private static func descendants(of roots: [pid_t]) -> Set<Process> {
        let session = getsid(0)
        let all = all().filter { $0.session == session }
        var found: Set<Process> = []
        var open = Set(roots)
        while let parent = open.popFirst() {
            for entry in all where entry.parent == parent && found.insert(entry.process).inserted {
                open.insert(entry.process.identifier)
            }
        }
        return found
    }

    /// All processes that run; those that have ended and are only waited for are left out.
    private static func all() -> [(process: Process, parent: pid_t, session: pid_t)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let identifier = pid_t(name),
                let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                // The name of the program, in parentheses, can contain any character.
                let end = text.lastIndex(of: ")")
            else { return nil }
            let fields = text[text.index(after: end)...].split(separator: " ")
            // State, parent, group, session; the time of the start is the 20th field after the name.
            guard fields.count > 19, fields[0] != "Z", fields[0] != "X", let parent = pid_t(fields[1]),
                let session = pid_t(fields[3]), let start = UInt64(fields[19])
            else { return nil }
            return (Process(identifier: identifier, start: start), parent, session)
        }
    }
}
