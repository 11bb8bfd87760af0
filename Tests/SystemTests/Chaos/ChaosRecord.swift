import AppexModel
import Synchronization

/// What a chaos run has seen, told by all its tasks.
final class ChaosRecord: Sendable {
    /// A process that was ended on purpose.
    struct Kill: Sendable {
        let victim: ChaosVictim
        let pid: Int32
        /// The extension's process that ends with it, of which a report has to tell.
        let appExtension: Int32?
        let at: ContinuousClock.Instant
        /// The broker and the launcher that saw it end; nil when there was none.
        let broker: Int32?
        let launcher: Int32?
    }

    /// How far the run is.
    enum Phase: Int, Comparable, Sendable {
        /// The innocent alone; gives the times that theirs are compared with.
        case quiet
        case chaos
        /// As before, but for broker and launcher.
        case settling
        /// Hosts end what they have begun.
        case draining

        static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    private struct State {
        var phase = Phase.quiet
        var violations: [String] = []
        var kills: [Kill] = []
        var counts: [String: Int] = [:]
        var reports: [ReportIdentifier: ExtensionReport] = [:]
        var latencies: [Phase: [Duration]] = [:]
    }

    private let state = Mutex(State())

    var phase: Phase {
        get { state.withLock { $0.phase } }
        set { state.withLock { $0.phase = newValue } }
    }

    var violations: [String] { state.withLock { $0.violations } }
    var kills: [Kill] { state.withLock { $0.kills } }
    var counts: [String: Int] { state.withLock { $0.counts } }
    var reports: [ExtensionReport] {
        state.withLock { $0.reports.values.sorted { $0.identifier < $1.identifier } }
    }

    /// Something that must not be. It is printed at once, so that what happened around it can be found.
    func violation(_ text: String) {
        let isFirst = state.withLock { state in
            // A run that goes wrong goes wrong often; the beginning tells most.
            guard state.violations.count < 100, !state.violations.contains(text) else { return false }
            state.violations.append(text)
            return true
        }
        if isFirst { print("VIOLATION: \(text)") }
    }

    func count(_ what: String) {
        state.withLock { $0.counts[what, default: 0] += 1 }
    }

    func add(_ kill: Kill) {
        state.withLock { $0.kills.append(kill) }
        count("killed \(kill.victim.rawValue)")
    }

    func add(_ report: ExtensionReport) {
        state.withLock { $0.reports[report.identifier] = report }
    }

    func add(latency: Duration) {
        state.withLock { $0.latencies[$0.phase, default: []].append(latency) }
    }

    /// The time within which 99 of 100 requests of the innocent ended.
    func p99(_ phases: Phase...) -> Duration? {
        let sorted = state.withLock { state in phases.flatMap { state.latencies[$0] ?? [] } }.sorted()
        return sorted.isEmpty ? nil : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }

    func killed(_ pid: Int32) -> Kill? {
        state.withLock { $0.kills.first { $0.pid == pid } }
    }
}

/// Who can be ended.
enum ChaosVictim: String, Sendable, CaseIterable {
    case host, broker, launcher, initProcess, appExtension
}
