import AppexSigning
import Foundation
import SystemPackage
import Testing

/// Whose signatures are accepted.
@Suite struct KeyTests {
    @Test func `an app of a stranger is refused until its maker is trusted, and again when no longer`() throws {
        try SignedBundle.with { fixture in
            let stranger = try SigningIdentity.create("Stranger", in: fixture.identities)
            try stranger.sign(fixture.bundle)
            let error = try #require(fixture.refusal())
            #expect(error.code == .untrusted && error.description.contains("Stranger"), "\(error)")
            #expect(fixture.refusal(.everybody) == nil)
            let entry = try TrustList.add(makerOf: fixture.bundle, in: fixture.trusted)
            #expect(entry.team == stranger.signer.team && fixture.refusal() == nil)
            try TrustList.remove(entry)
            #expect(fixture.refusal()?.code == .untrusted)
        }
    }

    @Test func `a maker is trusted by the public key that was exported`() throws {
        try SignedBundle.with { fixture in
            let stranger = try SigningIdentity.create("Stranger & Söhne", in: fixture.identities)
            try stranger.sign(fixture.bundle)
            let file = fixture.folder.appending("stranger.pub")
            try Data(stranger.exportedKey.utf8).write(to: URL(fileURLWithPath: file.string))
            let entry = try TrustList.add(file, in: fixture.trusted)
            #expect(entry.name == "Stranger & Söhne" && entry.fingerprint == stranger.signer.fingerprint)
            #expect(try fixture.verify() == stranger.signer)
            // Once more is the same entry.
            _ = try TrustList.add(file, in: fixture.trusted)
            #expect(try TrustList(in: fixture.trusted).entries.count == 2)
        }
    }

    @Test func `a signature is checked with the key in the bundle, and that key has to be trusted`() throws {
        try SignedBundle.with { fixture in
            let maker = try fixture.text(SignatureFiles.keyFile)
            let stranger = try SigningIdentity.create("Maker", in: fixture.folder.appending("elsewhere"))
            try stranger.sign(fixture.bundle)
            #expect(fixture.refusal()?.code == .untrusted)
            // The trusted key beside the signature of another one.
            try fixture.write(maker, to: SignatureFiles.keyFile.string)
            #expect(fixture.refusal()?.code == .changed)
        }
    }

    @Test func `the number of a key does not stand for the key`() throws {
        try SignedBundle.with { fixture in
            let elsewhere = fixture.folder.appending("elsewhere")
            try SigningIdentity.create("Maker", in: elsewhere).sign(fixture.bundle)
            func bytes(_ file: FilePath) throws -> Data {
                let lines = try String(contentsOfFile: file.string, encoding: .utf8).split(separator: "\n")
                return try #require(Data(base64Encoded: String(lines[1])))
            }
            // The stranger's key with the number of the one that is trusted.
            let trusted = try #require(try TrustList(in: fixture.trusted).entries.first)
            let number = try bytes(trusted.file)[2..<10]
            for file in [SignatureFiles.keyFile, SignatureFiles.signatureFile] {
                var lines = try fixture.text(file).split(separator: "\n", omittingEmptySubsequences: false).map(
                    String.init)
                var content = try bytes(fixture.bundle.appending(file.components))
                content.replaceSubrange(2..<10, with: number)
                lines[1] = content.base64EncodedString()
                try fixture.write(lines.joined(separator: "\n"), to: file.string)
            }
            #expect(fixture.refusal()?.code == .untrusted)
            #expect(fixture.refusal(.everybody) == nil)
        }
    }

    @Test func `what a revoked key has signed is refused, also by who trusts everybody, until that is taken back`()
        throws
    {
        try SignedBundle.with { fixture in
            let maker = try SigningIdentity("Maker", in: fixture.identities)
            let entry = try TrustList.revoke(maker.signer.fingerprint, name: "Maker", in: fixture.trusted)
            let error = try #require(fixture.refusal())
            #expect(error.code == .revoked && error.description.contains("Maker"), "\(error)")
            #expect(try fixture.refusal(TrustList(in: fixture.trusted, acceptsAll: true))?.code == .revoked)
            #expect(throws: SigningError.self) { try maker.trust(in: fixture.trusted) }
            #expect(throws: SigningError.self) { try TrustList.add(makerOf: fixture.bundle, in: fixture.trusted) }
            try TrustList.remove(entry)
            #expect(fixture.refusal() == nil)
        }
    }

    @Test(
        arguments: [
            (Weak.zeros, "zeros"), (Weak.one, "small order"), (Weak.minusOne, "small order"),
            (Weak.eight, "small order"),
            (Weak.otherEight, "small order"), (Weak.negativeEight, "small order"), (Weak.prime, "small order"),
            (Weak.primeAndOne, "small order"), (Weak.primeAndTwo, "only form"), (Weak.largest, "only form"),
        ] as [([UInt8], String)])
    func `a key with which anybody can sign, or that has two forms, is refused by name`(
        _ key: [UInt8], _ words: String
    ) throws {
        try SignedBundle.with { fixture in
            let line = Data(Array("Ed".utf8) + [UInt8](repeating: 1, count: 8) + key).base64EncodedString()
            let text = "untrusted comment: weak\n\(line)\n"
            let file = fixture.folder.appending("weak.pub")
            try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
            let error = #expect(throws: SigningError.self) { try TrustList.add(file, in: fixture.trusted) }
            #expect(error?.code == .invalid && error?.description.contains(words) == true, "\(error as Any)")
            try fixture.write(text, to: SignatureFiles.keyFile.string)
            let refusal = try #require(fixture.refusal(.everybody))
            #expect(refusal.code == .invalid && refusal.description.contains(words), "\(refusal)")
        }
    }

    @Test(
        arguments: [
            ("-----BEGIN CERTIFICATE-----\n", "certificate"), ("-----BEGIN PUBLIC KEY-----\n", "PEM"),
            ("ssh-ed25519 AAAA x\n", "OpenSSH"), ("-----BEGIN PGP PUBLIC KEY BLOCK-----\n", "OpenPGP"),
            ("untrusted comment: x\nRWQ=\n", "base 64"), ("untrusted comment: x\n", "minisign"), ("", "minisign"),
            ("untrusted comment: x\n\(String(repeating: "A", count: 56))\n", "algorithm"),
        ] as [(String, String)])
    func `a file of another format is no key`(_ text: String, _ words: String) throws {
        try SignedBundle.with { fixture in
            let file = fixture.folder.appending("other.pub")
            try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
            let error = #expect(throws: SigningError.self) { try TrustList.add(file, in: fixture.trusted) }
            #expect(error?.code == .invalid && error?.description.contains(words) == true, "\(error as Any)")
            #expect(try TrustList(in: fixture.trusted).entries.count == 1)
        }
    }

    @Test func `a key that is given cannot take over the apps of a certificate`() throws {
        try SignedBundle.with { fixture in
            let key = try SigningIdentity.create("Other", in: fixture.identities).exportedKey
            let file = fixture.folder.appending("other.pub")
            let line = "continues certificate \(String(repeating: "a", count: 64)) Owner\n"
            try Data((key + line).utf8).write(to: URL(fileURLWithPath: file.string))
            #expect(throws: SigningError.self) { try TrustList.add(file, in: fixture.trusted) }
        }
    }

    @Test func `a damaged list of keys trusts nobody`() throws {
        try SignedBundle.with { fixture in
            let entry = try #require(try TrustList(in: fixture.trusted).entries.first)
            let text = try String(contentsOfFile: entry.file.string, encoding: .utf8)
            let other = String(repeating: "0", count: 64)
            for (name, text) in [
                ("\(entry.fingerprint).pub", text + "more\n"), ("\(other).pub", text), ("\(other).revoked", ""),
                ("x.revoked", "Maker\n"),
            ] {
                let file = fixture.trusted.appending(name).string
                let before = FileManager.default.contents(atPath: file)
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                let error = try #require(fixture.refusal())
                #expect(error.code == .invalid && error.description.contains(name), "\(error)")
                try FileManager.default.removeItem(atPath: file)
                if let before { try before.write(to: URL(fileURLWithPath: file)) }
            }
            #expect(fixture.refusal() == nil)
        }
    }

    @Test func `a list of as many files as are allowed is read whole, and a longer one trusts nobody`() throws {
        try SignedBundle.with { fixture in
            let maker = try SigningIdentity("Maker", in: fixture.identities).signer.fingerprint
            func write(_ number: Int, as suffix: String = "revoked") throws -> String {
                let digits = String(number, radix: 16)
                let name = String(repeating: "0", count: 64 - digits.count) + digits
                let file = fixture.trusted.appending("\(name).\(suffix)").string
                try Data("Maker\n".utf8).write(to: URL(fileURLWithPath: file))
                return file
            }
            for number in 1...(TrustList.limit - 2) { _ = try write(number) }
            #expect(fixture.refusal() == nil)
            _ = try TrustList.revoke(maker, name: "Maker", in: fixture.trusted)
            #expect(try TrustList(in: fixture.trusted).entries.count == TrustList.limit)
            #expect(fixture.refusal()?.code == .revoked)
            // A full list takes no further key, but each of its own again.
            let error = #expect(throws: SigningError.self) {
                try TrustList.revoke(String(repeating: "f", count: 64), name: "Other", in: fixture.trusted)
            }
            #expect(error?.code == .files && error?.description.contains("1000 files") == true, "\(error as Any)")
            _ = try TrustList.revoke(maker, name: "Maker", in: fixture.trusted)
            // A file that is not one of a key counts as well.
            let further = try write(0, as: "txt")
            let refusal = try #require(fixture.refusal())
            #expect(refusal.code == .files && refusal.description.contains("more than 1000 files"), "\(refusal)")
            try FileManager.default.removeItem(atPath: further)
            #expect(fixture.refusal()?.code == .revoked)
        }
    }

    @Test func `an identity that others can read is not used`() throws {
        try SignedBundle.with { fixture in
            let file = fixture.identities.appending("Maker.key").string
            for (mode, isUsable) in [(0o640, false), (0o604, false), (0o600, true), (0o400, true)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
                #expect(((try? SigningIdentity("Maker", in: fixture.identities)) != nil) == isUsable, "\(mode)")
            }
        }
    }

    @Test func `an identity is a file of its owner, and is created once`() throws {
        try SignedBundle.with { fixture in
            let file = fixture.identities.appending("Maker.key").string
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(SigningIdentity.names(in: fixture.identities) == ["Maker"])
            for name in ["Maker", "", "../x", "a/b"] {
                let error = #expect(throws: SigningError.self) {
                    try SigningIdentity.create(name, in: fixture.identities)
                }
                #expect(error?.code == .identity, "\(name)")
            }
            #expect(throws: SigningError.self) { try SigningIdentity("Nobody", in: fixture.identities) }
        }
    }
}

/// Points of Ed25519 that are not keys, as the bytes of their coordinate y.
private enum Weak {
    static let zeros = [UInt8](repeating: 0, count: 32)
    static let one: [UInt8] = [1] + Array(zeros.dropLast())
    static let eight: [UInt8] = [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
        0xac,
        0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ]
    static let otherEight: [UInt8] = [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
        0x53,
        0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ]
    static let negativeEight: [UInt8] = Array(eight.dropLast()) + [0x85]
    /// 2²⁵⁵ − 19 and numbers near it.
    private static func nearPrime(_ first: UInt8, _ last: UInt8 = 0x7f) -> [UInt8] {
        [first] + [UInt8](repeating: 0xff, count: 30) + [last]
    }
    static let minusOne = nearPrime(0xec)
    static let prime = nearPrime(0xed)
    static let primeAndOne = nearPrime(0xee, 0xff)
    static let primeAndTwo = nearPrime(0xef)
    static let largest = nearPrime(0xff, 0xff)
}
