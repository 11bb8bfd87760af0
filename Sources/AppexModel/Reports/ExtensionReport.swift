package import FoundationEssentials

/// A report on the abnormal end of an extension's process.
///
/// It contains numbers and types of the items that hosts have sent, never their content. It does contain the last output
/// of the extension. The names of its fields are the keys of the JSON in which it is stored, and part of the interface.
package struct ExtensionReport: Codable, Sendable, Equatable {
    /// The cause of the end.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// A signal that its own code caused, such as SIGSEGV.
        case crash
        /// A signal that another process, or the process itself, has sent.
        case killed
        /// It exited while a host used it, or with a status other than 0.
        case exited
        /// Its program could not be started.
        case launchFailed
        /// It did not answer a host in time, and was ended.
        case timedOut
        /// Its completion handlers continued after they were told to stop, and it was ended.
        case overdue
        /// It closed a connection that it must keep, or violated the protocol, and was ended.
        case refused
        /// It exceeded a limit, and was ended.
        case limit
        /// The launcher ended, which ends every extension.
        case launcherEnded
        /// It was killed and does not end, because it waits in the kernel.
        case unkillable
    }

    /// A bundle: an app or an extension.
    package struct Bundle: Codable, Sendable, Equatable {
        /// The bundle identifier.
        package var identifier: String
        /// The name to display.
        package var name: String
        /// The version to display (`CFBundleShortVersionString`); nil if it has none.
        package var version: String?
        /// The version of the build (`CFBundleVersion`); nil if it has none.
        package var build: String?

        /// Creates a description of a bundle.
        package init(identifier: String, name: String, version: String? = nil, build: String? = nil) {
            self.identifier = identifier
            self.name = name
            self.version = version
            self.build = build
        }
    }

    /// A signal that ended the process.
    package struct Signal: Codable, Sendable, Equatable {
        /// The number of the signal.
        package var number: Int32
        /// The name of the signal, such as `SIGSEGV`.
        package var name: String

        /// Creates a description of a signal.
        package init(number: Int32, name: String) {
            self.number = number
            self.name = name
        }
    }

    /// The resources that the process used in total.
    package struct Usage: Codable, Sendable, Equatable {
        /// The processor time in user mode, in seconds.
        package var userTime: Double
        /// The processor time in the kernel, in seconds.
        package var systemTime: Double
        /// The peak resident memory in bytes, including shared pages.
        package var peakMemory: Int

        /// Creates a description of resource usage.
        package init(userTime: Double, systemTime: Double, peakMemory: Int) {
            self.userTime = userTime
            self.systemTime = systemTime
            self.peakMemory = peakMemory
        }
    }

    /// The limit that the process exceeded.
    package struct Limit: Codable, Sendable, Equatable {
        /// The name of the limit, such as `memory`: the raw value of a ``LimitKey``.
        package var name: String
        /// The used amount in bytes or seconds.
        package var used: Double
        /// The limit in bytes or seconds.
        package var value: Double

        /// Creates a description of an exceeded limit.
        package init(name: String, used: Double, value: Double) {
            self.name = name
            self.used = used
            self.value = value
        }
    }

    /// The resource usage of the process at one moment.
    package struct Sample: Codable, Sendable, Equatable {
        /// The time since the start of the process, in seconds.
        package var time: Double
        /// The private memory in bytes.
        package var memory: UInt64
        /// The processor time since the start of the process, in seconds.
        package var processorTime: Double

        /// Creates a sample.
        package init(time: Double, memory: UInt64, processorTime: Double) {
            self.time = time
            self.memory = memory
            self.processorTime = processorTime
        }
    }

    /// A request that was open when the process ended.
    package struct Request: Codable, Sendable, Equatable {
        /// The time since the host opened the session, in seconds.
        package var age: Double
        /// Whether the extension had already answered.
        package var isAnswered: Bool
        /// The number of items that the host sent.
        package var items: Int
        /// The number of attachments of all items.
        package var attachments: Int
        /// The types of the attachments, each once.
        package var types: [String]

        /// Creates a description of a request.
        package init(age: Double, isAnswered: Bool, items: Int, attachments: Int, types: [String]) {
            self.age = age
            self.isAnswered = isAnswered
            self.items = items
            self.attachments = attachments
            self.types = types
        }
    }

    /// The format that this version writes and reads.
    package static let currentFormat = 1

    /// The format of the report. It changes if older readers cannot read a new report correctly.
    package var format = currentFormat
    /// The identifier of the report, as in `appex reports`.
    package var identifier: ReportIdentifier
    /// The cause of the end.
    package var kind: Kind
    /// One sentence: what happened to which extension.
    package var summary: String
    /// The extension.
    package var appExtension: Bundle
    /// The identifier of the extension point.
    package var point: String
    /// The containing app.
    package var app: Bundle
    /// What the process was granted beyond its own container: `network`, and the identifiers of its groups, with ` (read-only)` if
    /// it could not write; nil if it was granted nothing.
    package var grants: [String]?
    /// The version of OpenExtensionKit that wrote the report.
    package var software: String
    /// The process identifier outside of the sandbox; nil if the process never ran.
    package var pid: Int32?
    /// When the process was started.
    package var started: Date
    /// When the process ended.
    package var ended: Date
    /// The time from start to end in seconds, measured with a monotonic clock.
    package var age: Double
    /// The signal that ended the process; nil if none did.
    package var signal: Signal?
    /// The exit status; nil if the process did not exit by itself.
    package var exitStatus: Int32?
    /// The resource usage; nil if it is unknown.
    package var usage: Usage?
    /// The limit that the process exceeded; nil if it was not ended for that.
    package var limit: Limit?
    /// The samples of the resource usage, oldest first; nil if none were taken.
    package var curve: [Sample]?
    /// The message that the Swift runtime printed before it ended the program: `file:line: Fatal error: …`.
    package var fatalError: String?
    /// The stack of the crashed thread, innermost function first; nil if it is unknown.
    package var backtrace: [BacktraceFrame]?
    /// The open requests when the process ended, oldest first, at most ``requestLimit``.
    package var requests: [Request] = []
    /// The last lines of the output, newest last.
    package var log: [String] = []

    /// The maximum number of requests in a report.
    package static let requestLimit = 8

    /// Creates a report with the values that are always known.
    package init(
        identifier: ReportIdentifier, kind: Kind, summary: String, appExtension: Bundle, point: String, app: Bundle,
        software: String = PackageVersion.current, started: Date, ended: Date, age: Double
    ) {
        self.identifier = identifier
        self.kind = kind
        self.summary = summary
        self.appExtension = appExtension
        self.point = point
        self.app = app
        self.software = software
        self.started = started
        self.ended = ended
        self.age = age
    }

    private enum CodingKeys: String, CodingKey {
        case format
        case identifier = "id"
        case kind, summary
        case appExtension = "extension"
        case point, app, grants, software, pid, started, ended, age, signal, exitStatus, usage
        case limit, curve, fatalError, backtrace, requests, log
    }
}
