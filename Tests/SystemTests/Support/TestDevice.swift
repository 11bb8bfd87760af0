import AppexModel
import AppexSystem
@_exported import ExtensionTesting
import Foundation
import Glibc
import SystemPackage
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
