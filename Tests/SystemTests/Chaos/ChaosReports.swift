import AppexModel
import Foundation
import SystemPackage

/// Collects the reports of a device, which keeps the last ones only, and holds them against what was done.
struct ChaosReports {
    private let device: TestDevice
    private let record: ChaosRecord
    /// Whether the record's kills are of this device.
    private let judgesKills: Bool
    /// How many of the record's kills have been judged.
    private var judged = 0
    private var known: Set<ReportIdentifier> = []

    /// After so long the report of an end is there.
    private static let patience = Duration.seconds(5)
    /// What may become of an extension that does nothing wrong: it ends with its launcher, or while it is started.
    private static let innocentKinds: Set<ExtensionReport.Kind> = [.launcherEnded, .launchFailed]

    init(_ device: TestDevice, _ record: ChaosRecord, judgesKills: Bool) {
        self.judgesKills = judgesKills
        self.device = device
        self.record = record
    }

    mutating func look() {
        for report in device.reports where known.insert(report.identifier).inserted {
            record.add(report)
            record.count("reports \(report.kind.rawValue)")
            let isVictim = report.appExtension.identifier.hasSuffix("." + ChaosMischief.victim)
            if !isVictim, !Self.innocentKinds.contains(report.kind) {
                record.violation("a report about an innocent extension, \(report.identifier): \(report.summary)")
            }
        }
        if judgesKills { judgeKills() }
    }

    /// One report for each extension that was killed, if those who write it lived on.
    private mutating func judgeKills() {
        let kills = record.kills
        while judged < kills.count, ContinuousClock.now - kills[judged].at > Self.patience {
            judge(kills[judged], kills)
            judged += 1
        }
    }

    private func judge(_ kill: ChaosRecord.Kill, _ kills: [ChaosRecord.Kill]) {
        guard let pid = kill.appExtension else { return }
        let reports = record.reports.filter { $0.pid == pid }
        // A pid may come back; then the processes began at other times.
        if Set(reports.map(\.started)).count < reports.count {
            record.violation("process \(pid) has the reports \(reports.map(\.identifier))")
        }
        if !reports.isEmpty { return record.count("kills with a report") }
        let servants = [kill.broker, kill.launcher].compactMap { $0 }
        let survived = !kills.contains { other in
            servants.contains(other.pid) && other.at - kill.at < Self.patience
        }
        guard servants.count == 2, survived else { return record.count("kills without a broker that could tell") }
        guard !wasUnneeded(pid) else { return record.count("kills of what was ending anyway") }
        record.violation("extension process \(pid) was killed (\(kill.victim.rawValue)), and no report tells of it")
    }

    /// Whether the broker was ending the process itself just then.
    private func wasUnneeded(_ pid: Int32) -> Bool {
        ["", ".old"].contains { suffix in
            let text = try? String(contentsOfFile: device.place.layout.brokerLog.string + suffix, encoding: .utf8)
            return text?.split(separator: "\n").contains { line in
                line.contains(" ended ") && line.contains(" pid=\(pid) ") && line.contains("nobody needed it")
            } == true
        }
    }
}
