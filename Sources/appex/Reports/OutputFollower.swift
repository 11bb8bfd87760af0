import AppexModel
import AppexSystem
import OpenExtensionKit
import SystemPackage

/// What one extension prints, and the reports on it, from now on.
struct OutputFollower: Sendable {
    private let identifier: BundleIdentifier
    private let layout: DeviceLayout

    /// - Throws: `ExtensionError` if there is no device.
    init(of identifier: BundleIdentifier) throws {
        self.identifier = identifier
        layout = try ExtensionHost().administration.layout
    }

    /// Prints each line and a sentence for each report as they appear, until the task is cancelled.
    func follow() async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await followLog() }
            group.addTask { try await followReports() }
            try await group.waitForAll()
        }
    }

    private func followLog() async throws {
        var log = LogFollower(layout.log(of: identifier))
        _ = try log.next()
        try PrivateFolder.make(layout.logs)
        for await _ in try FolderWatch.changes(in: layout.logs) {
            for line in try log.next() {
                Console.say("\(identifier.rawValue): \(Console.tame(LogLine(line)?.text ?? line))")
            }
        }
    }

    private func followReports() async throws {
        let folder = ReportFolder(path: layout.reports)
        try PrivateFolder.make(folder.path)
        var known = Set(try folder.names())
        for await _ in try FolderWatch.changes(in: folder.path) {
            let present = try folder.names()
            for name in present.reversed() where !known.contains(name) && name.appExtension == identifier {
                Console.say("\(identifier.rawValue): \(sentence(about: folder.report(name), name))")
            }
            known = Set(present)
        }
    }

    private func sentence(about report: Result<ExtensionReport, UnreadableReport>, _ name: ReportFileName) -> String {
        let detail = "`appex reports \(name.identifier.rawValue)` shows the report."
        guard let report = try? report.get() else { return detail }
        return "\(Console.tame(report.summary)) \(detail)"
    }
}
