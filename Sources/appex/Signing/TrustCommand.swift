import AppexModel
import AppexSigning
import ArgumentParser
import Foundation
import SystemPackage

struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Lists and changes whose apps this device installs.",
        discussion: "What is installed already stays when a certificate is removed.",
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the trusted certificates.")

        @OptionGroup var output: OutputOptions

        func run() throws {
            let entries = try TrustList(in: SigningPlace().layout.trust).entries.sorted { $0.name < $1.name }
            if output.json { return try Console.print(entries.map { SignerListing($0) }) }
            guard !entries.isEmpty else {
                return Console.say(
                    "This device trusts nobody yet; your own identity is added when an app is first signed.")
            }
            var table = Table(["NAME", "TEAM", "VALID UNTIL", "FINGERPRINT"])
            for entry in entries { table.add([entry.name, entry.team, entry.expiry.day, entry.fingerprint]) }
            table.print()
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Trusts a maker: this device installs what is signed with the certificate.")

        @Argument(help: "A certificate as PEM, or an app that is signed with it.", completion: .file())
        var file: String

        @OptionGroup var output: OutputOptions

        func run() async throws {
            let path = FilePath(URL(fileURLWithPath: file).standardizedFileURL.path)
            let list = try SigningPlace().layout.trust
            let isApp = path.extension == "app"
            let entry = try await isApp ? TrustList.add(makerOf: path, in: list) : TrustList.add(path, in: list)
            if output.json { return try Console.print(SignerListing(entry)) }
            Console.say("This device trusts \(entry.name), team \(entry.team), fingerprint \(entry.fingerprint).")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Trusts a maker no longer.")

        @Argument(help: "The maker's name or team, or the fingerprint or its beginning.")
        var maker: String

        @OptionGroup var output: OutputOptions

        func run() throws {
            let entries = try TrustList(in: SigningPlace().layout.trust).entries
            let found = entries.filter {
                $0.name == maker || $0.team == maker
                    || (maker.count >= 8 && $0.fingerprint.hasPrefix(maker.lowercased()))
            }
            guard let first = found.first else {
                throw CommandFailure("No trusted certificate is of \"\(maker)\"; `appex trust` lists them.", .notFound)
            }
            guard found.allSatisfy({ $0.fingerprint == first.fingerprint }) else {
                throw CommandFailure("Several makers are called \(maker); give the whole fingerprint.", .usage)
            }
            // All certificates of the maker's key.
            for entry in entries where entry.fingerprint == first.fingerprint { try TrustList.remove(entry) }
            if output.json { return try Console.print(SignerListing(first)) }
            Console.say("This device no longer trusts \(first.name), team \(first.team).")
        }
    }
}
