import AppexSystem
import ArgumentParser
import Foundation
import Glibc
import SystemPackage

struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Shows the device in a browser on this machine: photographs, notes, widgets, settings.",
        discussion: "Runs the program appex-web, which has to lie beside this one.")

    @Argument(parsing: .captureForPassthrough, help: "See `appex web --help`.")
    var arguments: [String] = []

    /// This process becomes that program, so that its end, its signals and its status are its own.
    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let program = ProgramLocator.find("appex-web", variable: "APPEX_WEB", environment: environment) else {
            throw CommandFailure(
                "Cannot find the program appex-web beside this one; install it, or name it in APPEX_WEB.",
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
