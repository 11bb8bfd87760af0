import AppexSystem
import FoundationEssentials
package import SystemPackage

/// A file in a device's folder of reports.
package struct ReportFile: Sendable {
    /// The name of the file, with the identifiers of the report and of the extension.
    package let name: ReportFileName
    private let path: FilePath

    /// Refers to a file without reading it.
    ///
    /// - Parameter folder: the device's folder of reports.
    package init(_ name: ReportFileName, in folder: FilePath) {
        self.name = name
        path = folder.appending(name.text)
    }

    /// Reads the report.
    ///
    /// - Throws: ``UnreadableReport`` if the file cannot be read, is too large, or does not contain a report of its name.
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
            throw UnreadableReport(name, "the file does not contain a report that this version can read")
        }
        // Otherwise a report could be shown under a wrong identifier.
        guard report.identifier == name.identifier, report.appExtension.identifier == name.appExtension.rawValue else {
            throw UnreadableReport(name, "the file contains a report with a different name")
        }
        return report
    }
}

/// A report that exists but cannot be read. It is listed by its name, like the others.
package struct UnreadableReport: Error, Sendable, Equatable, Encodable, CustomStringConvertible {
    /// The identifier of the report.
    package let identifier: ReportIdentifier
    /// The identifier of the extension.
    package let appExtension: String
    /// The reason for which it cannot be read, as part of a sentence.
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
