import AppexSystem
import ArgumentParser
import Foundation
import Glibc
import SystemPackage

struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Shows the device in a browser on this machine: photographs, notes, widgets, settings.",
        discussion: "Runs the program appex-web, which has to be next to this one or named by APPEX_WEB.")

    @Argument(parsing: .captureForPassthrough, help: "See `appex web --help`.")
    var arguments: [String] = []

    /// Replaces this process with appex-web, which then handles signals and sets the exit status.
    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let program = ProgramLocator.find("appex-web", variable: "APPEX_WEB", environment: environment) else {
            throw CommandFailure(
                "Cannot find the program appex-web next to this one; install it, or set APPEX_WEB to its path.",
                .couldNotStart)
        }
        let words = [program.string] + arguments
        var pointers = words.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        execv(program.string, pointers)
        throw CommandFailure("Cannot start \(program): \(String(cString: strerror(errno))).", .couldNotStart)
    }
}
