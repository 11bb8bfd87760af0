import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// The reports of a device, read from their folder: no broker is needed to look at what went wrong.
struct ReportFolder {
    let path: FilePath

    /// The names of the reports, the newest first. None while there is no folder.
    ///
    /// - Throws: ``CommandFailure`` when the folder is there and cannot be read.
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
