import AppexProtocol
import ArgumentParser
import Foundation
import OpenExtensionKit

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Hands files, a URL or a text to an extension and writes what it returns.",
        discussion: """
            Returned files get the names that the extension suggests, in the current folder or in the one \
            that --out names; returned text is printed. An existing file is only replaced with --force.

            --fault makes something go wrong on purpose, to see what a host is told and what becomes of it: \
            \(InjectedFault.grammar). \
            crash, kill and suspend send the extension's process a signal; oom stops it as if it had used all its \
            memory; hang lets it run on unheard; \
            slow-load delays every attachment. A point that is not reached is told.
            """)

    @Argument(help: "The extension's bundle identifier.")
    var identifier: String

    @OptionGroup var input: InputOptions

    @Option(help: ArgumentHelp("Where to write what comes back.", valueName: "file|folder"), completion: .file())
    var out: String?

    @Option(help: "How many seconds the extension may take.")
    var timeout: Double = 60

    @Option(
        name: .customLong("fault"), help: "Make something go wrong on purpose, as in kill@load:2; may be repeated.",
        transform: InjectedFault.init(parsing:))
    var faults: [InjectedFault] = []

    @Flag(help: "Replace existing files.")
    var force = false

    @Flag(help: "Also print the processes, the walls of the sandbox and the times of the steps.")
    var verbose = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout takes seconds, more than 0 and at most 86400.")
        }
    }

    func run() async throws {
        // First, as it reads what the device's apps declare of types.
        let host = try ExtensionHost()
        let writer = try ReturnedItemsWriter(out: out, force: force)
        let item = try input.item()
        let identity = try await host.extension(identifier)
        let plan = faults.isEmpty ? nil : FaultPlan(faults)
        defer {
            for fault in plan?.unreached ?? [] { Console.complain("The request did not come to the fault \(fault).") }
        }
        let (items, timeline) = try await host.request([item], identity, timeout: .seconds(timeout), faults: plan)
        // While the returned items exist, so does the process that backs them.
        let report = verbose || output.json ? try await RunReport.gather(host, identity) : nil
        let returned = try await writer.write(items, before: timeline.asked + .seconds(timeout))
        let finished = ContinuousClock.now
        let timings = Timings(timeline, written: finished)
        if output.json {
            return try Console.print(
                RunListing(
                    extension: identity.bundleIdentifier, processes: report?.processes ?? [],
                    walls: report?.walls ?? [],
                    timings: timings.milliseconds, outputs: returned.files.map(\.path), texts: returned.texts))
        }
        returned.say(by: identity.localizedName)
        if verbose, let report { report.describe(timings) }
    }
}
