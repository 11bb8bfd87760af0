import AppexModel
import AppexSystem
import ArgumentParser
import Foundation
import OpenExtensionKit
import SystemPackage

struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Prints what an extension or app prints: for each line the time in UTC, the process and the text.",
        discussion: "The device keeps the last 1 to 2 MiB. Beyond a burst of 512 KiB, it keeps 64 KiB per second.")

    @Argument(help: "The bundle identifier of the extension or app.")
    var identifier: String

    @Option(help: "How many of the last lines to print.")
    var lines: Int = 100

    @Option(help: "Print only lines logged at this level or a more severe one: \(Self.levels).")
    var level: LogRecord.Level?

    @Flag(help: "Continue with new lines as they appear. With --json, print one object per line.")
    var follow = false

    @OptionGroup var output: OutputOptions

    private struct Listing: Encodable {
        let `extension`: String
        let lines: [Line]
    }

    private struct Line: Encodable {
        /// nil for a line that does not have the form of an extension's log.
        let time: String?
        let pid: Int32?
        /// The level and label are nil for a line that was printed and not logged.
        let level: String?
        let label: String?
        /// The line; for a line that was logged, the message and its metadata.
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
        guard lines >= 0 else { throw ValidationError("--lines has to be 0 or more.") }
    }

    func run() async throws {
        guard let identifier = BundleIdentifier(rawValue: identifier) else {
            throw CommandFailure("\"\(identifier)\" is not a bundle identifier; `appex list` lists them.", .notFound)
        }
        let layout = try ExtensionHost().administration.layout
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
            let what = level.map { "logged nothing at the level \($0.rawValue) or a more severe one" }
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
