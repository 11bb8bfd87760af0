import AppexModel
import AppexProtocol
import AppexSystem
import ArgumentParser
import Foundation
import OpenExtensionKit
import SystemPackage

struct LimitsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits",
        abstract: "Shows and changes the resource limits of extensions.",
        discussion: "Changes apply from the next launch on. They are stored in Library/limits.json of the device.",
        subcommands: [Show.self, Set.self, Unset.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Shows the limits of an app, an extension, a point or every point, and where they come from.")

        @Argument(help: "The bundle identifier of an app or extension, or an extension point; every point by default.")
        var subject: String?

        @OptionGroup var output: OutputOptions

        private struct Listing: Encodable {
            let file: String
            let enforcement: [CheckListing]
            let problems: [String]
            let limits: [LimitListing]
        }

        func run() async throws {
            let device = try ExtensionHost().administration
            let file = OwnerLimits(device.layout)
            let subjects = try await subjects(device, file.overrides)
            let enforcement = try await device.enforcement().map(CheckListing.init)
            let listings = subjects.map { LimitListing($0.point, $0.identifier, file.overrides) }
            if output.json {
                return try Console.print(
                    Listing(
                        file: device.layout.limits.string, enforcement: enforcement,
                        problems: file.problems.map(\.description), limits: listings))
            }
            for listing in listings {
                for line in listing.lines { Console.say(line) }
                Console.say("")
            }
            for means in enforcement { Console.say("Enforced: \(means.name) by \(means.detail)") }
            for problem in file.problems { Console.complain(Console.tame(problem.description)) }
        }

        /// The extension or point that was asked for, or every point that has hosts, extensions or overrides.
        private func subjects(
            _ device: DeviceAdministration, _ overrides: LimitOverrides
        ) async throws -> [(point: ExtensionPointIdentifier, identifier: String?)] {
            let installed = try await device.apps().flatMap(LimitedProgram.of)
            let points = Swift.Set(
                ExtensionPoint.catalogue.filter { !$0.hosts.isEmpty }.map(\.identifier.rawValue)
                    + installed.map(\.point) + Array(overrides.points.keys))
            if let subject {
                let found = installed.first { $0.identifier == subject }
                let text = found?.point ?? subject
                guard let point = ExtensionPointIdentifier(rawValue: text) else {
                    throw CommandFailure("\"\(subject)\" is neither an extension nor an extension point.", .notFound)
                }
                guard points.contains(text) || ExtensionPoint.named(text) != nil else {
                    throw CommandFailure(
                        "There is no app, extension or extension point \"\(subject)\"; `appex list` lists apps and extensions.",
                        .notFound)
                }
                return [(point, found?.identifier)]
            }
            return points.sorted().compactMap { ExtensionPointIdentifier(rawValue: $0) }.map { ($0, nil) }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Sets limits of an app, an extension, a point or the device.")

        @Argument(help: "A bundle identifier, an extension point, or \"device\" for all extensions.")
        var subject: String

        @Argument(help: "Limits such as memory=64MiB requestTime=30s openRequests=8.")
        var values: [String]

        @OptionGroup var output: OutputOptions

        func run() async throws {
            let changes = try values.map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard let name = parts.first, let key = LimitKey(rawValue: String(name)) else {
                    throw CommandFailure("\"\(pair)\" does not name a limit; the limits are \(LimitKey.names).", .usage)
                }
                guard parts.count == 2 else {
                    throw CommandFailure(
                        "\"\(pair)\" has no value; give one, as in \(key.rawValue)=VALUE with \(LimitText.expectation(key)).",
                        .usage)
                }
                guard let value = LimitText.value(String(parts[1]), for: key) else {
                    throw CommandFailure(
                        "\"\(parts[1])\" is not valid for \(key.rawValue): give \(LimitText.expectation(key)).", .usage)
                }
                return (key, value)
            }
            let said = try await OwnerLimits.change(subject) { values in
                for (key, value) in changes { values[key] = value }
            }
            try SaidLimits(subject, said).print(json: output.json)
        }
    }

    struct Unset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset", abstract: "Removes limits that were set for an extension, a point or the device.",
            aliases: ["reset"])

        @Argument(help: "A bundle identifier, an extension point, or \"device\" for all extensions.")
        var subject: String

        @Argument(help: "The names of the limits; all by default.")
        var keys: [String] = []

        @OptionGroup var output: OutputOptions

        func run() async throws {
            let names = try keys.map { name in
                guard let key = LimitKey(rawValue: name) else {
                    throw CommandFailure("\"\(name)\" is not a limit; the limits are \(LimitKey.names).", .usage)
                }
                return key
            }
            let said = try await OwnerLimits.change(subject) { values in
                for key in names.isEmpty ? Array(values.keys) : names { values[key] = nil }
            }
            try SaidLimits(subject, said).print(json: output.json)
        }
    }
}

/// The overrides of an extension, a point or the device after a change.
private struct SaidLimits: Encodable {
    let subject: String
    /// In the notation of the limits file.
    let limits: [String: String]

    init(_ subject: String, _ values: LimitOverrides.Values) {
        self.subject = subject
        limits = Dictionary(
            uniqueKeysWithValues: values.map { ($0.key.rawValue, LimitText.text($0.value, $0.key.unit)) })
    }

    func print(json: Bool) throws {
        if json { return try Console.print(self) }
        let text = limits.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        Console.say("Set for \(subject): \(text.isEmpty ? "nothing" : text). It applies from the next launch on.")
    }
}

extension LimitKey {
    fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The limits of one extension or point, as printed with --json.
private struct LimitListing: Encodable {
    let point: String
    let `extension`: String?
    let limits: [String: Entry]

    struct Entry: Encodable {
        /// In the notation of the limits file.
        let value: String
        /// Bytes, milliseconds or a count.
        let number: UInt64
        /// `table`, `device`, `point` or `extension`.
        let source: String
    }

    init(_ point: ExtensionPointIdentifier, _ identifier: String?, _ overrides: LimitOverrides) {
        self.point = point.rawValue
        `extension` = identifier
        let values = overrides.limits(point, identifier)
        limits = Dictionary(
            uniqueKeysWithValues: LimitKey.allCases.map { key in
                let entry = Entry(
                    value: LimitText.text(values[key], key.unit), number: values[key],
                    source: overrides.source(of: key, point, identifier).rawValue)
                return (key.rawValue, entry)
            })
    }

    var lines: [String] {
        var table = Table(["LIMIT", "VALUE", "FROM", ""])
        for key in LimitKey.allCases {
            guard let entry = limits[key.rawValue] else { continue }
            table.add([key.rawValue, entry.value, entry.source, key.meaning])
        }
        return [`extension`.map { "\($0) (\(point))" } ?? point] + table.lines(indent: "  ")
    }
}
