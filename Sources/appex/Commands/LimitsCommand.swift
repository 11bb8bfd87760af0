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
        abstract: "Shows what extensions may use, and changes it.",
        discussion: "What is changed counts from the next launch on. It is in Library/limits.json of the device.",
        subcommands: [Show.self, Set.self, Unset.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Shows what an extension, a point or every point gets, and from where.")

        @Argument(help: "An extension's bundle identifier, or an extension point; without it the whole table.")
        var subject: String?

        @OptionGroup var output: OutputOptions

        private struct Listing: Encodable {
            let file: String
            let enforcement: [WallListing]
            let problems: [String]
            let limits: [LimitListing]
        }

        func run() async throws {
            let broker = try ExtensionHost().broker
            let file = OwnerLimits(broker.layout)
            let subjects = try await subjects(broker)
            let enforcement = try await broker.call(BrokerInterface.Enforcement()).0.elements.map(WallListing.init)
            let listings = subjects.map { LimitListing($0.point, $0.identifier, file.overrides) }
            if output.json {
                return try Console.print(
                    Listing(
                        file: broker.layout.limits.string, enforcement: enforcement,
                        problems: file.problems.map(\.description), limits: listings))
            }
            for listing in listings {
                for line in listing.lines { Console.say(line) }
                Console.say("")
            }
            for means in enforcement { Console.say("Enforced: \(means.name), by \(means.detail)") }
            for problem in file.problems { Console.complain(Console.tame(problem.description)) }
        }

        /// One extension or point, or every point that has a row or an override.
        private func subjects(
            _ broker: BrokerClient
        ) async throws -> [(point: ExtensionPointIdentifier, identifier: String?)] {
            let installed = try await broker.call(BrokerInterface.List()).0.elements.flatMap(\.extensions)
            if let subject {
                let found = installed.first { $0.identifier == subject }
                let text = found?.point ?? subject
                guard let point = ExtensionPointIdentifier(rawValue: text) else {
                    throw CommandFailure("\"\(subject)\" is neither an extension nor an extension point.", .notFound)
                }
                let isKnown = ExtensionLimits.pointsOfTheTable.contains(text) || installed.contains { $0.point == text }
                guard isKnown else {
                    throw CommandFailure(
                        "No extension and no extension point \"\(subject)\" is known; `appex list` lists extensions.",
                        .notFound)
                }
                return [(point, found?.identifier)]
            }
            let points = Swift.Set(ExtensionLimits.pointsOfTheTable + installed.map(\.point) + ["com.apple.services"])
            return points.sorted().compactMap { ExtensionPointIdentifier(rawValue: $0) }.map { ($0, nil) }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Gives an extension, a point or the device other limits.")

        @Argument(help: "A bundle identifier, an extension point, or \"device\" for all extensions.")
        var subject: String

        @Argument(help: "Such as memory=64MiB requestTime=30s openRequests=8.")
        var values: [String]

        func run() async throws {
            let changes = try values.map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, let key = LimitKey(rawValue: String(parts[0])) else {
                    throw CommandFailure(
                        "\"\(pair)\" is no limit; write one as in memory=64MiB, of these: \(LimitKey.names).", .usage)
                }
                guard let value = LimitText.value(String(parts[1]), for: key) else {
                    throw CommandFailure(
                        "\"\(parts[1])\" cannot be \(key.rawValue): \(LimitText.expectation(key)) is needed.", .usage)
                }
                return (key, value)
            }
            try await OwnerLimits.change(subject) { values in
                for (key, value) in changes { values[key] = value }
            }
        }
    }

    struct Unset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unset", abstract: "Takes back what was set for an extension, a point or the device.")

        @Argument(help: "A bundle identifier, an extension point, or \"device\" for all extensions.")
        var subject: String

        @Argument(help: "The names of limits; without any, all.")
        var keys: [String] = []

        func run() async throws {
            let names = try keys.map { name in
                guard let key = LimitKey(rawValue: name) else {
                    throw CommandFailure("\"\(name)\" is no limit; there are \(LimitKey.names).", .usage)
                }
                return key
            }
            try await OwnerLimits.change(subject) { values in
                for key in names.isEmpty ? Array(values.keys) : names { values[key] = nil }
            }
        }
    }
}

extension LimitKey {
    fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The limits of one extension or point, as JSON shows them.
private struct LimitListing: Encodable {
    let point: String
    let `extension`: String?
    let limits: [String: Entry]

    struct Entry: Encodable {
        /// As it is written in files.
        let value: String
        /// Bytes, milliseconds or pieces.
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
