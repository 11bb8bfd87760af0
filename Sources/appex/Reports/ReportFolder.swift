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
    func report(_ name: ReportFileName) -> Result<ExtensionReport, UnreadableReport> {
        Result { () throws(UnreadableReport) in try ReportFile(name, in: path).report() }
    }
}
