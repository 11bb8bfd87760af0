package import AppexModel
import Foundation
import SystemPackage

/// Reports of extensions that failed, and what extensions printed.
extension TestDevice {
    /// The report of one process's end. It contains nothing of the content that hosts handed over.
    public struct Report: Sendable, Hashable, Identifiable {
        /// Why the process ended. Later versions may add kinds.
        public struct Kind: RawRepresentable, Sendable, Hashable {
            /// The name of the kind, as it is stored.
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            /// A signal that its own code caused, such as SIGSEGV.
            public static let crash = Kind(rawValue: "crash")
            /// A signal from another process.
            public static let killed = Kind(rawValue: "killed")
            /// It exited while a host used it, or with a status other than 0.
            public static let exited = Kind(rawValue: "exited")
            /// Its program could not be started.
            public static let launchFailed = Kind(rawValue: "launchFailed")
            /// It did not answer in time and was ended.
            public static let timedOut = Kind(rawValue: "timedOut")
            /// Its completion handlers continued after the time they had, and it was ended.
            public static let overdue = Kind(rawValue: "overdue")
            /// It closed a connection that it has to keep, or violated the protocol, and was ended.
            public static let refused = Kind(rawValue: "refused")
            /// It exceeded its limit of memory, processor time or disk space and was ended.
            public static let limit = Kind(rawValue: "limit")
            /// The launcher ended, which ends every extension.
            public static let launcherEnded = Kind(rawValue: "launcherEnded")
            /// It was killed and does not end, because it waits in the kernel.
            public static let unkillable = Kind(rawValue: "unkillable")
        }

        /// The report's identifier, as in `ExtensionError.reportIdentifier`.
        public let id: String
        /// Why the process ended.
        public let kind: Kind
        /// One sentence: what happened to which extension.
        public let summary: String
        /// The bundle identifier of the extension.
        public let bundleIdentifier: String
        /// The name of the signal that ended it, such as `SIGSEGV`; nil if none did.
        public let signal: String?
        /// The status with which it exited; nil if it did not exit.
        public let exitStatus: Int?
        /// What the Swift runtime printed before it stopped the program; nil if it did not.
        public let fatalError: String?
        /// The types of the attachments that hosts had handed over, without duplicates for each host.
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

    /// The reports that the device holds, the oldest first. Unreadable ones are left out.
    ///
    /// - Parameter bundleIdentifier: the extension whose reports to return; nil for all.
    public func reports(of bundleIdentifier: String? = nil) -> [Report] {
        storedReports.map(Report.init).filter { [$0.bundleIdentifier, nil].contains(bundleIdentifier) }
    }

    /// The device's reports in the form in which they are stored, the oldest first.
    package var storedReports: [ExtensionReport] {
        files(in: "device/Library/Reports").compactMap { name in
            let data = FileManager.default.contents(atPath: place.layout.reports.pushing(name).string)
            return try? ReportJSON.report(from: Array(data ?? Data()))
        }.sorted { $0.identifier < $1.identifier }
    }

    /// The lines that an extension printed to standard output and standard error, the oldest first. The device keeps
    /// the last 1 to 2 MiB; this is the newest log file.
    public func output(of bundleIdentifier: String) -> [String] {
        guard let identifier = BundleIdentifier(rawValue: bundleIdentifier) else { return [] }
        let bytes = FileManager.default.contents(atPath: place.layout.log(of: identifier).string) ?? Data()
        return String(decoding: bytes, as: UTF8.self).parts(at: "\n").map { LogLine($0)?.text ?? String($0) }
    }

    /// Waits until an extension has printed a line.
    ///
    /// The device receives what is printed independently of requests, so the line can arrive after the result of the request
    /// that has printed it.
    ///
    /// - Parameter limit: the maximum time to wait.
    /// - Parameter isWanted: whether a line is the one to wait for.
    /// - Returns: the line; nil if it was not printed in time.
    /// - Throws: `CancellationError`.
    public func line(
        printedBy bundleIdentifier: String, within limit: Duration = .seconds(60), where isWanted: (String) -> Bool
    ) async throws -> String? {
        let deadline = ContinuousClock.now + limit
        while true {
            if let line = output(of: bundleIdentifier).first(where: isWanted) { return line }
            guard ContinuousClock.now < deadline else { return nil }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
