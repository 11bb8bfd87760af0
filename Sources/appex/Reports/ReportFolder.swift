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
    ///
    /// - Returns: nil for a file that holds none; a line on standard error says why.
    func report(_ name: ReportFileName) -> ExtensionReport? {
        do {
            let file = path.appending(name.text)
            let report = try ReportJSON.report(from: try FileContent.prefix(of: file, limit: ReportJSON.limit))
            // Otherwise what is shown for an identifier could be about something else.
            guard report.identifier == name.identifier, report.appExtension.identifier == name.appExtension.rawValue
            else { throw Errno.invalidArgument }
            return report
        } catch {
            Console.complain("passed over \(name.text), which holds no report that this version can read.")
            return nil
        }
    }
}
