import AppexModel
import AppexProtocol
import Foundation
import Glibc

/// One installed copy of an extension, as JSON shows it.
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
    }
}

extension ExtensionRecord {
    /// Its state for people: the character of Apple's `pluginkit` (`+` switched on, `-` switched off, `=` superseded,
    /// else none) and a word.
    var state: String {
        switch standing {
        case .superseded: "= superseded"
        case .incompatible: "  needs system \(minimumSystem)"
        case .offered: (election == .use ? "+" : " ") + " offered"
        case .off: (election == .ignore ? "-" : " ") + " off"
        }
    }
}

/// An installed app, as JSON shows it.
struct ApplicationListing: Encodable {
    let identifier: String
    let name: String
    let version: String
    let path: String
    let extensions: [ExtensionListing]

    init(_ record: ApplicationRecord) {
        identifier = record.identifier
        name = record.displayName
        version = record.version
        path = record.bundlePath
        extensions = record.extensions.map(ExtensionListing.init)
    }
}

/// A live process, as JSON shows it.
struct ProcessListing: Encodable {
    let role: String
    let pid: Int32
    let parent: Int32
    let `extension`: String?
    let state: String
    let sessions: UInt32
    /// Those of the sessions that wait for an answer.
    let requests: UInt32
    /// Who has opened them.
    let hosts: UInt32
    /// Seconds.
    let age: Double
    /// Bytes of memory of its own.
    let memory: UInt64
    /// Seconds of processor time in its life.
    let processorTime: Double
    /// Identifiers of the process's namespaces, by kind; empty when the kernel does not tell.
    let namespaces: [String: String]

    init(_ record: ProcessRecord) {
        switch record.role {
        case .broker: role = "broker"
        case .launcher: role = "launcher"
        case .initProcess: role = "init"
        case .appExtension: role = "extension"
        case .decoder: role = "decoder"
        }
        pid = record.pid
        parent = record.parent
        `extension` = record.identifier.isEmpty ? nil : record.identifier
        state = record.state
        sessions = record.sessions
        requests = record.requests
        hosts = record.hosts
        age = Double(record.age) / 1000
        memory = record.memory
        processorTime = Double(record.processorTime) / 1e6
        namespaces = Self.namespaces(of: record.pid)
    }

    /// Which of its namespaces are its own, not those of this program.
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

/// A wall of the sandbox, as JSON shows it.
struct WallListing: Encodable {
    let name: String
    let stands: Bool
    let detail: String

    init(_ record: WallRecord) {
        name = record.name
        stands = record.stands
        detail = record.detail
    }
}
