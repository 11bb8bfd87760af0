import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexBroker

/// What becomes of the bytes that an extension prints.
@Suite(.timeLimit(.minutes(30))) struct OutputTests {
    @Test(arguments: [1, 3, 1000])
    func `lines are the same in whatever parts they come`(size: Int) {
        let text = "one\n\ntwo \u{1B}[31m\u{7}\u{9B}2J\u{202E}\r\nthr\ree\tand\u{0}four\nlast"
        var lines = OutputLines()
        var found: [[UInt8]] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            found += lines.take(bytes[start..<min(start + size, bytes.count)])
        }
        found += [lines.finish()].compactMap { $0 }
        #expect(
            found.map { String(decoding: $0, as: UTF8.self) } == [
                "one", "", "two ?[31m??2J?", "thr?ee\tand?four", "last",
            ])
        let rest = lines.finish()
        #expect(rest == nil)
    }

    @Test func `a line without an end takes no more memory than a long line`() {
        var lines = OutputLines()
        let found = lines.take(repeatElement(UInt8(ascii: "x"), count: 3 * OutputLines.limit + 1))
        #expect(found.map(\.count) == [OutputLines.limit, OutputLines.limit, OutputLines.limit])
        let rest = lines.finish()
        #expect(rest?.count == 1)
    }

    @Test func `the tail is the last lines, in bounded number and bytes`() {
        var tail = LogTail()
        for number in 0..<200 { tail.append(Array("line \(number)".utf8)) }
        #expect(tail.texts.count == LogTail.lineLimit)
        #expect(tail.texts.last == "line 199")
        for _ in 0..<10 { tail.append([UInt8](repeating: 0xFF, count: OutputLines.limit)) }
        #expect(tail.lines.reduce(0) { $0 + $1.count } <= LogTail.byteLimit)
        // Turns the direction of writing round.
        tail.append(Array("safe\u{202E}txt".utf8))
        #expect(tail.texts.last == "safe txt")
    }

    @Test func `what a crashing process tells of its frames is no part of the tail`() {
        var tail = LogTail()
        for line in [
            "before", "0    <unavailable>    0x00007f00", "appex-frame 0 old 0x1",
            "appex-frame 0 Sepia 0x12 $s5Sepia + 0x2", "appex-frame 1 libc.so.6 0x3",
            "appex-frame 3 skipped 0x1", "appex-frame 2 ? 0x7f00", "appex-frame x y", "appex-frame -1 a 0x1",
            "appex-frame 3 Sepia 12",
        ] { tail.append(Array(line.utf8)) }
        #expect(
            tail.frames == [
                BacktraceFrame(module: "Sepia", offset: "0x12", function: "$s5Sepia + 0x2"),
                BacktraceFrame(module: "libc.so.6", offset: "0x3"), BacktraceFrame(module: "?", offset: "0x7f00"),
            ])
        #expect(tail.texts == ["before", "appex-frame x y", "appex-frame -1 a 0x1", "appex-frame 3 Sepia 12"])
        for number in 0..<1000 { tail.append(Array("appex-frame \(number) m 0x1".utf8)) }
        #expect(tail.frames.count == BacktraceFrame.limit)
    }

    @Test func `texts of a frame are bounded in bytes, however few characters they are`() {
        let mark = "\u{301}"
        func frame(_ module: String, _ function: String) -> BacktraceFrame? {
            BacktraceFrame.read("appex-frame 0 \(module) 0x1 \(function)")?.frame
        }
        let longest = String(repeating: "m", count: BacktraceFrame.moduleBytes)
        #expect(frame(longest, "f")?.module == longest)
        #expect(frame(longest + "m", "f") == nil)
        // One character.
        #expect(frame("m" + String(repeating: mark, count: BacktraceFrame.moduleBytes / 2), "f") == nil)
        let name = String(repeating: "f", count: BacktraceFrame.functionBytes)
        #expect(frame("m", name)?.function == name)
        #expect(frame("m", name + "f")?.function == name)
        // No scalar is cut in two.
        let marks = String(repeating: mark, count: BacktraceFrame.functionBytes)
        #expect(frame("m", "f" + marks)?.function?.utf8.count == BacktraceFrame.functionBytes - 1)
        #expect(frame("m", "ff" + marks)?.function?.utf8.count == BacktraceFrame.functionBytes)
    }

    @Test func `the last thing that Swift says before it stops a program is found`() {
        var tail = LogTail()
        #expect(tail.fatalError == nil)
        for line in ["a", "M/F.swift:3: Fatal error: first", "M/F.swift:9: Fatal error: index out of range", "b"] {
            tail.append(Array(line.utf8))
        }
        // The stack trace behind it may be long.
        for number in 0..<200 { tail.append(Array("\(number)  libswiftCore.so".utf8)) }
        #expect(tail.fatalError == "M/F.swift:9: Fatal error: index out of range")
    }

    @Test func `a burst is kept, a flood is not, and a pause helps`() {
        let start = ContinuousClock.now
        var budget = LogBudget()
        var kept = 0
        for _ in 0..<10_000 where budget.keep(1024, at: start) { kept += 1024 }
        #expect(kept == LogBudget.burst)
        #expect(budget.dropped == 10_000 * 1024 - LogBudget.burst)
        // Not single lines between gaps, but a second's worth.
        let early = budget.keep(10, at: start + .milliseconds(500))
        let later = budget.keep(10, at: start + .milliseconds(1001))
        #expect(!early && later)
        let dropped = (budget.takeDropped(), budget.takeDropped())
        #expect(dropped == (10_000 * 1024 - LogBudget.burst + 10, 0))
    }

    @Test(arguments: [1, 64])
    func `however much an extension prints, at most a burst and a MiB a second are read`(processes: Int) {
        let pace = ReadingPace()
        let part = 16 << 10
        let start = ContinuousClock.now
        var resumed = [ContinuousClock.Instant](repeating: start, count: processes)
        var total = 0
        for step in 0..<10_000 {
            let now = start + .milliseconds(step)
            for process in resumed.indices where resumed[process] <= now {
                pace.spend(part, lines: 0, at: now)
                total += part
                if let pause = pace.pause(at: now) { resumed[process] = now + pause }
            }
        }
        #expect(total <= ReadingPace.burst + 10 * ReadingPace.bytesPerSecond + processes * part)
        #expect(total >= 10 * ReadingPace.bytesPerSecond)
        // The work for lines counts, too.
        pace.spend(0, lines: ReadingPace.bytesPerSecond, at: start + .seconds(3600))
        #expect(pace.pause(at: start + .seconds(3600)) ?? .zero > .seconds(60))
    }

    @Test func `time that runs backwards, or long silence, gives no more than a burst`() {
        let start = ContinuousClock.now
        for instant in [start - .seconds(60), start + .seconds(3600)] {
            var budget = LogBudget()
            let all = budget.keep(LogBudget.burst, at: instant)
            let more = budget.keep(1, at: instant)
            #expect(all && !more)
        }
    }

    @Test func `what a process printed last is in log and tail, whoever holds the pipe`() throws {
        try ScratchFolder.with { folder in
            let (reading, writing) = try Pipe.make().bags()
            guard let input = reading.take(), let end = writing.take() else { throw Errno.badFileDescriptor }
            let path = folder.appending("x.log")
            let output = ExtensionOutput(input, into: RotatingFile(path), on: try EventLoop.shared())
            write(end.rawValue, "before\n", 7)
            output.follow(42)
            write(end.rawValue, "Fatal error: no end", 19)
            // The writing end is still open: somebody may have passed it on.
            #expect(output.finish().texts == ["before", "Fatal error: no end"])
            #expect(output.finish().texts == ["before", "Fatal error: no end"])
            let lines = try String(contentsOfFile: path.string, encoding: .utf8).split(separator: "\n")
            #expect(lines.compactMap { LogLine($0)?.text } == ["before", "Fatal error: no end"])
            #expect(lines.compactMap { LogLine($0)?.pid } == [42, 42])
        }
    }

    @Test func `a flood neither blocks its writer for good nor fills the disk`() throws {
        try ScratchFolder.with { folder in
            let (reading, writing) = try Pipe.make().bags()
            guard let input = reading.take(), let end = writing.take() else { throw Errno.badFileDescriptor }
            let path = folder.appending("x.log")
            let output = ExtensionOutput(input, into: RotatingFile(path), on: try EventLoop.shared())
            output.follow(1)
            let line = Array(String(repeating: "f", count: 1023).utf8) + [UInt8(ascii: "\n")]
            for _ in 0..<4096 {
                #expect(line.withUnsafeBytes { write(end.rawValue, $0.baseAddress, $0.count) } == 1024)
            }
            _ = output.finish()
            let log = try String(contentsOfFile: path.string, encoding: .utf8)
            #expect(log.utf8.count < 1 << 20)
            #expect(log.contains(" bytes were dropped: more than 64 KiB a second\n"))
        }
    }

    @Test func `a flood of empty lines is paused as one of long lines is`() throws {
        try ScratchFolder.with { folder in
            let (reading, writing) = try Pipe.make().bags()
            guard let input = reading.take(), let end = writing.take() else { throw Errno.badFileDescriptor }
            let output = ExtensionOutput(
                input, into: RotatingFile(folder.appending("x.log")), on: try EventLoop.shared())
            output.follow(1)
            let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 16 << 10)
            let started = ContinuousClock.now
            // 256 KiB, and so at least 7 pauses, of which the pipe hides the last two.
            for _ in 0..<16 {
                #expect(lines.withUnsafeBytes { write(end.rawValue, $0.baseAddress, $0.count) } == lines.count)
            }
            #expect(ContinuousClock.now - started > .milliseconds(400))
            _ = output.finish()
        }
    }
}
