import AppexModel
import AppexSystem
import CoreMetrics
import FoundationEssentials
import Glibc
import Synchronization
import SystemPackage

/// The output of one process of an extension, which is read from a pipe and written to the extension's log.
///
/// A flood is read in bounded parts, and no faster than ``ReadingPace`` allows, so that it does not keep the broker busy: an
/// extension that prints more waits in `write` when its pipe is full. ``LogBudget`` decides how much of it is kept.
final class ExtensionOutput: Sendable {
    private struct State: ~Copyable {
        /// nil after the end.
        var input: Descriptor?
        var token: EventLoop.Token?
        var lines = OutputLines()
        var tail = LogTail()
        var budget = LogBudget()
        var pid: Int32 = 0
    }

    private let file: RotatingFile
    private let loop: EventLoop
    private let pace: ReadingPace
    /// Counts the bytes that are not kept.
    private let dropped: Counter?
    private let state: Mutex<State>

    /// The most that is taken in one turn of the loop, so that an extension that prints without end
    /// does not delay other processes for long.
    private static let part = 16 << 10
    /// The maximum that is read from a process that has ended; a pipe's buffer is never larger.
    private static let drainLimit = 1 << 20

    init(
        _ input: consuming Descriptor, into file: RotatingFile, at pace: ReadingPace = ReadingPace(),
        on loop: EventLoop,
        dropped: Counter? = nil
    ) {
        _ = fcntl(input.rawValue, F_SETFL, O_NONBLOCK)
        self.file = file
        self.loop = loop
        self.pace = pace
        self.dropped = dropped
        state = Mutex(State(input: input))
    }

    /// Starts reading, as soon as the process of the output is known. Until then the output stays in the pipe.
    func follow(_ pid: Int32) {
        state.withLock { state in
            state.pid = pid
            watch(&state)
        }
    }

    /// Reads the remaining output and stops.
    ///
    /// - Returns: the last lines.
    func finish() -> LogTail {
        state.withLock { state in
            var taken = 0
            while taken < Self.drainLimit, let count = read(&state), count > 0 { taken += count }
            end(&state)
            return state.tail
        }
    }

    private func watch(_ state: inout State) {
        guard let number = state.input?.rawValue, state.token == nil else { return }
        // Without a place in the loop nothing is read before the end.
        state.token = try? loop.watch(number, for: .readable) { _ in self.copy() }
    }

    private func unwatch(_ state: inout State) {
        if let token = state.token.take(), let number = state.input?.rawValue { loop.unwatch(number, token) }
    }

    private func copy() {
        state.withLock { state in
            guard state.token != nil else { return }
            guard let count = read(&state) else { return }
            guard count > 0 else { return end(&state) }
            guard let pause = pace.pause(at: .now) else { return }
            unwatch(&state)
            _ = loop.schedule(at: .now + pause) { self.state.withLock { self.watch(&$0) } }
        }
    }

    /// Reads one part.
    ///
    /// - Returns: how many bytes it had, 0 at the end, nil when there is nothing just now.
    private func read(_ state: inout State) -> Int? {
        guard let number = state.input?.rawValue else { return 0 }
        return withUnsafeTemporaryAllocation(byteCount: Self.part, alignment: 1) { buffer in
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : 0 }
            if count > 0 { write(buffer[..<count], &state) }
            return count
        }
    }

    private func write(_ bytes: Slice<UnsafeMutableRawBufferPointer>, _ state: inout State) {
        let now = ContinuousClock.now
        let prefix = prefix(state.pid)
        var kept: [UInt8] = []
        let lines = state.lines.take(bytes)
        pace.spend(bytes.count, lines: lines.count, at: now)
        for line in lines {
            let isOutput = state.tail.append(line)
            let dropped = state.budget.dropped
            guard isOutput else { continue }
            guard state.budget.keep(prefix.count + line.count + 1, at: now) else { continue }
            if dropped > 0 { kept += prefix + notice(state.budget.takeDropped()) }
            kept += prefix + line + [UInt8(ascii: "\n")]
        }
        kept.withUnsafeBytes { if !$0.isEmpty { file.append($0) } }
    }

    private func end(_ state: inout State) {
        unwatch(&state)
        guard state.input != nil else { return }
        state.input = nil
        let prefix = prefix(state.pid)
        var kept: [UInt8] = []
        if state.budget.dropped > 0 { kept += prefix + notice(state.budget.takeDropped()) }
        if let line = state.lines.finish() {
            if state.tail.append(line) { kept += prefix + line + [UInt8(ascii: "\n")] }
        }
        kept.withUnsafeBytes { if !$0.isEmpty { file.append($0) } }
    }

    private func prefix(_ pid: Int32) -> [UInt8] {
        Array(LogLine.prefix(time: Date.now.formatted(ReportJSON.dateStyle), pid: pid).utf8)
    }

    private func notice(_ dropped: Int) -> [UInt8] {
        self.dropped?.increment(by: dropped)
        return Array("… \(dropped) bytes were dropped: more than \(LogBudget.bytesPerSecond >> 10) KiB a second\n".utf8)
    }
}
