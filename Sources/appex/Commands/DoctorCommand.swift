import AppexProtocol
import ArgumentParser
import Foundation
import Glibc
import OpenExtensionKit

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Reports which walls of the sandbox this machine gives, found by building each of them.")

    @OptionGroup var output: OutputOptions

    private struct Report: Encodable {
        let device: String
        let runtime: String
        let kernel: String
        let user: UInt32
        let walls: [WallListing]
        let healthy: Bool
    }

    func run() async throws {
        let host = try ExtensionHost()
        let records = try await host.broker.call(BrokerInterface.Walls()).0.elements
        let walls = records.map(WallListing.init)
        let report = Report(
            device: host.broker.devicePath, runtime: host.broker.runtimePath, kernel: Self.kernel, user: geteuid(),
            walls: walls, healthy: walls.allSatisfy(\.stands))
        if output.json { return try Console.print(report) }
        Console.say("Device   \(report.device)")
        Console.say("Sockets  \(report.runtime)")
        Console.say("Kernel   \(report.kernel), user \(report.user)")
        Console.say("Walls around every extension:")
        var table = Table([])
        for wall in walls { table.add([wall.stands ? "up  " : "DOWN", wall.name, wall.detail]) }
        for line in table.lines(indent: "  ").dropFirst() { Console.say(line) }
        Console.say(
            report.healthy
                ? "Every wall stands."
                : "Some walls are missing; Documentation/Sandbox.md says what each one keeps out.")
    }

    private static var kernel: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown" }
        return withUnsafeBytes(of: &name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
