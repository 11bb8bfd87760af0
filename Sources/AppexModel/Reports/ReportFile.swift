import AppexSystem
import FoundationEssentials
package import SystemPackage

/// A file of a device's folder of reports.
package struct ReportFile: Sendable {
    /// What the file's name says that it holds.
    package let name: ReportFileName
    private let path: FilePath

    /// - Parameter folder: the device's folder of reports.
    package init(_ name: ReportFileName, in folder: FilePath) {
        self.name = name
        path = folder.appending(name.text)
    }

    /// Reads the report.
    ///
    /// - Throws: ``UnreadableReport``.
    package func report() throws(UnreadableReport) -> ExtensionReport {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try FileContent.prefix(of: path, limit: ReportJSON.limit + 1)
        } catch {
            throw UnreadableReport(name, "the file cannot be read: \(error)")
        }
        guard bytes.count <= ReportJSON.limit else {
            throw UnreadableReport(name, "the file has more than \(ReportJSON.limit) bytes")
        }
        guard let report = try? ReportJSON.report(from: bytes) else {
            throw UnreadableReport(name, "the file holds no report that this version can read")
        }
        // Otherwise what is shown for an identifier could be about something else.
        guard report.identifier == name.identifier, report.appExtension.identifier == name.appExtension.rawValue else {
            throw UnreadableReport(name, "the file holds a report of another name")
        }
        return report
    }
}

/// A report that is there and cannot be read. It is listed like the others, by its name.
package struct UnreadableReport: Error, Sendable, Equatable, Encodable, CustomStringConvertible {
    /// The identifier of the report.
    package let identifier: ReportIdentifier
    /// The identifier of the extension.
    package let appExtension: String
    /// Why it cannot be read.
    package let reason: String

    init(_ name: ReportFileName, _ reason: String) {
        identifier = name.identifier
        appExtension = name.appExtension.rawValue
        self.reason = reason
    }

    /// One sentence: which report, and why.
    package var description: String { "The report \(identifier) of \(appExtension) cannot be shown: \(reason)." }

    private enum CodingKeys: String, CodingKey {
        case identifier = "id"
        case appExtension = "extension"
        case reason
    }
}
