import AppexModel
import AppexPages
import Foundation
import OpenExtensionKit
import SystemPackage

extension DeviceSettings {
    /// A report in the list: its content, or the reason for which it cannot be read.
    enum ReportListing: Encodable, Sendable {
        case report(ShownReport)
        case unreadable(UnreadableReport)

        private enum CodingKeys: String, CodingKey {
            case id, `extension`, kindName, summary
        }

        private struct Bundle: Encodable {
            let identifier: String
            let name: String
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .report(let report): try report.encode(to: encoder)
            case .unreadable(let error):
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(error.identifier, forKey: .id)
                try container.encode(
                    Bundle(identifier: error.appExtension, name: error.appExtension), forKey: .extension)
                try container.encode("Cannot be read", forKey: .kindName)
                try container.encode(error.description, forKey: .summary)
            }
        }
    }

    /// A report with the name of its kind to display.
    struct ShownReport: Encodable, Sendable {
        private let report: ExtensionReport

        private enum CodingKeys: CodingKey {
            case kindName
        }

        init(_ report: ExtensionReport) { self.report = report }

        private var kindName: String {
            switch report.kind {
            case .crash: "Crashed"
            case .killed: "Killed"
            case .exited: "Ended by itself"
            case .launchFailed: "Could not start"
            case .timedOut: "Too slow"
            case .overdue: "Ran too long"
            case .refused: "Violated the protocol"
            case .limit: "Exceeded a limit"
            case .launcherEnded: "Launcher ended"
            case .unkillable: "Stuck"
            }
        }

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kindName, forKey: .kindName)
        }
    }

    /// The most recent reports, newest first.
    func reports() -> [ReportListing] {
        reportFiles().sorted { $0.name.identifier > $1.name.identifier }.prefix(Self.shownReports).map { file in
            do throws(UnreadableReport) { return .report(ShownReport(try file.report())) } catch {
                return .unreadable(error)
            }
        }
    }

    /// The report with an identifier.
    ///
    /// - Throws: ``PageFailure`` if the device has no such report, or it cannot be read.
    func report(_ identifier: String) throws -> ShownReport {
        guard let file = reportFiles().first(where: { $0.name.identifier.rawValue == identifier }) else {
            throw PageFailure("The report no longer exists.")
        }
        do throws(UnreadableReport) { return ShownReport(try file.report()) } catch {
            throw PageFailure(error.description)
        }
    }

    private static let shownReports = 50

    private func reportFiles() -> [ReportFile] {
        let folder = device.layout.reports
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        return names.compactMap(ReportFileName.init).map { ReportFile($0, in: folder) }
    }
}
