@testable import AppexSigning
import Foundation
import SystemPackage
import Testing

/// Makers whose keys succeed each other.
@Suite struct SuccessionTests {
    private static func key(_ name: String, in fixture: SignedBundle) throws -> SecretKey {
        let text = try String(contentsOfFile: fixture.identities.appending(name).string, encoding: .utf8)
        return try SecretKey(line: String(text.split(separator: "\n")[1])) { [] }
    }

    /// Signs a bundle with a key and any statements.
    private static func sign(
        _ fixture: SignedBundle, by key: SecretKey, as signer: Signer, _ statements: String
    ) throws {
        let list = Array(try fixture.text(SealedFiles.file).utf8)
        let label = try AppLabel(Array(SignedBundle.manifest().utf8), signer: signer)
        let signature = try Minisignature(of: list, comment: label.comment, by: key)
        try fixture.write(signature.text(note: ""), to: SignatureFiles.signatureFile.string)
        try fixture.write(key.publicKey.text(comment: ""), to: SignatureFiles.keyFile.string)
        try fixture.write(statements, to: SignatureFiles.statementsFile.string)
    }

    /// A statement of a key about its successor.
    private static func statement(_ key: SecretKey, _ successor: PublicKey) throws -> String {
        try KeyHistory(of: key.publicKey).succeeded(by: successor, signedBy: key).text
    }

    @Test func `a successor is the same maker, whom nobody has to trust anew`() throws {
        try SignedBundle.with { fixture in
            let old = try SigningIdentity("Maker", in: fixture.identities)
            for number in 1...KeyHistory.limit {
                let (new, earlier) = try SigningIdentity.renew("Maker", in: fixture.identities)
                #expect(new.signer == old.signer && new.keys.count == number + 1 && Set(new.keys).count == number + 1)
                #expect(FileManager.default.fileExists(atPath: earlier.string))
                #expect(new.exportedKey == old.exportedKey)
                try SigningIdentity("Maker", in: fixture.identities).sign(fixture.bundle)
                #expect(try fixture.verify() == old.signer)
            }
            let error = #expect(throws: SigningError.self) {
                try SigningIdentity.renew("Maker", in: fixture.identities)
            }
            #expect(error?.code == .identity && error?.description.contains("predecessors") == true, "\(error as Any)")
            #expect(SigningIdentity.names(in: fixture.identities) == ["Maker"])
        }
    }

    @Test func `another file with the name of the earlier key is neither replaced nor taken for it`() throws {
        try SignedBundle.with { fixture in
            let old = try SigningIdentity("Maker", in: fixture.identities)
            let earlier = fixture.identities.appending("Maker-\(old.keys[0].prefix(8)).retired")
            try Data("another".utf8).write(to: URL(fileURLWithPath: earlier.string))
            let error = #expect(throws: SigningError.self) {
                try SigningIdentity.renew("Maker", in: fixture.identities)
            }
            #expect(error?.code == .files && error?.description.contains("move it away") == true, "\(error as Any)")
            #expect(try SigningIdentity("Maker", in: fixture.identities).keys == old.keys)
            #expect(try Data(contentsOf: URL(fileURLWithPath: earlier.string)) == Data("another".utf8))

            // What a process has left that was killed before it replaced the identity.
            try FileManager.default.removeItem(atPath: earlier.string)
            try #require(link(fixture.identities.appending("Maker.key").string, earlier.string) == 0)
            let renewed = try SigningIdentity.renew("Maker", in: fixture.identities)
            #expect(renewed.earlier == earlier && renewed.identity.keys.count == 2)
        }
    }

    @Test func `whoever trusts a later key trusts those that it has named, and none before it`() throws {
        try SignedBundle.with { fixture in
            let first = try #require(try TrustList(in: fixture.trusted).entries.first)
            let second = try SigningIdentity.renew("Maker", in: fixture.identities).identity
            try TrustList.remove(first)
            let current = try Self.key("Maker.key", in: fixture).publicKey
            _ = try TrustList.add(current, name: "Maker", in: fixture.trusted)
            // Signed by the first key.
            #expect(fixture.refusal()?.code == .untrusted)
            try second.sign(fixture.bundle)
            #expect(try fixture.verify().team == first.team)
            try SigningIdentity.renew("Maker", in: fixture.identities).identity.sign(fixture.bundle)
            #expect(try fixture.verify().team == first.team)
        }
    }

    @Test func `a key that was revoked ends what it and its successors have signed, and not what was before`() throws {
        try SignedBundle.with { fixture in
            let first = try SigningIdentity("Maker", in: fixture.identities)
            let second = try SigningIdentity.renew("Maker", in: fixture.identities).identity
            let third = try SigningIdentity.renew("Maker", in: fixture.identities).identity
            let revoked = try TrustList.revoke(second.keys[1], name: "Maker", in: fixture.trusted)
            for (identity, isAccepted) in [(first, true), (second, false), (third, false)] {
                try identity.sign(fixture.bundle)
                #expect(fixture.refusal()?.code == (isAccepted ? nil : .revoked))
            }
            // Another successor of the first key is the same maker, and accepted.
            let key = try Self.key("Maker-\(first.keys[0].prefix(8)).retired", in: fixture)
            let other = try SecretKey()
            try Self.sign(fixture, by: other, as: first.signer, try Self.statement(key, other.publicKey))
            #expect(try fixture.verify() == first.signer)
            try TrustList.remove(revoked)
            _ = try TrustList.revoke(first.keys[0], name: "Maker", in: fixture.trusted)
            #expect(fixture.refusal()?.code == .revoked)
        }
    }

    @Test func `nine statements, a circle of them, one of somebody else and one that is cut off are refused`() throws {
        try SignedBundle.with { fixture in
            let signer = try SigningIdentity("Maker", in: fixture.identities).signer
            let key = try Self.key("Maker.key", in: fixture)
            let keys = try (0..<9).map { _ in try SecretKey() }
            let chain = keys + [key]
            let statements = try zip(chain, chain.dropFirst()).map { try Self.statement($0, $1.publicKey) }
            let first = Signer(name: "Maker", fingerprint: keys[1].publicKey.fingerprint)
            try Self.sign(fixture, by: key, as: first, statements.dropFirst().joined())
            #expect(fixture.refusal() == nil)
            let circle = try Self.statement(key, keys[0].publicKey) + Self.statement(keys[0], key.publicKey)
            var forged = statements[8].split(separator: "\n")
            forged[1] = Substring(keys[7].publicKey.line)
            for (text, words) in [
                (statements.joined(), "more than 8"), (circle, "circle"),
                (statements[7], "not signed by the key"),
                (forged.joined(separator: "\n") + "\n", "not signed by the key"),
                (String(statements[8].dropLast(2)), "cut off"), (statements[8] + "more\n", "cut off"), ("", "is empty"),
                ("\u{fffd}", "cut off"),
            ] {
                try Self.sign(fixture, by: key, as: signer, text)
                let error = try #require(fixture.refusal(.everybody), "\(words)")
                #expect(error.code == .invalid && error.description.contains(words), "\(error)")
            }
        }
    }

    @Test func `nobody becomes the maker of an app by a statement about its key, or by leaving one out`() throws {
        try SignedBundle.with { fixture in
            let thief = try SecretKey()
            let key = try Self.key("Maker.key", in: fixture).publicKey
            try fixture.write(try Self.statement(thief, key), to: SignatureFiles.statementsFile.string)
            let error = try #require(fixture.refusal(.everybody))
            #expect(error.code == .invalid && error.description.contains("team"), "\(error)")
            let second = try SigningIdentity.renew("Maker", in: fixture.identities).identity
            try second.sign(fixture.bundle)
            try FileManager.default.removeItem(atPath: fixture.path(SignatureFiles.statementsFile))
            #expect(fixture.refusal(.everybody)?.code == .invalid)
        }
    }
}
