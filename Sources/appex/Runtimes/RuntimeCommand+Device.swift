import AppexModel
import AppexRuntimes
import AppexSystem
import ArgumentParser
import Foundation
import SystemPackage

extension RuntimeCommand {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the runtimes of this device and those that were installed with the programs.")

        @OptionGroup var output: OutputOptions

        /// A runtime and the apps that need it.
        private struct Entry: Encodable {
            let runtime: RuntimeListing
            /// The names of the bundles.
            let apps: [String]
            /// Whether it is one of the device, which `appex runtime remove` can remove.
            let isOwn: Bool
        }

        func run() throws {
            let layout = try SigningPlace().layout
            let needs = try RuntimeUse.needs(of: layout)
            let entries = try AvailableRuntime.all().map {
                Entry(
                    runtime: RuntimeListing($0.manifest, at: $0.folder), apps: needs[$0.manifest.identifier] ?? [],
                    isOwn: $0.folder.starts(with: layout.runtimes))
            }
            if output.json { return try Console.print(entries) }
            guard !entries.isEmpty else {
                return Console.say("No runtime is installed; `appex runtime build` builds one.")
            }
            var table = Table(["RUNTIME", "SIZE", "PLACE", "APPS"])
            for entry in entries {
                table.add([
                    entry.runtime.identifier, entry.runtime.size, entry.isOwn ? "device" : "system",
                    entry.apps.isEmpty ? "none" : Console.tame(entry.apps.joined(separator: ", ")),
                ])
            }
            table.print()
        }
    }

    struct Install: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Installs a runtime on this device.",
            discussion: "Apps that were linked against it can then be started. Other versions stay installed.")

        @Argument(help: "The folder of the runtime, as `appex runtime build` prints it.", completion: .directory)
        var folder: String

        @OptionGroup var output: OutputOptions

        func run() throws {
            let store = RuntimeStore(layout: try SigningPlace().layout)
            let (manifest, isNew) = try store.install(PackageBundler.path(folder))
            let place = store.layout.runtimes.appending(manifest.identifier.rawValue)
            if output.json { return try Console.print(RuntimeListing(manifest, at: place)) }
            Console.say(
                isNew
                    ? "Installed the runtime \(manifest.identifier)."
                    : "The runtime \(manifest.identifier) is already installed.")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes runtimes of this device that no installed app needs.")

        @Argument(help: "The identifier of a runtime, as `appex runtime list` prints it.")
        var identifier: String?

        @Flag(help: "Remove all runtimes of this device that no installed app needs.")
        var unused = false

        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard (identifier == nil) == unused else {
                throw ValidationError("Give either the identifier of a runtime or --unused.")
            }
        }

        func run() throws {
            let layout = try SigningPlace().layout
            let store = RuntimeStore(layout: layout)
            let removed: [RuntimeIdentifier]
            if let text = identifier {
                guard let identifier = RuntimeIdentifier(rawValue: text) else {
                    throw CommandFailure(
                        "\"\(Console.tame(text))\" is not the identifier of a runtime; `appex runtime list` prints them.",
                        .usage)
                }
                let places = RuntimePlaces(
                    layout: layout, environment: ProcessInfo.processInfo.environment,
                    program: ProgramLocator.runningProgram)
                try store.remove(identifier, places: places)
                removed = [identifier]
            } else {
                removed = try store.removeUnused()
            }
            if output.json { return try Console.print(removed.map(\.rawValue)) }
            for identifier in removed { Console.say("Removed the runtime \(identifier).") }
            if removed.isEmpty {
                Console.say(
                    "No runtime was removed, because every runtime on this device is needed by an app, or it has no runtimes."
                )
            }
        }
    }
}
