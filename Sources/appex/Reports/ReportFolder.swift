import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// A device's reports, which are read from their folder and need no broker.
struct ReportFolder {
    let path: FilePath

    /// The file names of the reports, the newest first; empty while there is no folder.
    ///
    /// - Throws: ``CommandFailure`` if the folder exists and cannot be read.
    func names() throws -> [ReportFileName] {
        let entries: [String]
        do { entries = try FileManager.default.contentsOfDirectory(atPath: path.string) } catch {
            guard access(path.string, F_OK) != 0, errno == ENOENT else {
                throw CommandFailure("Cannot read the reports in \(path): \(error.localizedDescription)", .failed)
            }
            return []
        }
        return entries.compactMap(ReportFileName.init).sorted { $0.identifier > $1.identifier }
    }

    /// Reads a report.
    ///
    /// - Returns: nil for a file that is not a report; a line on standard error says so.
    func report(_ name: ReportFileName) -> ExtensionReport? {
        do {
            let file = path.appending(name.text)
            let report = try ReportJSON.report(from: try FileContent.prefix(of: file, limit: ReportJSON.limit))
            // Otherwise a file could show the report of another extension under its name.
            guard report.identifier == name.identifier, report.appExtension.identifier == name.appExtension.rawValue
            else { throw Errno.invalidArgument }
            return report
        } catch {
            Console.complain("skipped \(name.text), which is not a report that this version can read.")
            return nil
        }
    }
}
