package import AppexModel
import Foundation
import SystemPackage

/// What the device keeps of extensions that did not end as they should, and of what they printed.
extension TestDevice {
    /// The report of the end of one process. No content that a host hands over is in it.
    public struct Report: Sendable, Hashable, Identifiable {
        /// What brought the process to its end; there may be others in later versions.
        public struct Kind: RawRepresentable, Sendable, Hashable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            /// A signal that its own code brought about, such as SIGSEGV.
            public static let crash = Kind(rawValue: "crash")
            /// A signal that was sent.
            public static let killed = Kind(rawValue: "killed")
            /// It ended by itself while a host used it, or with a status that is not 0.
            public static let exited = Kind(rawValue: "exited")
            /// Its program never ran.
            public static let launchFailed = Kind(rawValue: "launchFailed")
            /// It did not answer in time and was stopped.
            public static let timedOut = Kind(rawValue: "timedOut")
            /// Its completion handlers went on after they had been told to stop, and it was stopped.
            public static let overdue = Kind(rawValue: "overdue")
            /// It closed a connection that it has to keep or broke the protocol, and was stopped.
            public static let refused = Kind(rawValue: "refused")
            /// It used more memory, processor time or disk than it may, and was stopped.
            public static let limit = Kind(rawValue: "limit")
            /// The launcher ended, and every extension with it.
            public static let launcherEnded = Kind(rawValue: "launcherEnded")
            /// It was killed and does not end, because it waits in the kernel.
            public static let unkillable = Kind(rawValue: "unkillable")
        }

        /// As in `ExtensionError.reportIdentifier`.
        public let id: String
        /// What brought the process to its end.
        public let kind: Kind
        /// One sentence: what happened to which extension.
        public let summary: String
        /// The bundle identifier of the extension.
        public let bundleIdentifier: String
        /// The signal that ended it, as in `SIGSEGV`; nil for none.
        public let signal: String?
        /// The status with which it ended by itself; nil when it did not.
        public let exitStatus: Int?
        /// What Swift printed before it stopped the program; nil when it did not.
        public let fatalError: String?
        /// The types of the attachments that hosts had handed over, each once for each host.
        public let types: [String]
        /// The last lines that it printed, the newest last.
        public let output: [String]

        init(_ report: ExtensionReport) {
            id = report.identifier.rawValue
            kind = Kind(rawValue: report.kind.rawValue)
            summary = report.summary
            bundleIdentifier = report.appExtension.identifier
            signal = report.signal?.name
            exitStatus = report.exitStatus.map(Int.init)
            fatalError = report.fatalError
            types = report.requests.flatMap(\.types)
            output = report.log
        }
    }

    /// The reports that lie on the device now, the oldest first. One that cannot be read is missing.
    ///
    /// - Parameter bundleIdentifier: only those of one extension; nil for all.
    public func reports(of bundleIdentifier: String? = nil) -> [Report] {
        storedReports.map(Report.init).filter { [$0.bundleIdentifier, nil].contains(bundleIdentifier) }
    }

    /// The same as they are stored.
    package var storedReports: [ExtensionReport] {
        files(in: "device/Library/Reports").compactMap { name in
            let data = FileManager.default.contents(atPath: place.layout.reports.pushing(name).string)
            return try? ReportJSON.report(from: Array(data ?? Data()))
        }.sorted { $0.identifier < $1.identifier }
    }

    /// The lines that an extension has printed, standard output and errors, the oldest first. The last 1 to 2 MiB are
    /// kept, of which this is the last file.
    public func output(of bundleIdentifier: String) -> [String] {
        guard let identifier = BundleIdentifier(rawValue: bundleIdentifier) else { return [] }
        let bytes = FileManager.default.contents(atPath: place.layout.log(of: identifier).string) ?? Data()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { LogLine($0)?.text ?? String($0) }
    }
}
