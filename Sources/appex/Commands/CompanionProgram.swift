import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// A program of OpenExtensionKit beside this one, which performs a command.
enum CompanionProgram {
    /// Replaces this process with a program, which then handles signals and sets the exit status.
    ///
    /// - Parameter variable: the environment variable with its path.
    /// - Throws: ``CommandFailure`` if it does not exist or cannot be executed.
    static func execute(_ name: String, variable: String, _ arguments: [String]) throws {
        let environment = ProcessInfo.processInfo.environment
        guard let program = ProgramLocator.find(name, variable: variable, environment: environment) else {
            throw CommandFailure(
                "Cannot find the program \(name) next to this one; install it, or set \(variable) to its path.",
                .couldNotStart)
        }
        var pointers = ([program.string] + arguments).map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        execv(program.string, pointers)
        throw CommandFailure("Cannot start \(program): \(String(cString: strerror(errno))).", .couldNotStart)
    }
}
