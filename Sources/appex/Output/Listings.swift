import AppexModel
import AppexProtocol
import Foundation
import Glibc

/// One installed copy of an extension, as printed with --json.
struct ExtensionListing: Encodable {
    let identifier: String
    let name: String
    let version: String
    let build: String
    let point: String
    let application: String
    let path: String
    /// `offered`, `off`, `superseded` or `incompatible`.
    let state: String
    /// `use`, `ignore` or `default`.
    let election: String
    let minimumSystem: String?
    /// Why it is offered for no items whatever; missing if it can be offered.
    let neverOffered: String?

    init(_ record: ExtensionRecord) {
        identifier = record.identifier
        name = record.displayName
        version = record.version
        build = record.build
        point = record.point
        application = record.application
        path = record.bundlePath
        state = record.standing.rawValue
        election = record.election.rawValue
        minimumSystem = record.minimumSystem.isEmpty ? nil : record.minimumSystem
        neverOffered = record.reasonAgainstEver
    }
}

extension ExtensionRecord {
    /// The state for people: the sign of Apple's `pluginkit` (`+` enabled, `-` disabled, `=` superseded, otherwise
    /// none) and a word.
    var state: String {
        switch standing {
        case .superseded: "= superseded"
        case .incompatible: "  needs system \(minimumSystem)"
        case .offered: (election == .use ? "+" : " ") + " offered"
        case .off: (election == .ignore ? "-" : " ") + " off"
        }
    }
}

/// An installed app, as printed with --json.
struct ApplicationListing: Encodable {
    let identifier: String
    let name: String
    let version: String
    let path: String
    /// Who has signed it; nil if nobody has.
    let signer: String?
    let team: String?
    let extensions: [ExtensionListing]

    init(_ record: ApplicationRecord) {
        identifier = record.identifier
        name = record.displayName
        version = record.version
        path = record.bundlePath
        signer = record.team.isEmpty ? nil : record.signer
        team = record.team.isEmpty ? nil : record.team
        extensions = record.extensions.map(ExtensionListing.init)
    }
}

/// A live process, as printed with --json.
struct ProcessListing: Encodable {
    let role: String
    let pid: Int32
    let parent: Int32
    let `extension`: String?
    let state: String
    let sessions: UInt32
    /// The number of sessions that wait for an answer.
    let requests: UInt32
    /// The number of clients that opened the sessions.
    let hosts: UInt32
    /// Seconds.
    let age: Double
    /// Bytes of memory that belong to this process alone.
    let memory: UInt64
    /// Seconds of processor time since it started.
    let processorTime: Double
    /// What it was granted beyond its own container: "network", and groups.
    let grants: [String]
    /// The identifiers of the process's namespaces by kind; empty if the kernel does not reveal them.
    let namespaces: [String: String]

    init(_ record: ProcessRecord) {
        switch record.role {
        case .broker: role = "broker"
        case .launcher: role = "launcher"
        case .initProcess: role = "init"
        case .appExtension: role = "extension"
        case .decoder: role = "decoder"
        case .runtime: role = "runtime"
        }
        pid = record.pid
        parent = record.parent
        `extension` = record.identifier.isEmpty ? nil : record.identifier
        state = record.state
        sessions = record.sessions
        requests = record.requests
        hosts = record.hosts
        grants = record.grants
        age = Double(record.age) / 1000
        memory = record.memory
        processorTime = Double(record.processorTime) / 1e6
        namespaces = Self.namespaces(of: record.pid)
    }

    /// The kinds of namespaces that it does not share with this program.
    var ownNamespaces: [String] {
        let ours = Self.namespaces(of: getpid())
        return namespaces.filter { ours[$0.key] != $0.value }.keys.sorted()
    }

    static func namespaces(of pid: Int32) -> [String: String] {
        var result: [String: String] = [:]
        for kind in ["cgroup", "ipc", "mnt", "net", "pid", "user", "uts"] {
            result[kind] = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/ns/\(kind)")
        }
        return result
    }
}

/// A layer of the sandbox, as printed with --json.
struct CheckListing: Encodable {
    let name: String
    let stands: Bool
    let detail: String

    init(_ record: CheckRecord) {
        name = record.name
        stands = record.stands
        detail = record.detail
    }
}
