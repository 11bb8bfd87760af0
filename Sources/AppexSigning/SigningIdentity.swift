package import AppexModel
import AppexSystem
import Crypto
package import FoundationEssentials
import Glibc
import SwiftASN1
package import SystemPackage
import X509

/// A private key and its certificate, with which apps are signed.
///
/// An identity is a file that only its owner can read, with both as PEM. It can be made with other tools as well: a PKCS #8 or
/// SEC 1 private key, the signer's certificate, and those that lead to one that is trusted.
package struct SigningIdentity: Sendable {
    /// The name of its file.
    package let name: String
    private let key: Certificate.PrivateKey
    private let certificates: [Certificate]

    /// How long the certificate of a new identity is valid, in seconds: five years.
    private static let lifetime = 5.0 * 365 * 86_400
    /// The maximum size of an identity's file in bytes.
    private static let fileLimit = 64 << 10
    /// The name of the identity that is created at first use.
    package static let ownersName = "Owner"

    /// Creates an identity with a new key of P-256 and a certificate that it signs itself, and writes it.
    ///
    /// - Parameter name: becomes the name in the certificate and of the file.
    /// - Parameter folder: the folder of identities, which is created if it does not exist.
    /// - Parameter trust: the list of trusted certificates to add its certificate to; nil to add it to none.
    /// - Throws: ``SigningError`` with the code `identity` if it exists already or the name is not one of a file; `files`.
    package static func create(
        _ name: String, in folder: FilePath, trustedIn trust: FilePath? = nil
    ) throws(SigningError) -> SigningIdentity {
        let file = try file(of: name, in: folder)
        let lock = try lock(folder)
        defer { withExtendedLifetime(lock) {} }
        guard access(file.string, F_OK) != 0 else {
            throw SigningError(.identity, "There is an identity \(name) already; choose another name.")
        }
        // From yesterday on, for machines whose clocks are slow.
        let identity = try SigningIdentity(new: name, from: .now - 86_400, lifetime: lifetime)
        // Before the identity, so that a process that is killed here leaves no identity that nobody trusts.
        if let trust { try identity.trust(in: trust) }
        try identity.write(to: file)
        return identity
    }

    /// Waits until no other process creates an identity. Blocks.
    private static func lock(_ folder: FilePath) throws(SigningError) -> FileLock {
        do {
            try PrivateFolder.make(folder)
            return try FileLock.waiting(for: folder.appending(".lock"))
        } catch {
            throw SigningError(.files, "Cannot write to the folder of identities \(folder).", cause: error)
        }
    }

    /// Creates an identity with a new key, which is not written.
    ///
    /// - Parameter start: when its certificate begins to be valid.
    /// - Parameter lifetime: for how long it is valid, in seconds.
    init(new name: String, from start: Date, lifetime: TimeInterval) throws(SigningError) {
        do {
            let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
            let subject = try DistinguishedName { CommonName(name) }
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
                notValidBefore: start, notValidAfter: start + lifetime, issuer: subject, subject: subject,
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(digitalSignature: true, keyCertSign: true))
                    try ExtendedKeyUsage([.codeSigning])
                },
                issuerPrivateKey: key)
            self.init(name: name, key: key, certificates: [certificate])
        } catch {
            throw SigningError(.identity, "Cannot create the identity \(name).", cause: error)
        }
    }

    /// Writes the identity to a file in a folder that exists.
    func write(to file: FilePath) throws(SigningError) {
        do {
            let parts =
                [try key.serializeAsPEM().pemString] + (try certificates.map { try $0.serializeAsPEM().pemString })
            try WholeFile.replace(file, with: Array((parts.joined(separator: "\n") + "\n").utf8))
        } catch {
            throw SigningError(.files, "Cannot write the identity \(file).", cause: error)
        }
    }

    /// Reads an identity.
    ///
    /// - Throws: ``SigningError`` with the code `identity` if no identity has this name; `invalid`, `files`.
    package init(_ name: String, in folder: FilePath) throws(SigningError) {
        let file = try Self.file(of: name, in: folder)
        var status = stat()
        if lstat(file.string, &status) == 0, status.st_uid != geteuid() || status.st_mode & 0o077 != 0 {
            throw SigningError(
                .invalid, "Cannot use the identity \(file): it must be yours, and readable by you alone (`chmod 600`).")
        }
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try WholeFile.read(file, limit: Self.fileLimit)
        } catch .noSuchFileOrDirectory {
            throw SigningError(
                .identity,
                "There is no identity \(name); `appex identity list` lists them, and `appex identity create` makes one."
            )
        } catch {
            throw SigningError(.files, "Cannot read the identity \(file).", cause: error)
        }
        do {
            let documents = try PEMDocument.parseMultiple(pemString: String(decoding: bytes, as: UTF8.self))
            guard let first = documents.first else { throw IncompleteIdentity() }
            key = try Certificate.PrivateKey(pemDocument: first)
            certificates = try documents.dropFirst().map { try Certificate(pemDocument: $0) }
            guard certificates.first?.publicKey == key.publicKey else { throw IncompleteIdentity() }
        } catch {
            throw SigningError(
                .invalid, "Cannot use the identity \(file): it must be a private key and then its certificate, as PEM.",
                cause: error)
        }
        self.name = name
    }

    private init(name: String, key: Certificate.PrivateKey, certificates: [Certificate]) {
        self.name = name
        self.key = key
        self.certificates = certificates
    }

    private static func file(of name: String, in folder: FilePath) throws(SigningError) -> FilePath {
        guard !name.isEmpty, FileNameRule.isValid(name + ".pem") else {
            throw SigningError(
                .identity, "An identity cannot be called \"\(name.tamed())\"; use \(FileNameRule.expected).")
        }
        return folder.appending(name + ".pem")
    }

    /// The names of the identities in a folder, in alphabetical order.
    package static func names(in folder: FilePath) -> [String] {
        let names = (try? Folder(at: folder).names(limit: 1_000)) ?? []
        return names.filter { $0.extension == "pem" }.map(\.stem).sorted()
    }

    /// The identity of the device's owner. If it does not exist, it is created and trusted.
    ///
    /// - Throws: ``SigningError``.
    package static func owner(of layout: DeviceLayout) throws(SigningError) -> SigningIdentity {
        do throws(SigningError) {
            return try SigningIdentity(ownersName, in: layout.identities)
        } catch {
            guard error.code == .identity else { throw error }
        }
        do throws(SigningError) {
            return try create(ownersName, in: layout.identities, trustedIn: layout.trust)
        } catch {
            // Another process may have created it in the meantime.
            guard error.code == .identity else { throw error }
            return try SigningIdentity(ownersName, in: layout.identities)
        }
    }

    /// Adds the certificate that others need to trust to the list in a folder.
    ///
    /// - Throws: ``SigningError`` with the code `files`.
    @discardableResult
    package func trust(in folder: FilePath) throws(SigningError) -> TrustList.Entry? {
        guard let last = certificates.last else { return nil }
        return try TrustList.add(last, in: folder)
    }

    /// Who signs with this identity.
    package var signer: Signer {
        Signer(
            name: certificates.first?.displayName ?? name,
            fingerprint: (certificates.last ?? certificates.first)?.fingerprint ?? "")
    }

    /// When its certificate expires.
    package var expiry: Date? { certificates.map(\.notValidAfter).min() }

    /// The certificate to give to others so that they can trust the identity, as PEM.
    ///
    /// - Throws: ``SigningError`` with the code `invalid`.
    package func exportedCertificate() throws(SigningError) -> String {
        do { return try (certificates.last?.serializeAsPEM().pemString ?? "") + "\n" } catch {
            throw SigningError(.invalid, "Cannot export the certificate of \(name).", cause: error)
        }
    }

    /// Signs a bundle: writes the list of its files and the signature into the bundle.
    ///
    /// - Parameter bundle: the folder `NAME.app`.
    /// - Throws: ``SigningError`` with the code `invalid` or `files`.
    package func sign(_ bundle: FilePath) throws(SigningError) {
        let text = try SealedFiles(ofBundleAt: bundle).text()
        do {
            guard let algorithm = key.publicKey.algorithm else { throw IncompleteIdentity() }
            let signature = BundleSignature(
                certificates, try key.sign(bytes: text, signatureAlgorithm: algorithm).rawRepresentation)
            try SignatureFiles(text: text, signature: signature.text()).write(to: bundle)
        } catch {
            throw SigningError(.files, "Cannot write the signature of \(bundle).", cause: error)
        }
    }
}

/// An identity lacks a key or its certificate, or has a key that cannot sign apps.
private struct IncompleteIdentity: Error {}
