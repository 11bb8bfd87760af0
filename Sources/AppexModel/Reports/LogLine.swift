/// A line of an extension's log: time, process identifier and text, separated by spaces.
///
/// Every line of the log begins with time and process identifier, including each part of a long line, so an extension
/// cannot forge them.
package struct LogLine: Sendable, Hashable {
    /// The time in UTC, such as `2026-03-01T12:03:59.417Z`.
    package var time: String
    /// The process identifier of the extension.
    package var pid: Int32
    /// The output of the extension.
    package var text: String

    /// The beginning of a line, including the space before the text.
    package static func prefix(time: String, pid: Int32) -> String { "\(time) \(pid) " }

    /// Parses a line of a log.
    ///
    /// - Returns: nil if the line does not begin with a time and a process identifier.
    package init?(_ line: some StringProtocol) {
        let parts = line.parts(at: " ", atMost: 2, keepsEmpty: true)
        guard parts.count == 3, parts[0].utf8.count == 24, let pid = Int32(parts[1]) else { return nil }
        time = String(parts[0])
        self.pid = pid
        text = String(parts[2])
    }
}
