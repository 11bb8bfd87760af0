import AppexModel
import AppexSigning
import ArgumentParser
import Foundation

struct IdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "Creates and lists the identities with which you sign apps.",
        discussion: """
            An identity is a secret key. The identity "\(SigningIdentity.ownersName)" is created when an app is first signed, and \
            this device trusts it. To let other devices install what you sign, give them the public key that \
            `appex identity export` prints; `appex trust add` takes it.
            """,
        subcommands: [Create.self, List.self, Export.self, Renew.self], defaultSubcommand: List.self)

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Creates an identity, which this device then trusts.")

        @Argument(help: "The name, under which others see what you sign.")
        var name: String

        @OptionGroup var output: OutputOptions

        func run() throws {
            let place = try SigningPlace()
            let identity = try SigningIdentity.create(
                name, in: place.layout.identities, trustedIn: place.layout.trust)
            if output.json { return try Console.print(SignerListing(identity)) }
            Console.say("Created \(name), team \(identity.signer.team). This device now trusts it.")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists your identities.",
            discussion: """
                Of an identity whose key has a password, only the name is listed, because the public key is encrypted too; \
                `appex identity export` asks for the password.
                """)

        @OptionGroup var output: OutputOptions

        func run() throws {
            let folder = try SigningPlace().layout.identities
            let identities = SigningIdentity.names(in: folder).compactMap { name -> IdentityListing? in
                do throws(SigningError) {
                    guard try !SigningIdentity.hasPassword(name, in: folder) else { return IdentityListing(name: name) }
                    return IdentityListing(name: name, signer: SignerListing(try SigningIdentity(name, in: folder)))
                } catch {
                    Console.complain("warning: \(Console.tame(error.description))")
                    return nil
                }
            }
            if output.json { return try Console.print(identities) }
            guard !identities.isEmpty else {
                return Console.say("There are no identities; the first is created when an app is signed.")
            }
            var table = Table(["NAME", "TEAM", "KEYS", "FINGERPRINT"])
            for identity in identities {
                let keys = identity.signer?.keys ?? []
                table.add([
                    identity.name, identity.signer?.team ?? "-", identity.signer == nil ? "-" : "\(keys.count)",
                    identity.signer == nil ? "the key has a password" : keys.last ?? "",
                ])
            }
            table.print()
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the public key of an identity, by which others can trust it.",
            discussion: "It is a file of minisign, with the first key of the identity.")

        @Argument(help: "The identity's name.")
        var name = SigningIdentity.ownersName

        func run() throws {
            Console.say(try SigningPlace().identity(name).exportedKey.trimmingCharacters(in: .newlines))
        }
    }

    struct Renew: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Gives an identity a new key, which the one in use signs as its successor.",
            discussion: """
                You stay the same maker, of the same team. The earlier key stays in a file beside the identity; move it to a safe \
                place, because whoever has it can sign as you. The new key has no password, also if the earlier one has one: it \
                lies in a file that only you can read.
                """)

        @Argument(help: "The identity's name.")
        var name = SigningIdentity.ownersName

        @OptionGroup var output: OutputOptions

        func run() throws {
            let folder = try SigningPlace().layout.identities
            let hadPassword = try SigningIdentity.hasPassword(name, in: folder)
            let (identity, earlier) = try SigningIdentity.renew(name, in: folder, password: SigningPlace.password)
            if hadPassword {
                Console.complain(
                    "warning: The new key of \(name) has no password, unlike the earlier one; whoever can read its file can "
                        + "sign as you.")
            }
            if output.json { return try Console.print(SignerListing(identity)) }
            Console.say("\(name), team \(identity.signer.team), has a new key; the earlier one is in \(earlier).")
        }
    }
}

/// An identity of a list, as printed with --json: its name alone, or the fields of its signer.
private struct IdentityListing: Encodable {
    let name: String
    /// nil if the key has a password.
    var signer: SignerListing?

    private enum Key: CodingKey { case name, hasPassword }

    func encode(to encoder: any Encoder) throws {
        if let signer { return try signer.encode(to: encoder) }
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(name, forKey: .name)
        try values.encode(true, forKey: .hasPassword)
    }
}

/// A signer, as printed with --json.
struct SignerListing: Encodable {
    let name: String
    let team: String
    /// The fingerprint of the maker's first key, or of the key in the list.
    let fingerprint: String
    /// The fingerprints of the maker's keys, that of the first one first; nil if they are not known.
    let keys: [String]?
    /// Whether the key is revoked; nil if it is not one of the list.
    let isRevoked: Bool?

    init(_ identity: SigningIdentity) {
        self.init(identity.signer, keys: identity.keys)
    }

    init(_ entry: TrustList.Entry) {
        name = entry.name
        team = entry.team
        fingerprint = entry.fingerprint
        keys = nil
        isRevoked = entry.isRevoked
    }

    init(_ signer: Signer, keys: [String]? = nil) {
        name = signer.name
        team = signer.team
        fingerprint = signer.fingerprint
        self.keys = keys
        isRevoked = nil
    }
}
