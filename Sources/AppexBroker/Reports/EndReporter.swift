import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire
import FoundationEssentials
import Logging

/// Reports how processes have come to their ends.
struct EndReporter {
    let reports: ReportStore
    let metrics: BrokerMetrics
    let log: Logger

    /// What there is to know of the end of a process.
    struct Ending {
        /// As the process was when it ended.
        let process: LiveProcess
        let end: ProcessEnd
        /// When the process was started, for people.
        let startedOn: Date
        /// The last lines that it printed.
        let tail: LogTail
        /// What it used over its life.
        let curve: UsageCurve
    }

    /// Files a report of an end that is not as it should be, counts the requests that it cost, and logs it.
    ///
    /// The report is written before any host is told of it.
    ///
    /// - Returns: what the hosts of the process are told, and the kind of the report if there is one.
    func report(_ ending: Ending) -> (failure: RemoteFailure, kind: ExtensionReport.Kind?) {
        let process = ending.process
        let verdict = ending.end.verdict(on: process)
        var failure = RemoteFailure(
            code: FailureCode.died,
            message: "\(process.appex.bundleIdentifier) was stopped, because its app is being removed.")
        if case .notLaunched = ending.end { failure.code = FailureCode.couldNotStart }
        if case .neverReady = process.fault { failure.code = FailureCode.couldNotStart }
        metrics.requestEnded(
            failure.code == FailureCode.couldNotStart ? .couldNotStart : .died, count: process.openRequests)
        if process.wasInterrupted(ending.end) { failure.code = FailureCode.interrupted }
        if let (kind, sentence) = verdict {
            metrics.reported(kind)
            failure.message = sentence + "."
            failure.report = file(ending, kind: kind, summary: sentence)
            if case .limit(let breach) = process.fault { logBreach(breach, by: process) }
        }
        log.info(
            "ended",
            metadata: [
                "extension": "\(process.appex.bundleIdentifier)", "process": "\(process.number)",
                "pid": "\(process.pid)", "how": "\(verdict?.sentence ?? "nobody needed it")",
                "report": "\(failure.report ?? "none")",
            ])
        return (failure, verdict?.kind)
    }

    /// A report that cannot be written is not worth a second failure.
    private func file(_ ending: Ending, kind: ExtensionReport.Kind, summary: String) -> String? {
        let report = ExtensionReport(
            ending.process, ending.end, kind: kind, summary: summary, startedOn: ending.startedOn, tail: ending.tail,
            curve: ending.curve)
        do {
            return try reports.add(report, of: ending.process.appex.bundleIdentifier).rawValue
        } catch {
            log.error("no report", metadata: ["of": "\(report.summary)", "why": "\(error)"])
            return nil
        }
    }

    /// For those who look for the reason in the broker's log, by Apple's word for it.
    private func logBreach(_ breach: LimitBreach, by process: LiveProcess) {
        log.warning(
            "stopped by a limit",
            metadata: [
                "extension": "\(process.appex.bundleIdentifier)", "pid": "\(process.pid)",
                "reason": "per-process-limit", "limit": "\(breach.key.rawValue)", "what": "\(breach.sentence)",
            ])
    }
}
