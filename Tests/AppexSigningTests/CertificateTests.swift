import AppexSigning
import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import SystemPackage
import Testing
import X509

/// Certificates that somebody made with other tools.
private struct Chain {
    var days = -1.0...30.0
    var usage: ExtendedKeyUsage.Usage = .codeSigning
    var isAuthority = true
    var key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    /// What the root may do; nil for everything.
    var rootUsage: KeyUsage?
    var rootPurpose: ExtendedKeyUsage.Usage?
    /// How often the root is in the bundle.
    var copies = 1

    private static let root = Certificate.PrivateKey(P384.Signing.PrivateKey())

    /// An identity of a leaf that a root has signed, as a file.
    func write(_ name: String, in folder: FilePath, withRoot: Bool = true) throws {
        let rootName = try DistinguishedName { CommonName("Root") }
        let root = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: Self.root.publicKey, notValidBefore: .now - 86_400,
            notValidAfter: .now + 90 * 86_400, issuer: rootName, subject: rootName,
            signatureAlgorithm: .ecdsaWithSHA384,
            extensions: try Certificate.Extensions {
                if isAuthority {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                } else {
                    Critical(BasicConstraints.notCertificateAuthority)
                }
                if let rootUsage { Critical(rootUsage) }
                if let rootPurpose { try ExtendedKeyUsage([rootPurpose]) }
            }, issuerPrivateKey: Self.root)
        let leaf = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: key.publicKey,
            notValidBefore: .now + days.lowerBound * 86_400, notValidAfter: .now + days.upperBound * 86_400,
            issuer: rootName, subject: try DistinguishedName { CommonName("Leaf") },
            signatureAlgorithm: .ecdsaWithSHA384,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                try ExtendedKeyUsage([usage])
            }, issuerPrivateKey: Self.root)
        let documents =
            [try key.serializeAsPEM(), try leaf.serializeAsPEM()]
            + (withRoot ? Array(repeating: try root.serializeAsPEM(), count: copies) : [])
        let text = documents.map(\.pemString).joined(separator: "\n")
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.appending(name + ".pem").string))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder.appending(name + ".pem").string)
        try Data(try root.serializeAsPEM().pemString.utf8).write(
            to: URL(fileURLWithPath: folder.removingLastComponent().appending("root.pem").string))
    }
}

/// Whose signatures are accepted.
@Suite struct CertificateTests {
    private func sign(
        _ chain: Chain, _ fixture: SignedBundle, withRoot: Bool = true, isTrusted: Bool = true
    ) async throws -> SigningError? {
        try chain.write("Leaf", in: fixture.identities, withRoot: withRoot)
        try SigningIdentity("Leaf", in: fixture.identities).sign(fixture.bundle)
        if isTrusted { _ = try TrustList.add(fixture.folder.appending("root.pem"), in: fixture.trusted) }
        return await fixture.refusal()
    }

    @Test(arguments: [true, false])
    func `a certificate that leads to a trusted one is accepted, also if that is not in the bundle`(
        _ withRoot: Bool
    ) async throws {
        try await SignedBundle.with { fixture in
            let error = try await sign(Chain(), fixture, withRoot: withRoot)
            #expect(error == nil)
            let signer = try await fixture.verify()
            #expect(signer.name == "Leaf")
            // The team is that of the root, whichever certificate it has issued.
            #expect(try TrustList(in: fixture.trusted).entries.contains { $0.fingerprint == signer.fingerprint })
        }
    }

    @Test func `an app of a stranger is refused until its maker is trusted, and again when no longer`() async throws {
        try await SignedBundle.with { fixture in
            let stranger = try SigningIdentity.create("Stranger", in: fixture.identities)
            try stranger.sign(fixture.bundle)
            let error = try #require(await fixture.refusal())
            #expect(error.code == .untrusted && error.description.contains("Stranger"), "\(error)")
            #expect(await fixture.refusal(.everybody) == nil)
            let entry = try await TrustList.add(makerOf: fixture.bundle, in: fixture.trusted)
            #expect(await fixture.refusal() == nil)
            try TrustList.remove(entry)
            #expect(await fixture.refusal()?.code == .untrusted)
        }
    }

    @Test func `a certificate that was added to a signature of somebody else is not trusted with it`() async throws {
        try await SignedBundle.with { fixture in
            let other = try SigningIdentity.create("Other", in: fixture.identities).exportedCertificate()
            let file = fixture.bundle.appending(SealedFiles.signatureFile.components).string
            let signature = try String(contentsOfFile: file, encoding: .utf8)
            let place = try #require(signature.range(of: "-----BEGIN SIGNATURE-----")).lowerBound
            let forged = signature[..<place] + other + signature[place...]
            try fixture.write(String(forged), to: SealedFiles.signatureFile.string)
            await #expect(throws: SigningError.self) {
                try await TrustList.add(makerOf: fixture.bundle, in: fixture.trusted)
            }
            #expect(try TrustList(in: fixture.trusted).entries.map(\.name) == ["Maker"])
        }
    }

    @Test func `somebody who takes the name of a trusted maker is not trusted`() async throws {
        try await SignedBundle.with { fixture in
            let elsewhere = fixture.folder.appending("elsewhere")
            try SigningIdentity.create("Maker", in: elsewhere).sign(fixture.bundle)
            #expect(await fixture.refusal()?.code != nil)
        }
    }

    @Test(arguments: [
        (-30.0...(-1.0), "has expired"), (1.0...30.0, "is not valid before"),
    ])
    func `a certificate is used only in its time`(_ days: ClosedRange<Double>, _ words: String) async throws {
        try await SignedBundle.with { fixture in
            let error = try #require(try await sign(Chain(days: days), fixture))
            #expect(error.code == .invalid && error.description.contains(words), "\(error)")
            #expect(await fixture.refusal(.everybody)?.code == .invalid)
        }
    }

    @Test func `a certificate for something else signs no app`() async throws {
        try await SignedBundle.with { fixture in
            let error = try #require(try await sign(Chain(usage: .serverAuth), fixture))
            #expect(error.description.contains("not for signing code"), "\(error)")
        }
    }

    @Test func `a certificate that may not issue others does not`() async throws {
        try await SignedBundle.with { fixture in
            let error = try await sign(Chain(isAuthority: false), fixture)
            #expect(error?.code == .invalid)
            #expect(await fixture.refusal(.everybody)?.code == .invalid)
        }
    }

    @Test func `an issuer is one for certificates that sign code`() async throws {
        for chain in [
            Chain(rootUsage: KeyUsage(digitalSignature: true)), Chain(rootPurpose: .serverAuth),
        ] {
            try await SignedBundle.with { fixture in
                let error = try await sign(chain, fixture)
                #expect(error?.code == .invalid)
            }
        }
        try await SignedBundle.with { fixture in
            let chain = Chain(rootUsage: KeyUsage(keyCertSign: true), rootPurpose: .codeSigning)
            let error = try await sign(chain, fixture)
            #expect(error == nil)
        }
    }

    @Test(arguments: [2, 4]) func `certificates with which ways multiply are refused`(_ copies: Int) async throws {
        try await SignedBundle.with { fixture in
            let error = try await sign(Chain(copies: copies), fixture)
            #expect(error?.code == .invalid)
            #expect(await fixture.refusal(.everybody)?.code == .invalid)
        }
    }

    @Test func `a renewed certificate of the same key is trusted beside the earlier one`() async throws {
        try await SignedBundle.with { fixture in
            let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
            let first = try await sign(Chain(key: key), fixture)
            let root = fixture.folder.appending("root.pem")
            let second = try await sign(Chain(key: key, rootUsage: KeyUsage(keyCertSign: true)), fixture)
            #expect(first == nil && second == nil)
            let entries = try TrustList(in: fixture.trusted).entries
            #expect(entries.count == 3 && Set(entries.map(\.fingerprint)).count == 2)
            _ = try TrustList.add(root, in: fixture.trusted)
            #expect(try TrustList(in: fixture.trusted).entries.count == 3)
        }
    }

    @Test func `an identity that others can read is not used`() async throws {
        try await SignedBundle.with { fixture in
            let file = fixture.identities.appending("Maker.pem").string
            for (mode, isUsable) in [(0o640, false), (0o604, false), (0o600, true), (0o400, true)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
                #expect(((try? SigningIdentity("Maker", in: fixture.identities)) != nil) == isUsable, "\(mode)")
            }
        }
    }

    @Test func `a chain with a gap is refused, whoever is trusted`() async throws {
        try await SignedBundle.with { fixture in
            let error = try await sign(Chain(), fixture, withRoot: false, isTrusted: false)
            #expect(error?.code == .untrusted)
            #expect(await fixture.refusal(.everybody) != nil)
        }
    }

    @Test func `keys of other kinds sign, and weak ones do not`() async throws {
        try await SignedBundle.with { fixture in
            let keys: [Certificate.PrivateKey] = [
                .init(P384.Signing.PrivateKey()), .init(P521.Signing.PrivateKey()),
                .init(Curve25519.Signing.PrivateKey()),
                .init(try _RSA.Signing.PrivateKey(keySize: .bits2048)),
            ]
            for key in keys {
                let error = try await sign(Chain(key: key), fixture)
                #expect(error == nil, "\(key)")
            }
            // The library that signs refuses the key, but another one would not.
            let weak = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024))
            try Chain(key: .init(weak)).write("Weak", in: fixture.identities)
            let refusal = #expect(throws: SigningError.self) { try SigningIdentity("Weak", in: fixture.identities) }
            #expect(refusal?.code == .invalid)
            let identity = try String(contentsOfFile: fixture.identities.appending("Weak.pem").string, encoding: .utf8)
            let list = try SealedFiles(ofBundleAt: fixture.bundle).text()
            let bytes = try weak.signature(for: list, padding: .insecurePKCS1v1_5).rawRepresentation
            let documents = try PEMDocument.parseMultiple(pemString: identity).dropFirst().map(\.pemString)
            let signature = PEMDocument(type: "SIGNATURE", derBytes: Array(bytes)).pemString
            try fixture.write(
                (documents + [signature]).joined(separator: "\n"), to: SealedFiles.signatureFile.string)
            let error = try #require(await fixture.refusal())
            #expect(error.code == .invalid)
        }
    }

    @Test func `an identity is a file of its owner, and is created once`() async throws {
        try await SignedBundle.with { fixture in
            let file = fixture.identities.appending("Maker.pem").string
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
