import AppexSystem
import ArgumentParser
import Foundation
import OpenExtensionKit
import Subprocess
import SystemPackage

struct DesktopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktop",
        abstract: "Makes `appex edit` a program with which file managers open photographs.",
        subcommands: [Install.self, Uninstall.self])

    struct Install: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a desktop entry for pictures.",
            discussion: """
                File managers and programs for photographs then offer “App Extensions” to open a picture with. It opens a \
                terminal; the edited picture is written beside the original, as PHOTO-edited.jpg.
                """)

        @OptionGroup var output: OutputOptions

        func run() async throws {
            guard let program = ProgramLocator.runningProgram else {
                throw CommandFailure("Cannot find the path of this program, which the desktop has to start.", .failed)
            }
            let entry = try DesktopEntry(ProcessInfo.processInfo.environment)
            try entry.install(program: program.string)
            let isListed = await DesktopCommand.updateList(of: entry)
            if output.json { return try Console.print(Listing(file: entry.file.path, isListed: isListed)) }
            Console.say("Written \(entry.file.path).")
            if !isListed {
                Console.complain(
                    "Cannot run update-desktop-database, which some programs need to find it; install the package desktop-file-utils and try again."
                )
            }
        }
    }

    struct Uninstall: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Removes the desktop entry.")

        @OptionGroup var output: OutputOptions

        func run() async throws {
            let entry = try DesktopEntry(ProcessInfo.processInfo.environment)
            let wasInstalled = try entry.uninstall()
            let isListed = wasInstalled ? await !DesktopCommand.updateList(of: entry) : false
            if output.json {
                return try Console.print(Listing(file: wasInstalled ? entry.file.path : nil, isListed: isListed))
            }
            Console.say(wasInstalled ? "Removed \(entry.file.path)." : "There is no \(entry.file.path).")
        }
    }

    private struct Listing: Encodable {
        /// The file that was written or removed; missing if there was nothing to remove.
        let file: String?
        /// Whether it is in the list of the types that programs open.
        let isListed: Bool
    }

    /// Updates the list in which programs of GNOME look up which program opens a type.
    ///
    /// - Returns: whether that was possible.
    private static func updateList(of entry: DesktopEntry) async -> Bool {
        let result = try? await Subprocess.run(
            .name("update-desktop-database"), arguments: [entry.folder.path], output: .discarded, error: .discarded)
        return result?.terminationStatus.isSuccess ?? false
    }
}
