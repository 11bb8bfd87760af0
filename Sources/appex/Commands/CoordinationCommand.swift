import AppexProtocol
import ArgumentParser
import Foundation
import Glibc
import OpenExtensionKit

struct CoordinationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coordination",
        abstract: "Shows who accesses coordinated files, who waits for them, and who presents them.")

    @Flag(name: .shortAndLong, help: "Keep running, and print the list again after each change.")
    var watch = false

    @OptionGroup var output: OutputOptions

    /// How often `--watch` looks.
    private static let interval = Duration.milliseconds(200)

    private struct Listing: Encodable, Equatable {
        let coordination: [CoordinationListing]
    }

    func run() async throws {
        let device = try ExtensionHost().administration
        var last: Listing?
        while true {
            let listing = Listing(coordination: try await device.coordination().map(CoordinationListing.init))
            let isLive = watch && !output.json && isatty(STDOUT_FILENO) == 1
            if isLive || last != listing {
                if output.json {
                    try Console.print(listing, pretty: !watch)
                } else {
                    // Moves the cursor home and clears what follows.
                    Console.say(
                        (isLive ? "\u{1B}[H\u{1B}[J" : "") + Self.lines(listing.coordination).joined(separator: "\n"))
                }
            }
            guard watch else { return }
            last = listing
            try await Task.sleep(for: Self.interval)
        }
    }

    private static func lines(_ listings: [CoordinationListing]) -> [String] {
        guard !listings.isEmpty else { return ["No process coordinates its access to files."] }
        var table = Table(["PROCESS", "PID", "DOES", "ITEM", "FOR", "WAITS FOR"])
        for listing in listings {
            let process = Console.tame(listing.process) + (listing.isSuspended ? " (suspended)" : "")
            for (index, item) in listing.items.enumerated() {
                let isFirst = index == 0
                table.add([
                    isFirst ? process : "", isFirst ? "\(listing.pid)" : "", item.words(listing.activity),
                    Console.tame(item.path), isFirst ? listing.age.map { String(format: "%.1f s", $0) } ?? "-" : "",
                    isFirst ? Console.tame(listing.waitsFor.joined(separator: ", ")) : "",
                ])
            }
        }
        return table.lines()
    }
}

/// A claim or a presenter, as `appex coordination` lists it.
struct CoordinationListing: Encodable, Equatable {
    struct Item: Encodable, Equatable {
        let path: String
        /// `reading` or `writing`; nil for a presenter.
        let access: String?
        let options: UInt8
    }

    /// `holds`, `waits`, `prepares` or `presents`.
    let activity: String
    let process: String
    let pid: Int32
    let isSuspended: Bool
    let items: [Item]
    /// Seconds; nil for a presenter.
    let age: Double?
    let waitsFor: [String]

    init(_ record: CoordinationRecord) {
        activity = "\(record.activity)"
        process = record.process
        pid = record.pid
        isSuspended = record.isSuspended
        let isClaim = record.activity != .presents
        items = record.items.map { item in
            Item(
                path: item.path, access: isClaim ? (item.isWriting ? "writing" : "reading") : nil,
                options: item.options)
        }
        age = isClaim ? Double(record.age) / 1000 : nil
        waitsFor = record.waitsFor
    }

    /// Whether both say the same, however much time has passed.
    static func == (left: Self, right: Self) -> Bool {
        left.activity == right.activity && left.process == right.process && left.pid == right.pid
            && left.isSuspended == right.isSuspended && left.items == right.items && left.waitsFor == right.waitsFor
    }
}

extension CoordinationListing.Item {
    /// What a process does with the item, in words.
    func words(_ activity: String) -> String {
        guard let access else { return "presents" }
        switch activity {
        case "holds": return access == "writing" ? "writes" : "reads"
        case "prepares": return "asks presenters, for \(access)"
        default: return "waits, for \(access)"
        }
    }
}
