package import FoundationEssentials

/// What is known of an extension's process that did not end as it should.
///
/// Of what hosts hand over it holds numbers and types, never content. What the extension itself printed is in it.
/// The names of its fields are those of the JSON that it is stored as, and part of the interface.
package struct ExtensionReport: Codable, Sendable, Equatable {
    /// What brought the process to its end.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// A signal that its own code brought about, such as SIGSEGV.
        case crash
        /// A signal that was sent: by somebody outside, or by the process to itself.
        case killed
        /// It ended by itself: while a host used it, or with a status that is not 0.
        case exited
        /// Its program never ran.
        case launchFailed
        /// It did not answer a host in the time that the host gave it, and was stopped.
        case timedOut
        /// Its completion handlers went on after they had been told to stop, and it was stopped.
        case overdue
        /// It closed a connection that it has to keep, or broke the protocol, and was stopped.
        case refused
        /// It used more of something than it may, and was stopped.
        case limit
        /// The launcher ended, and every extension with it.
        case launcherEnded
        /// It was killed and does not end, because it waits in the kernel.
        case unkillable
    }

    /// Which bundle something belongs to.
    package struct Bundle: Codable, Sendable, Equatable {
        package var identifier: String
        package var name: String
        /// The version shown to people; nil when it has none.
        package var version: String?
        /// The version of the build; nil when it has none.
        package var build: String?

        package init(identifier: String, name: String, version: String? = nil, build: String? = nil) {
            self.identifier = identifier
            self.name = name
            self.version = version
            self.build = build
        }
    }

    /// A signal that ended the process.
    package struct Signal: Codable, Sendable, Equatable {
        package var number: Int32
        /// As in `SIGSEGV`.
        package var name: String

        package init(number: Int32, name: String) {
            self.number = number
            self.name = name
        }
    }

    /// What the process used up in its life.
    package struct Usage: Codable, Sendable, Equatable {
        /// Seconds of processor time in its own code.
        package var userTime: Double
        /// Seconds of processor time in the kernel.
        package var systemTime: Double
        /// The most memory that it ever occupied, in bytes, shared pages included.
        package var peakMemory: Int

        package init(userTime: Double, systemTime: Double, peakMemory: Int) {
            self.userTime = userTime
            self.systemTime = systemTime
            self.peakMemory = peakMemory
        }
    }

    /// The limit that a process was stopped for.
    package struct Limit: Codable, Sendable, Equatable {
        /// As it is called in files of limits: `memory`.
        package var name: String
        /// Bytes or seconds.
        package var used: Double
        /// Bytes or seconds that it may use.
        package var value: Double

        package init(name: String, used: Double, value: Double) {
            self.name = name
            self.used = used
            self.value = value
        }
    }

    /// What the process used at one moment.
    package struct Sample: Codable, Sendable, Equatable {
        /// Seconds since its start.
        package var time: Double
        /// Bytes of memory of its own.
        package var memory: UInt64
        /// Seconds of processor time until then.
        package var processorTime: Double

        package init(time: Double, memory: UInt64, processorTime: Double) {
            self.time = time
            self.memory = memory
            self.processorTime = processorTime
        }
    }

    /// What a host used the process for when it ended.
    package struct Request: Codable, Sendable, Equatable {
        /// Seconds since the host opened it.
        package var age: Double
        /// Whether the host had its answer already.
        package var isAnswered: Bool
        /// How many items the host handed over.
        package var items: Int
        /// How many attachments they have in all.
        package var attachments: Int
        /// The attachments' types, each once.
        package var types: [String]

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

    /// Names of fields and what they mean; a change that old readers cannot pass over makes it another one.
    package var format = currentFormat
    package var identifier: ReportIdentifier
    package var kind: Kind
    /// One sentence: what happened to which extension.
    package var summary: String
    package var appExtension: Bundle
    /// The extension point.
    package var point: String
    /// The containing app.
    package var app: Bundle
    /// The version of OpenExtensionKit that wrote it.
    package var software: String
    /// As seen from outside; nil when the process never ran.
    package var pid: Int32?
    package var started: Date
    package var ended: Date
    /// Seconds from start to end, by a clock that nobody sets.
    package var age: Double
    /// The signal that ended it, if one did.
    package var signal: Signal?
    /// The status with which it ended by itself, if it did.
    package var exitStatus: Int32?
    /// nil when the launcher could not tell.
    package var usage: Usage?
    /// The limit that it was stopped for, if it was.
    package var limit: Limit?
    /// What it used over its life, the oldest first; nil when nobody looked.
    package var curve: [Sample]?
    /// What Swift printed before it stopped the program: `file:line: Fatal error: …`.
    package var fatalError: String?
    /// Where the program was when it crashed, the innermost function first; nil when it could not tell.
    package var backtrace: [BacktraceFrame]?
    /// What hosts used it for when it ended, the oldest first, at most ``requestLimit``.
    package var requests: [Request] = []
    /// The last lines that it printed, the newest last.
    package var log: [String] = []

    /// The most requests of a report.
    package static let requestLimit = 8

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
        case point, app, software, pid, started, ended, age, signal, exitStatus, usage
        case limit, curve, fatalError, backtrace, requests, log
    }
}
