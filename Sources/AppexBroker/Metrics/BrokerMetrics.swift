import AppexModel
import AppexProtocol
import CoreMetrics
import FoundationEssentials

/// What the broker counts and measures, under the names of `Documentation/Metrics.md`.
struct BrokerMetrics: Sendable {
    /// How a request ended, as the broker knows it.
    enum Outcome: String, CaseIterable {
        case answered
        /// The process ended first.
        case died
        case couldNotStart
        /// The extension did not answer in the time that the host gave it.
        case timedOut
        /// The extension closed the session, or broke the protocol.
        case hungUp, brokeProtocol
        /// The host took the request back.
        case withdrawn
        /// The host ended.
        case hostGone
    }

    let logBytesDropped: Counter

    private let launches: Counter
    private let launcherStarts: Counter
    private let requestsOpened: Counter
    private let launchTime: CoreMetrics.Timer
    private let register: MetricsRegister
    private let requestsEnded: [Outcome: Counter]
    private let reports: [ExtensionReport.Kind: Counter]
    private let processes: [LiveProcess.Phase: Meter]

    init() {
        let register = MetricsRegister()
        self.register = register
        func counter(_ name: String, _ label: (String, String)? = nil) -> Counter {
            Counter(label: name, dimensions: label.map { [$0] } ?? [], factory: register)
        }
        func counters<Value: RawRepresentable<String> & CaseIterable & Hashable>(
            _ name: String, by label: String, _ values: Value.Type
        ) -> [Value: Counter] {
            // All of them at once, so that one which has not happened yet is a 0 and not unknown.
            Dictionary(uniqueKeysWithValues: Value.allCases.map { ($0, counter(name, (label, $0.rawValue))) })
        }
        launches = counter("appex_launches_total")
        launchTime = CoreMetrics.Timer(label: "appex_launch_seconds", factory: register)
        launcherStarts = counter("appex_launcher_starts_total")
        requestsOpened = counter("appex_requests_opened_total")
        logBytesDropped = counter("appex_log_dropped_bytes_total")
        requestsEnded = counters("appex_requests_ended_total", by: "outcome", Outcome.self)
        reports = counters("appex_reports_total", by: "kind", ExtensionReport.Kind.self)
        processes = Dictionary(
            uniqueKeysWithValues: LiveProcess.Phase.allCases.map {
                ($0, Meter(label: "appex_processes", dimensions: [("state", $0.rawValue)], factory: register))
            })
        Meter(label: "appex_broker_start_time_seconds", factory: register).set(Date.now.timeIntervalSince1970)
    }

    func launched() { launches.increment() }

    func launcherStarted() { launcherStarts.increment() }

    func requestOpened() { requestsOpened.increment() }

    /// - Parameter time: from the decision to start a process to the launcher's word that its program runs.
    func started(after time: Duration) { launchTime.recordNanoseconds(Int64(time / .nanoseconds(1))) }

    func requestEnded(_ outcome: Outcome, count: Int = 1) { requestsEnded[outcome]?.increment(by: count) }

    func reported(_ kind: ExtensionReport.Kind) { reports[kind]?.increment() }

    /// Everything at this moment.
    ///
    /// - Parameter phases: those of the live processes.
    func records(_ phases: [LiveProcess.Phase]) -> [MetricRecord] {
        for (phase, meter) in processes { meter.set(phases.count { $0 == phase }) }
        return register.records
    }
}

extension BrokerMetrics.Outcome {
    init(_ reason: BrokerInterface.Abandon.Reason) {
        self =
            switch reason {
            case .timedOut: .timedOut
            case .hungUp: .hungUp
            case .brokeProtocol: .brokeProtocol
            }
    }
}
