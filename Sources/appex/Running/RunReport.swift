import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit

/// The processes that took part in a request, and the sandbox layers around the extension.
struct RunReport {
    let processes: [ProcessListing]
    let layers: [CheckListing]

    /// Asks the broker while the extension's process is alive.
    ///
    /// - Parameter limit: how long each of two answers may take.
    static func gather(
        _ host: ExtensionHost, _ identity: AppExtensionIdentity, within limit: Duration
    ) async throws -> RunReport {
        let processes = try await host.administration.processes(within: limit)
        let layers = try await host.administration.sandboxLayers(within: limit)
        let taking = processes.filter { $0.identifier.isEmpty || $0.identifier == identity.bundleIdentifier }
        return RunReport(processes: taking.map(ProcessListing.init), layers: layers.map(CheckListing.init))
    }

    func describe(_ timings: Timings) {
        Console.say("Processes")
        var table = Table(["role", "pid", "parent", "own namespaces"])
        table.add(["host", "\(getpid())", "\(getppid())", "-"])
        for process in processes {
            let own = process.ownNamespaces
            let text =
                process.namespaces.isEmpty ? "unknown" : own.isEmpty ? "-" : own.joined(separator: " ")
            table.add([process.role, "\(process.pid)", "\(process.parent)", text])
        }
        table.print(indent: "  ")
        let standing = layers.filter(\.stands).map(\.name)
        Console.say("Sandbox layers: \(standing.joined(separator: ", "))")
        let missing = layers.filter { !$0.stands }.map(\.name)
        if !missing.isEmpty { Console.say("Missing layers: \(missing.joined(separator: ", "))") }
        Console.say("Times: " + timings.text)
    }
}

/// How long the steps of a request took.
struct Timings {
    private let steps: [(key: String, title: String, duration: Duration)]

    init(_ timeline: RequestTimeline, written: ContinuousClock.Instant) {
        var steps: [(key: String, title: String, duration: Duration)] = []
        var last = timeline.asked
        func add(_ key: String, _ title: String, _ instant: ContinuousClock.Instant?) {
            guard let instant else { return }
            steps.append((key, title, instant - last))
            last = instant
        }
        add("open", "session", timeline.opened)
        add("launch", timeline.launched ? "launch to beginRequest" : "beginRequest", timeline.began)
        add("work", "the extension's work", timeline.finished)
        add("write", "load and write", written)
        steps.append(("total", "total", last - timeline.asked))
        self.steps = steps
    }

    var milliseconds: [String: Double] {
        Dictionary(uniqueKeysWithValues: steps.map { ($0.key, Self.milliseconds($0.duration)) })
    }

    var text: String {
        steps.map { "\($0.title) \(String(format: "%.1f", Self.milliseconds($0.duration))) ms" }.joined(separator: ", ")
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        (Double(duration.components.seconds) * 1e6 + (Double(duration.components.attoseconds) / 1e12)).rounded() / 1e3
    }
}

/// A finished run, as printed with --json.
struct RunListing: Encodable {
    /// The identifier of the extension.
    let `extension`: String
    /// The processes that took part and the layers of the sandbox; only with --verbose.
    let processes: [ProcessListing]?
    let layers: [CheckListing]?
    /// Milliseconds by step.
    let timings: [String: Double]
    /// The paths of the files that were written.
    let outputs: [String]
    let texts: [String]
}
