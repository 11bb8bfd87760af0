import AppexModel
import AppexSigning
import ArgumentParser
import Foundation
import SystemPackage

struct TrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Lists and changes whose apps this device installs.",
        discussion: "What is installed already stays when a key is removed or revoked.",
        subcommands: [List.self, Add.self, Remove.self, Revoke.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the trusted and the revoked keys.")

        @OptionGroup var output: OutputOptions

        func run() throws {
            let all = try TrustList(in: SigningPlace().layout.trust).entries.sorted { $0.name < $1.name }
            // A key that was trusted before it was revoked has two files.
            let revoked = Set(all.filter(\.isRevoked).map(\.fingerprint))
            let entries = all.filter { $0.isRevoked || !revoked.contains($0.fingerprint) }
            if output.json { return try Console.print(entries.map { SignerListing($0) }) }
            guard !entries.isEmpty else {
                return Console.say(
                    "This device trusts nobody yet; your own identity is added when an app is first signed.")
            }
            var table = Table(["NAME", "TEAM", "STATE", "FINGERPRINT"])
            for entry in entries {
                table.add([entry.name, entry.team, entry.isRevoked ? "revoked" : "trusted", entry.fingerprint])
            }
            table.print()
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Trusts a maker: this device installs what is signed with the key, or with one that succeeds it.")

        @Argument(help: "A public key of minisign, or a signed app.", completion: .file())
        var file: String

        @OptionGroup var output: OutputOptions

        func run() throws {
            let path = FilePath(URL(fileURLWithPath: file).standardizedFileURL.path)
            let list = try SigningPlace().layout.trust
            let isApp = path.extension == "app"
            let entry = try isApp ? TrustList.add(makerOf: path, in: list) : TrustList.add(path, in: list)
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
            let entries = try TrustList(in: SigningPlace().layout.trust).entries.filter { !$0.isRevoked }
            guard let entry = try TrustCommand.entry(of: maker, among: entries) else {
                throw CommandFailure("No trusted key is of \"\(maker)\"; `appex trust` lists them.", .notFound)
            }
            try TrustList.remove(entry)
            if output.json { return try Console.print(SignerListing(entry)) }
            Console.say("This device no longer trusts \(entry.name), team \(entry.team).")
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Refuses a key that somebody else may have: no app is installed that it, or a successor of it, has signed.",
            discussion: "Revoking the first key of a maker refuses all of the maker's apps, whoever is trusted.")

        @Argument(
            help: "A maker's name or team, the fingerprint or its beginning, or a file with a public key of minisign.",
            completion: .file())
        var key: String

        @Flag(help: "Take the revocation back.")
        var undo = false

        @OptionGroup var output: OutputOptions

        func run() throws {
            let list = try SigningPlace().layout.trust
            let entries = try TrustList(in: list).entries
            let entry = undo ? try takeBack(entries) : try revoke(entries, in: list)
            if output.json { return try Console.print(SignerListing(entry)) }
            Console.say(
                "This device \(undo ? "no longer refuses" : "refuses") the key \(entry.fingerprint) of \(entry.name).")
        }

        private func revoke(_ entries: [TrustList.Entry], in list: FilePath) throws -> TrustList.Entry {
            if let known = try TrustCommand.entry(of: key, among: entries) {
                return try TrustList.revoke(known.fingerprint, name: known.name, in: list)
            }
            let file = FilePath(URL(fileURLWithPath: key).standardizedFileURL.path)
            guard FileManager.default.fileExists(atPath: file.string) else {
                guard key.utf8.count == 64 else {
                    throw CommandFailure(
                        "No key is of \"\(key)\"; give the whole fingerprint, or a file with the public key.", .notFound
                    )
                }
                return try TrustList.revoke(key.lowercased(), name: "unknown", in: list)
            }
            let found = try TrustList.key(in: file)
            return try TrustList.revoke(found.fingerprint, name: found.name, in: list)
        }

        private func takeBack(_ entries: [TrustList.Entry]) throws -> TrustList.Entry {
            guard let entry = try TrustCommand.entry(of: key, among: entries.filter(\.isRevoked)) else {
                throw CommandFailure("No revoked key is of \"\(key)\"; `appex trust` lists them.", .notFound)
            }
            try TrustList.remove(entry)
            return entry
        }
    }

    /// The key that a user means; nil if no key matches.
    ///
    /// - Parameter text: a name, a team, or at least eight digits of a fingerprint.
    /// - Throws: ``CommandFailure`` if there are several.
    fileprivate static func entry(
        of text: String, among entries: [TrustList.Entry]
    ) throws(CommandFailure) -> TrustList.Entry? {
        let found = entries.filter {
            $0.name == text || $0.team == text || (text.count >= 8 && $0.fingerprint.hasPrefix(text.lowercased()))
        }
        guard found.allSatisfy({ $0.fingerprint == found.first?.fingerprint }) else {
            throw CommandFailure("Several makers are called \(text); give the whole fingerprint.", .usage)
        }
        return found.first
    }
}
