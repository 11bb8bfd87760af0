import AppexModel
import AppexSystem
import ArgumentParser
import Foundation
import OpenExtensionKit
import SystemPackage

struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Prints what an extension has printed: time in UTC, process, and a line of its output or errors.",
        discussion: "The last 1 to 2 MiB are kept. Of more than 512 KiB at once, 64 KiB a second are kept.")

    @Argument(help: "The extension's bundle identifier.")
    var identifier: String

    @Option(help: "Print the last so many lines.")
    var lines: Int = 100

    @Option(help: "Print only what was logged with this level or a more severe one: \(Self.levels).")
    var level: LogRecord.Level?

    @Flag(help: "Then go on and print what comes. With --json, one object on each line.")
    var follow = false

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let `extension`: String
        let lines: [Line]
    }

    private struct Line: Encodable {
        /// nil for a line that does not begin as those of extensions do.
        let time: String?
        let pid: Int32?
        /// These two are nil for what was printed and not logged.
        let level: String?
        let label: String?
        /// Of what was logged, the message and its metadata.
        let text: String

        init(_ text: String) {
            let line = LogLine(text)
            let record = LogRecord(line?.text ?? text)
            time = line?.time
            pid = line?.pid
            level = record?.level.rawValue
            label = record?.label
            self.text = record?.text ?? line?.text ?? text
        }
    }

    func validate() throws {
        guard lines >= 0 else { throw ValidationError("--lines takes a number that is not below 0.") }
    }

    func run() async throws {
        guard let identifier = BundleIdentifier(rawValue: identifier) else {
            throw CommandFailure("\"\(identifier)\" is no bundle identifier; `appex list` lists them.", .notFound)
        }
        let layout = try ExtensionHost().broker.layout
        var current = LogFollower(layout.log(of: identifier))
        var old = LogFollower(FilePath(layout.log(of: identifier).string + ".old"))
        let kept = try (old.next() + current.next()).filter(isWanted)
        let last = kept.suffix(lines)
        guard follow else {
            if kept.isEmpty, level == nil { try await InstalledExtension.check(identifier.rawValue) }
            return try printAll(last)
        }
        try printEach(last)
        try PrivateFolder.make(layout.logs)
        for await _ in try FolderWatch.changes(in: layout.logs) {
            try printEach(current.next().filter(isWanted)[...])
        }
    }

    private static var levels: String { LogRecord.Level.allCases.map(\.rawValue).joined(separator: ", ") }

    private func isWanted(_ line: String) -> Bool {
        guard let level else { return true }
        return LogLine(line).flatMap { LogRecord($0.text) }.map { $0.level >= level } ?? false
    }

    private func printAll(_ lines: ArraySlice<String>) throws {
        if output.json { return try Console.print(Listing(extension: identifier, lines: lines.map(Line.init))) }
        guard !lines.isEmpty else {
            let what = level.map { "logged nothing with the level \($0.rawValue) or a more severe one" }
            return Console.say("\(identifier) has \(what ?? "printed nothing").")
        }
        try printEach(lines)
    }

    private func printEach(_ lines: ArraySlice<String>) throws {
        for line in lines {
            if output.json { try Console.print(Line(line), pretty: false) } else { Console.say(Console.tame(line)) }
        }
    }
}

extension LogRecord.Level: ExpressibleByArgument {}
