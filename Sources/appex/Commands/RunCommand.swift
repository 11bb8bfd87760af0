import AppexProtocol
import ArgumentParser
import Foundation
import OpenExtensionKit

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Hands files, a URL, a text or a web page to an extension and writes what it returns.",
        discussion: """
            Returned files get the names that the extension suggests and are written to the current folder or \
            the one given by --out; returned text is printed, or written to the file that --out names if there \
            is no attachment. The address of a page is printed unless there is an --out. An existing file is only \
            replaced with --force.

            With --json it prints an object with "extension", "outputs" (paths), "texts" and "timings" in \
            milliseconds; with --verbose also "processes" and "layers".

            --fault injects a failure, to show how host and device react: \
            \(InjectedFault.grammar). \
            crash, kill and suspend send the extension's process a signal; oom ends it as if it had exceeded its \
            memory limit; hang keeps it running but drops everything it sends; \
            slow-load delays every attachment. A fault that was not reached is reported.

            An extension that shows a view begins the request again in the terminal, as with `appex share`; without a terminal it \
            is refused, and `appex share --plain` shows its view in lines.
            """)

    @Argument(help: "The extension's bundle identifier.")
    var identifier: String

    @OptionGroup var input: InputOptions

    @OptionGroup var page: PageOptions

    @Option(help: ArgumentHelp("Where to write the result.", valueName: "file|folder"), completion: .file())
    var out: String?

    @Option(help: "How many seconds the extension may take, at most 86400.")
    var timeout: Double = 60

    @Option(
        name: .customLong("fault"), help: "Inject a failure, as in kill@load:2; may be repeated.",
        transform: InjectedFault.init(parsing:))
    var faults: [InjectedFault] = []

    @Flag(help: "Replace existing files.")
    var force = false

    @Flag(help: "Also print the processes, the sandbox layers and the times of the steps.")
    var verbose = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout has to be more than 0 and at most 86400 seconds.")
        }
        try page.validate(with: input)
    }

    func run() async throws {
        // Before the items, because it loads the types that the device's apps declare.
        let host = try ExtensionHost()
        let writer = try ReturnedItemsWriter(out: out, force: force)
        guard page.page == nil else {
            return try await page.withVisit(force: force) { try await run(host, writer, $0) }
        }
        do {
            try await run(host, writer, nil)
        } catch let error as ExtensionError where error.needsView && faults.isEmpty {
            try await ViewedRun(identifier: identifier, host: host, writer: writer, isJSON: output.json).run(input)
        }
    }

    /// - Parameter visit: the page to hand over; nil for what the options name.
    private func run(_ host: ExtensionHost, _ writer: ReturnedItemsWriter, _ visit: PageVisit?) async throws {
        let offer = try await visit?.offer(identifier, on: host)
        let shared = if let offer, let visit { try await visit.items(for: offer) } else { [try input.item()] }
        let (asked, limit) = (ContinuousClock.now, Duration.seconds(timeout))
        let identity = try await host.extension(identifier, within: limit)
        let plan = faults.isEmpty ? nil : FaultPlan(faults)
        defer {
            for fault in plan?.unreached ?? [] { Console.complain("The request ended before the fault \(fault).") }
        }
        let (items, timeline) = try await host.request(shared, identity, timeout: limit, faults: plan, since: asked)
        // While the returned items exist, the process that provides them stays alive.
        let report = verbose ? try await RunReport.gather(host, identity, within: limit) : nil
        let results = if let offer, let visit { try await visit.finish(offer, items) } else { items }
        var returned = try await writer.write(results, of: identity.bundleIdentifier, before: asked + limit)
        returned.hasChangedPage = await visit?.hasChanged ?? false
        let finished = ContinuousClock.now
        let timings = Timings(timeline, written: finished)
        if output.json {
            return try Console.print(
                RunListing(
                    extension: identity.bundleIdentifier, processes: report?.processes, layers: report?.layers,
                    timings: timings.milliseconds, outputs: returned.files.map(\.path), texts: returned.texts))
        }
        returned.say(by: identity.localizedName)
        if let report { report.describe(timings) }
    }
}
