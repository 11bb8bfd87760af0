import AppexModel
import AppexSigning
import ArgumentParser
import Foundation

struct IdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "Creates and lists the identities with which you sign apps.",
        discussion: """
            An identity is a private key with a certificate. The identity "\(SigningIdentity.ownersName)" is created when an app \
            is first signed, and this device trusts it. To let other devices install what you sign, give them the certificate \
            that `appex identity export` prints; `appex trust add` takes it.
            """,
        subcommands: [Create.self, List.self, Export.self], defaultSubcommand: List.self)

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Creates an identity, which this device then trusts.")

        @Argument(help: "The name, which is part of the certificate.")
        var name: String

        @OptionGroup var output: OutputOptions

        func run() throws {
            let place = try SigningPlace()
            let identity = try SigningIdentity.create(
                name, in: place.layout.identities, trustedIn: place.layout.trust)
            if output.json { return try Console.print(SignerListing(identity)) }
            Console.say("Created \(name), team \(identity.signer.team).")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists your identities.")

        @OptionGroup var output: OutputOptions

        func run() throws {
            let place = try SigningPlace()
            let names = SigningIdentity.names(in: place.layout.identities)
            let identities = names.compactMap { name -> SigningIdentity? in
                do throws(SigningError) { return try SigningIdentity(name, in: place.layout.identities) } catch {
                    Console.complain("warning: \(Console.tame(error.description))")
                    return nil
                }
            }
            if output.json { return try Console.print(identities.map(SignerListing.init)) }
            guard !identities.isEmpty else {
                return Console.say("There are no identities; the first is created when an app is signed.")
            }
            var table = Table(["NAME", "TEAM", "VALID UNTIL"])
            for identity in identities {
                table.add([identity.name, identity.signer.team, identity.expiry?.day ?? ""])
            }
            table.print()
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the certificate of an identity, by which others can trust it.")

        @Argument(help: "The identity's name.")
        var name = SigningIdentity.ownersName

        func run() throws {
            let identity = try SigningIdentity(name, in: SigningPlace().layout.identities)
            Console.say(try identity.exportedCertificate().trimmingCharacters(in: .newlines))
        }
    }
}

/// A signer, as printed with --json.
struct SignerListing: Encodable {
    let name: String
    let team: String
    let fingerprint: String
    /// The last day on which the certificate is valid.
    let validUntil: String?

    init(_ identity: SigningIdentity) {
        name = identity.name
        team = identity.signer.team
        fingerprint = identity.signer.fingerprint
        validUntil = identity.expiry?.day
    }

    init(_ entry: TrustList.Entry) {
        name = entry.name
        team = entry.team
        fingerprint = entry.fingerprint
        validUntil = entry.expiry.day
    }

    init(_ signer: Signer) {
        name = signer.name
        team = signer.team
        fingerprint = signer.fingerprint
        validUntil = nil
    }
}
