import ArgumentParser
import Foundation
import Glibc
import OpenExtensionKit

/// The command line of a device: a thin client of its broker.
@main
struct Appex: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appex",
        abstract: "Installs apps and runs their app extensions, each in a sandboxed process of its own.",
        discussion: """
            The device is the folder that APPEX_ROOT names, else appex in the user's data folder.

            Exit status: 0 done, 1 the extension or the operation failed, 2 wrong usage, 3 not found, \
            4 the extension died or timed out, 5 it could not be started.
            """,
        subcommands: [
            InstallCommand.self, UninstallCommand.self, ListCommand.self, EnableCommand.self, DisableCommand.self,
            ResetCommand.self, MatchCommand.self, TypesCommand.self, RunCommand.self, ShareCommand.self,
            ProcessesCommand.self,
            TopCommand.self, MetricsCommand.self, LimitsCommand.self, ReportsCommand.self, LogsCommand.self,
            ExplainCommand.self, DoctorCommand.self, BundleCommand.self, WebCommand.self,
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
        } catch let error as CommandFailure {
            Console.complain(Console.tame(error.message))
            Foundation.exit(error.status.rawValue)
        } catch let error as ExtensionError {
            Console.complain(Console.tame(error.message))
            Foundation.exit(ExitStatus(error.code).rawValue)
        } catch {
            let status = exitCode(for: error)
            guard status == .validationFailure else { exit(withError: error) }
            Console.complain(fullMessage(for: error))
            Foundation.exit(ExitStatus.usage.rawValue)
        }
    }
}

/// Gives the standard streams that nobody has opened to nothing: the first files and sockets would take their numbers,
/// and get what is printed.
private func openStandardStreams() {
    var opened: CInt
    repeat { opened = open("/dev/null", O_RDWR) } while (0...STDERR_FILENO).contains(opened)
    close(opened)
}

/// What the program's exit status means.
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
        case .cancelledByExtension, .refused: self = .failed
        }
    }
}

/// A failure of the command line itself: one sentence and a status.
struct CommandFailure: Error {
    let message: String
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus) {
        self.message = message
        self.status = status
    }
}

/// What every command understands.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print one JSON object instead of text for people.")
    var json = false
}
