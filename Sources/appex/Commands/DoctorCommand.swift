import AppexModel
import AppexProtocol
import AppexSystem
import ArgumentParser
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Reports which sandbox layers work on this machine, by setting up each of them.")

    @OptionGroup var output: OutputOptions

    private struct Report: Encodable {
        let device: String
        let runtime: String
        let kernel: String
        let user: UInt32
        let layers: [CheckListing]
        /// By which means limits are enforced.
        let limits: [CheckListing]
        /// What the decoder can read.
        let decoding: [CheckListing]
        /// Invalid entries of the device's limits file.
        let limitProblems: [String]
        let healthy: Bool
    }

    func run() async throws {
        // What is known also of a device that cannot be used.
        if !output.json { Console.say("Kernel   \(Self.kernel), user \(geteuid())") }
        let host = try ExtensionHost()
        let device = host.administration
        if !output.json {
            Console.say("Device   \(device.layout.root.string)")
            Console.say("Sockets  \(device.runtimePath)")
        }
        let layers = try await device.sandboxLayers().map(CheckListing.init)
        let limits = try await device.enforcement().map(CheckListing.init)
        let decoding = host.decodingRecords().map(CheckListing.init)
        let problems = OwnerLimits(device.layout).problems.map(\.description)
        let report = Report(
            device: device.layout.root.string, runtime: device.runtimePath, kernel: Self.kernel, user: geteuid(),
            layers: layers,
            limits: limits, decoding: decoding, limitProblems: problems,
            healthy: layers.allSatisfy(\.stands))
        if output.json { return try Console.print(report) }
        Console.say("Sandbox layers of every extension:")
        var table = Table([])
        for layer in layers { table.add([layer.stands ? "up  " : "DOWN", layer.name, layer.detail]) }
        for line in table.lines(indent: "  ").dropFirst() { Console.say(line) }
        Console.say("Limits are enforced by:")
        var means = Table([])
        for limit in limits { means.add([limit.stands ? "best" : "next", limit.name, limit.detail]) }
        for line in means.lines(indent: "  ").dropFirst() { Console.say(line) }
        Console.say("Pictures and archives of extensions are decoded in a sandboxed process:")
        var decoders = Table([])
        for entry in decoding {
            decoders.add([entry.stands ? "yes " : "NO  ", entry.name, Console.tame(entry.detail)])
        }
        for line in decoders.lines(indent: "  ").dropFirst() { Console.say(line) }
        let missing = Self.missingForNetworks
        Console.say(
            "Networks of extensions that may use one: " + (missing.map { "NO, \($0)" } ?? "yes, by slirp4netns"))
        for problem in problems { Console.say("Invalid limit: \(Console.tame(problem))") }
        Console.say(
            report.healthy
                ? "Every layer works."
                : "Some layers do not work; Documentation/Sandbox.md says what each one keeps out.")
    }

    /// Why no extension gets a network; nil if it does.
    private static var missingForNetworks: String? {
        let environment = ProcessInfo.processInfo.environment
        guard ProgramLocator.find("slirp4netns", variable: "APPEX_SLIRP", environment: environment) != nil else {
            return "slirp4netns is not installed"
        }
        return access("/dev/net/tun", R_OK | W_OK) == 0 ? nil : "/dev/net/tun cannot be opened by this user"
    }

    private static var kernel: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "unknown" }
        return withUnsafeBytes(of: &name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
