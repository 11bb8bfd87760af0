import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
@_exported import ExtensionTesting
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// What the tests of the project need of a device beside what everybody does.
extension TestDevice {
    /// The same with seconds.
    static func with(
        idle: Double, linger: Double = 0.1, settings: [String: String] = [:],
        _ body: nonisolated(nonsending) (TestDevice) async throws -> Void
    ) async throws {
        try await with(idle: .seconds(idle), linger: .seconds(linger), settings: settings, body)
    }

    /// The same with seconds.
    static func with(
        linger: Double, settings: [String: String] = [:],
        _ body: nonisolated(nonsending) (TestDevice) async throws -> Void
    ) async throws {
        try await with(idle: 0.1, linger: linger, settings: settings, body)
    }

    /// Gives a test a device whose broker and extensions stay, however slow the machine is, until the test ends them or is
    /// over.
    static func withLastingProcesses(
        settings: [String: String] = [:], _ body: nonisolated(nonsending) (TestDevice) async throws -> Void
    ) async throws {
        try await with(idle: .seconds(3600), linger: .seconds(3600), settings: settings) { device in
            try await body(device)
            try await device.endProcesses()
        }
    }

    /// Ends the processes of extensions that are left, and then tells the broker to end, if one runs.
    nonisolated(nonsending) func endProcesses() async throws {
        guard broker != nil else { return }
        try await host().endExtensions()
        if let broker { sendSignal(SIGTERM, to: broker) }
    }

    /// Gives a test one device after another, each with a longer time limit, until the test has reached the state that a
    /// limit is to end.
    ///
    /// A limit that begins with a request includes the launch of the extension, whose length depends on the machine.
    ///
    /// - Parameter body: Returns whether the state was reached. It expects nothing unless that is so.
    static func withGrowingLimit(
        linger: Double = 0.1, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: nonisolated(nonsending) (TestDevice, Duration) async throws -> Bool
    ) async throws {
        for limit in [2, 8, 32, 128] {
            let isReached = try await with(idle: .milliseconds(100), linger: .seconds(linger)) { device in
                try await body(device, .seconds(limit))
            }
            if isReached { return }
        }
        Issue.record("no limit was long enough", sourceLocation: sourceLocation)
    }

    /// The settings of a device whose files are on the disk, also when those of other devices are in memory.
    static let onDisk = ["APPEX_TEST_FOLDER": "/tmp"]

    /// The pid of the broker that runs now.
    var broker: Int32? {
        DeviceProcesses.all(of: self).first { $0.name.contains("appexd") }?.pid
    }

    /// The pid of the launcher that runs now: of several processes of that program, the broker's child.
    var launcher: Int32? {
        let processes = DeviceProcesses.all(of: self)
        let brokers = Set(processes.filter { $0.name.contains("appexd") }.map(\.pid))
        return processes.first { $0.name.contains("appex-launch") && brokers.contains($0.parent) }?.pid
    }

    /// Connects to the broker as a host does, to send messages by hand.
    ///
    /// The broker of a test leaves when it has been idle for a tenth of a second, so a host holds it until the
    /// connection is there.
    func connectToBroker() async throws -> Connection {
        let host = host()
        _ = try await host.extensions()
        let socket = try PacketSocket.connect(to: place.runtime.brokerSocket)
        let connection = try Connection(socket: socket.intoDescriptor(), role: "host")
        try connection.start { _ in }
        _ = try await connection.call(BrokerInterface.Greet(), within: .ample)
        withExtendedLifetime(host) {}
        return connection
    }

    /// What an extension has printed, without the times and pids before its lines.
    func log(of identifier: String = fixtureIdentifier) -> String {
        let path = place.layout.logs.appending("\(identifier).log").string
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { LogLine($0)?.text ?? String($0) }.joined(separator: "\n")
    }
}

/// A program that the package builds, found beside the test program.
enum BuiltProgram: String {
    case broker = "appexd"
    case commandLine = "appex"
    case fixture = "fixture-extension"
    case download = "fixture-download"
    case host = "fixture-host"
    case coordination = "fixture-coordination"
    case tutorial = "fixture-tutorial"
    case hostile = "hostile-extension"
    case attacker = "wire-attacker"
    case view = "fixture-view"
    case compose = "fixture-compose"
    case photo = "fixture-photo"
    case app = "fixture-app"
    case scene = "fixture-scene"
    case web = "appex-web"
    case browser = "appex-browser"

    var path: FilePath {
        get throws {
            let own = try #require(ProgramLocator.runningProgram)
            let path = own.removingLastComponent().appending(rawValue)
            try #require(access(path.string, X_OK) == 0, "\(path) is missing; build the whole package first")
            return path
        }
    }
}
