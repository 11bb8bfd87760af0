/// One line that an extension printed, as it stands in its log: instant, pid, text, with a space between each.
///
/// Every line begins so, also the parts of one that was too long: an extension cannot forge the instant or the pid of
/// what it prints.
package struct LogLine: Sendable, Hashable {
    /// UTC, as in `2026-03-01T12:03:59.417Z`.
    package var time: String
    package var pid: Int32
    package var text: String

    /// What stands before a text, the last space included.
    package static func prefix(time: String, pid: Int32) -> String { "\(time) \(pid) " }

    /// Reads a line of a log.
    ///
    /// - Returns: nil for one that does not begin as lines of logs do.
    package init?(_ line: some StringProtocol) {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 24, let pid = Int32(parts[1]) else { return nil }
        time = String(parts[0])
        self.pid = pid
        text = String(parts[2])
    }
}
