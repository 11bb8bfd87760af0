import AppexModel
import AppexSystem
import ArgumentParser
import Foundation
import OpenExtensionKit
import SystemPackage

struct ReportsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "Shows reports of extensions that crashed, were killed or stopped, or could not be started.",
        discussion: """
            Without an ID, the reports are listed, the newest first. A report contains nothing of the content that a host \
            handed over, but what the extension printed.
            """)

    @Argument(help: "The report to show in full. Errors of requests contain its ID.")
    var id: String?

    @Option(name: .customLong("extension"), help: "List the reports of this extension only.")
    var appExtension: String?

    @Option(help: "The largest number of reports to list.")
    var limit: Int = 50

    @Flag(help: "Continue with new reports as they appear. With --json, print one object per line.")
    var follow = false

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let reports: [ExtensionReport]
        /// Those that are there and cannot be read; missing when there are none.
        let unreadable: [UnreadableReport]?
    }

    func validate() throws {
        guard limit >= (follow ? 0 : 1) else {
            throw ValidationError("--limit has to be 1 or more, or with --follow 0 or more.")
        }
        guard id == nil || (!follow && appExtension == nil) else {
            throw ValidationError("An ID cannot be combined with --follow or --extension.")
        }
        guard id?.isEmpty != true, appExtension?.isEmpty != true else {
            throw ValidationError("The ID or the identifier is empty; leave it out to list all reports.")
        }
    }

    func run() async throws {
        let folder = ReportFolder(path: try ExtensionHost().administration.layout.reports)
        if let id { return try show(id, folder) }
        guard follow else {
            let present = try names(in: folder)
            if present.isEmpty, let appExtension { try await InstalledExtension.check(appExtension) }
            return try list(present.prefix(limit).map(folder.report))
        }
        try PrivateFolder.make(folder.path)
        var known: Set<ReportFileName>?
        for await _ in try FolderWatch.changes(in: folder.path) {
            // The first time, the newest existing reports; afterwards those that are new.
            let present = try names(in: folder)
            let new = known.map { known in present.filter { !known.contains($0) } } ?? Array(present.prefix(limit))
            known = Set(present)
            for name in new.reversed() {
                try announce(folder.report(name))
            }
        }
    }

    /// The reports that were asked for, the newest first.
    private func names(in folder: ReportFolder) throws -> [ReportFileName] {
        try folder.names().filter { appExtension == nil || $0.appExtension.rawValue == appExtension }
    }

    private func show(_ id: String, _ folder: ReportFolder) throws {
        guard let name = try folder.names().first(where: { $0.identifier.rawValue == id }) else {
            throw CommandFailure("There is no report \(id); `appex reports` lists those that are kept.", .notFound)
        }
        let report: ExtensionReport
        do { report = try folder.report(name).get() } catch { throw CommandFailure("\(error)", .failed) }
        if output.json { return try Console.print(report) }
        for line in report.lines { Console.say(line) }
    }

    private func list(_ reports: [Result<ExtensionReport, UnreadableReport>]) throws {
        if output.json {
            let unreadable = reports.compactMap { if case .failure(let error) = $0 { error } else { nil } }
            return try Console.print(
                Listing(
                    reports: reports.compactMap { try? $0.get() }, unreadable: unreadable.isEmpty ? nil : unreadable))
        }
        // Not that nothing has gone wrong: on a full disk, for instance, no report can be written.
        guard !reports.isEmpty else { return Console.say("No reports are stored on this device.") }
        var table = Table(["ID", "EXTENSION", "KIND", "WHAT"])
        for report in reports {
            switch report {
            case .success(let report):
                table.add([
                    report.identifier.rawValue, report.appExtension.identifier, report.kind.rawValue,
                    Console.tame(report.summary),
                ])
            case .failure(let error):
                table.add([error.identifier.rawValue, error.appExtension, "unreadable", error.reason])
            }
        }
        table.print()
    }

    private func announce(_ report: Result<ExtensionReport, UnreadableReport>) throws {
        switch report {
        case .success(let report):
            if output.json { return try Console.print(report, pretty: false) }
            Console.say(Console.tame("\(report.identifier)  \(report.kind.rawValue)  \(report.summary)"))
        case .failure(let error):
            Console.complain("\(error)")
        }
    }
}
