import SystemPackage

/// The extensions that have crashed repeatedly, and how long each of them is therefore not started.
///
/// The third crash within a minute costs a second, each further one twice as much, up to a minute. An answered request
/// clears the history, and so does a minute without a crash. Extensions are identified by their bundles, so that an update
/// starts with a clear history.
struct CrashHistory {
    /// Why an extension is not started.
    struct Refusal: Equatable {
        var crashes: Int
        var left: Duration
        /// Names the report of the last crash, if one could be written.
        var report: String?
    }

    private struct Entry {
        var crashes = 0
        var wait = Duration.zero
        var until: ContinuousClock.Instant
        var report: String?
    }

    /// Crashes in a row without a delay.
    private static let patience = 2
    private static let window = Duration.seconds(60)
    private static let longestWait = Duration.seconds(60)
    /// The number of extensions that are remembered.
    private static let limit = 256

    private var entries: [FilePath: Entry] = [:]

    /// - Parameter report: the identifier of the report of this crash.
    mutating func crashed(_ bundle: FilePath, at now: ContinuousClock.Instant = .now, report: String?) {
        entries = entries.filter { $0.value.until + Self.window > now }
        if entries.count >= Self.limit, entries[bundle] == nil,
            let oldest = entries.min(by: { $0.value.until < $1.value.until })
        {
            entries[oldest.key] = nil
        }
        var entry = entries[bundle] ?? Entry(until: now)
        entry.crashes += 1
        entry.report = report
        if entry.crashes > Self.patience {
            entry.wait = min(max(entry.wait * 2, .seconds(1)), Self.longestWait)
            entry.until = now + entry.wait
        }
        entries[bundle] = entry
    }

    /// The extension has answered a request.
    mutating func succeeded(_ bundle: FilePath) {
        if !entries.isEmpty { entries[bundle] = nil }
    }

    /// Why an extension is not started now; nil when it is.
    func refusal(of bundle: FilePath, at now: ContinuousClock.Instant = .now) -> Refusal? {
        guard let entry = entries[bundle], entry.until > now else { return nil }
        return Refusal(crashes: entry.crashes, left: entry.until - now, report: entry.report)
    }
}
