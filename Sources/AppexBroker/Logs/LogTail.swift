import AppexModel

/// The last lines that an extension printed, for the report of its end.
struct LogTail {
    private(set) var lines: [[UInt8]] = []
    private var bytes = 0
    /// Stored separately: the stack trace that Swift prints after it may be longer than the tail.
    private var fatal: [UInt8]?
    /// The stack frames of the crash.
    private(set) var frames: [BacktraceFrame] = []

    static let lineLimit = 50
    static let byteLimit = 8 << 10

    /// Appends a line, and removes the oldest lines if there are too many.
    ///
    /// - Returns: whether the line is part of the output; false for a stack frame, which is kept apart.
    @discardableResult
    mutating func append(_ line: [UInt8]) -> Bool {
        if line.starts(with: BacktraceFrame.mark.utf8), let (number, frame) = BacktraceFrame.read(Self.text(line)) {
            if number == 0 { frames = [] }
            if number == frames.count { frames.append(frame) }
            return false
        }
        // Swift's own stack trace, whose frames have no names in the sandbox. Those that were kept apart have.
        if Self.isNamelessFrame(line) { return true }
        if Self.saysFatalError(line) { fatal = line }
        lines.append(line)
        bytes += line.count
        while lines.count > Self.lineLimit || bytes > Self.byteLimit { bytes -= lines.removeFirst().count }
        return true
    }

    /// The lines as texts without control characters, which a terminal would interpret.
    var texts: [String] { lines.map(Self.text) }

    /// The last line with Swift's reason for stopping the program.
    var fatalError: String? { fatal.map(Self.text) }

    private static let mark = Array("Fatal error".utf8)
    private static let nameless = Array("<unavailable>".utf8)

    private static func saysFatalError(_ line: [UInt8]) -> Bool { has(mark, line) }

    private static func has(_ words: [UInt8], _ line: [UInt8]) -> Bool {
        line.indices.contains { line[$0] == words[0] && line[$0...].starts(with: words) }
    }

    private static func isNamelessFrame(_ line: [UInt8]) -> Bool {
        guard let first = line.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return has(nameless, line)
    }

    private static func text(_ line: [UInt8]) -> String {
        String(decoding: line, as: UTF8.self).tamed()
    }
}
