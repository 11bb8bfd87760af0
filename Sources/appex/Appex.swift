import AppexModel
import AppexRuntimes
import AppexSigning
import ArgumentParser
import Foundation
import Glibc
import OpenExtensionKit

/// The command line tool of a device: a thin client of its broker.
@main
struct Appex: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appex",
        abstract: "Installs apps and runs their app extensions, each in a sandboxed process of its own.",
        discussion: """
            The device is the folder named by APPEX_ROOT, or appex in the user's data folder by default.

            Exit status: 0 success, 1 the extension or the operation failed, 2 wrong usage, 3 not found, \
            4 the extension died or timed out, 5 it could not be started. What went wrong is printed on standard error; \
            with --json also on standard output, as {"error": {"code", "message", "report", "status"}} on one line.
            """,
        version: "OpenExtensionKit \(PackageVersion.current)",
        subcommands: [
            InstallCommand.self, UninstallCommand.self, ListCommand.self, EnableCommand.self, DisableCommand.self,
            ResetCommand.self, MatchCommand.self, TypesCommand.self, PointsCommand.self, OpenCommand.self,
            RunCommand.self,
            ShareCommand.self, WidgetCommand.self, EditCommand.self,
            ProcessesCommand.self,
            CoordinationCommand.self,
            TopCommand.self, MetricsCommand.self, LimitsCommand.self, ReportsCommand.self, LogsCommand.self,
            ExplainCommand.self, DoctorCommand.self, NewCommand.self, DevCommand.self, PrepareCommand.self,
            TestCommand.self,
            CheckCommand.self, BundleCommand.self, PortCommand.self, RuntimeCommand.self, SignCommand.self,
            VerifyCommand.self,
            IdentityCommand.self,
            TrustCommand.self, WebCommand.self, BrowserCommand.self, DesktopCommand.self,
        ])

    static func main() async {
        openStandardStreams()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            if let listing = FailureListing(described: error) { fail(listing) }
            let status = exitCode(for: error)
            // Help that was asked for, and commands that have said what is wrong.
            if status == .success || error is ExitCode { exit(withError: error) }
            let usage = status == .validationFailure
            if usage, let suggestion = unknownCommand(CommandLine.arguments.dropFirst().first) {
                fail(FailureListing(suggestion, code: "usage", .usage))
            }
            fail(
                FailureListing(message(for: error), code: usage ? "usage" : "failed", usage ? .usage : .failed),
                saying: fullMessage(for: error))
        }
    }

    /// A sentence about a first argument that is no command; nil for one that is, and for options.
    private static func unknownCommand(_ name: String?) -> String? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let name, !name.hasPrefix("-"), !names.contains(name) else { return nil }
        return Console.tame(
            "There is no command '\(name)'.\(NearMisses.question(name, among: names)) `appex --help` lists all commands."
        )
    }

    /// Prints a failure and ends the program.
    ///
    /// - Parameter text: for standard error; the failure's own sentence by default.
    private static func fail(_ listing: FailureListing, saying text: String? = nil) -> Never {
        listing.printIfAsked(CommandLine.arguments)
        Console.complain(text ?? listing.error.message)
        Foundation.exit(listing.error.status)
    }
}

/// Opens closed standard streams on `/dev/null`. Otherwise the first files and sockets would get their numbers, and
/// with them the output.
private func openStandardStreams() {
    var opened: CInt
    repeat { opened = open("/dev/null", O_RDWR) } while (0...STDERR_FILENO).contains(opened)
    close(opened)
}

/// The program's exit statuses.
enum ExitStatus: Int32 {
    case failed = 1
    case usage = 2
    case notFound = 3
    case died = 4
    case couldNotStart = 5

    init(_ code: ExtensionError.Code) {
        switch code {
        case .notFound: self = .notFound
        case .couldNotStart, .crashedRepeatedly, .brokerUnavailable: self = .couldNotStart
        case .died, .timedOut, .protocolViolation: self = .died
        default: self = .failed
        }
    }
}

/// A failure of the command itself: one sentence, or a list of them, and an exit status.
struct CommandFailure: Error {
    let message: String
    let status: ExitStatus
    /// Whether the message is a list, with one problem in each line.
    private var isList = false

    /// The message as it can be printed.
    var text: String { isList ? Console.tameText(message) : Console.tame(message) }

    init(_ message: String, _ status: ExitStatus) {
        self.message = message
        self.status = status
    }

    /// The failure to build or to read a package.
    init(_ error: BundlingError) {
        self.init(error.description, .failed)
        isList = error.parts.count > 1
    }
}

/// Changes the device. Unlike a request, a change has no extension that could not be started: a broker that cannot
/// start or that cannot do it, for instance because the disk is full, is a failed operation.
///
/// - Throws: ``CommandFailure`` with ``ExitStatus/failed`` in these cases; otherwise the error of `change`.
nonisolated(nonsending) func changingDevice<Value>(
    _ change: nonisolated(nonsending) () async throws -> Value
) async throws -> Value {
    do {
        return try await change()
    } catch let error as ExtensionError where error.code == .brokerUnavailable {
        throw CommandFailure(error.message, .failed)
    }
}

/// The options that every command has.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON object instead of text.")
    var json = false
}
