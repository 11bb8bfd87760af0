import AppexModel
import AppexSystem
package import FoundationEssentials
import Glibc
import SwiftASN1
package import SystemPackage
import X509

/// The certificates that the owner of a device trusts, each in a file of a folder.
package struct TrustList: Sendable {
    /// A certificate of the list.
    package struct Entry: Sendable {
        let certificate: Certificate
        /// The file.
        package let file: FilePath

        /// The name in the certificate, safe to display.
        package var name: String { certificate.displayName }
        /// The SHA-256 of the public key, in hexadecimal digits.
        package var fingerprint: String { certificate.fingerprint }
        /// The maker's team.
        package var team: String { Signer(name: name, fingerprint: fingerprint).team }
        /// When the certificate expires.
        package var expiry: Date { certificate.notValidAfter }
    }

    /// The certificates, in no particular order.
    package let entries: [Entry]
    /// Whether a chain may end in a certificate that is not in the list.
    private let acceptsAll: Bool

    /// The maximum number of certificates.
    private static let limit = 1_000
    /// The maximum size of a file in bytes.
    private static let fileLimit = 16 << 10

    /// Trusts whoever has signed: only that the files are those that were signed is checked.
    package static let everybody = TrustList(entries: [], acceptsAll: true)

    private init(entries: [Entry], acceptsAll: Bool) {
        self.entries = entries
        self.acceptsAll = acceptsAll
    }

    /// Reads the list.
    ///
    /// - Parameter folder: may be missing.
    /// - Throws: ``SigningError`` with the code `files` or `invalid`, which names the file.
    package init(in folder: FilePath) throws(SigningError) {
        var names: [FilePath.Component] = []
        do throws(Errno) {
            names = try Folder(at: folder).names(limit: Self.limit)
        } catch .noSuchFileOrDirectory {
            // Nothing has been trusted yet.
        } catch {
            throw SigningError(.files, "Cannot read the list of trusted certificates in \(folder).", cause: error)
        }
        var entries: [Entry] = []
        for name in names where name.extension == "pem" {
            let file = folder.appending(name)
            entries.append(Entry(certificate: try Self.certificate(in: file), file: file))
        }
        self.init(entries: entries, acceptsAll: false)
    }

    /// Reads the certificate in a file.
    private static func certificate(in file: FilePath) throws(SigningError) -> Certificate {
        let bytes: [UInt8]
        do throws(Errno) { bytes = try WholeFile.read(file, limit: fileLimit) } catch {
            throw SigningError(.files, "Cannot read the certificate \(file): \(error).", cause: error)
        }
        do {
            return try Certificate(pemEncoded: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw SigningError(
                .invalid, "Cannot read the certificate \(file): it must be one certificate as PEM.", cause: error)
        }
    }

    /// Adds a certificate to the list in a folder.
    ///
    /// - Parameter file: a file with one certificate as PEM.
    /// - Returns: the new entry.
    /// - Throws: ``SigningError`` with the code `files` or `invalid`.
    package static func add(_ file: FilePath, in folder: FilePath) throws(SigningError) -> Entry {
        try add(try certificate(in: file), in: folder)
    }

    /// Adds the maker of a signed bundle to the list in a folder: the last certificate of its signature, to which the others lead.
    ///
    /// - Returns: the new entry.
    /// - Throws: ``SigningError`` with the code `unsigned`, `files`, `invalid` or `changed`.
    package static func add(makerOf bundle: FilePath, in folder: FilePath) async throws(SigningError) -> Entry {
        let seal = try await VerifiedSeal(SignatureFiles(of: bundle), trust: .everybody)
        try seal.check(SealedFiles(ofBundleAt: bundle))
        return try add(seal.anchor, in: folder)
    }

    static func add(_ certificate: Certificate, in folder: FilePath) throws(SigningError) -> Entry {
        try checkTime([certificate])
        let file: FilePath
        do {
            // Several certificates can be of one key, for instance one that is renewed.
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            let digest = FileDigest(of: serializer.serializedBytes).description.prefix(16)
            file = folder.appending("\(certificate.fingerprint)-\(digest).pem")
        } catch {
            throw SigningError(
                .invalid, "The certificate of \(certificate.displayName) cannot be written.", cause: error)
        }
        do {
            try PrivateFolder.make(folder)
            try WholeFile.replace(file, with: Array((try certificate.serializeAsPEM().pemString + "\n").utf8))
        } catch {
            throw SigningError(.files, "Cannot write the certificate \(file).", cause: error)
        }
        return Entry(certificate: certificate, file: file)
    }

    /// Removes a certificate from the list. What is installed already stays.
    ///
    /// - Throws: ``SigningError`` with the code `files`.
    package static func remove(_ entry: Entry) throws(SigningError) {
        guard entry.file.withPlatformString({ unlink($0) }) == 0 else {
            throw SigningError(.files, "Cannot remove \(entry.file).", cause: Errno(rawValue: Glibc.errno))
        }
    }

    /// The trusted certificate to which a chain leads.
    ///
    /// - Parameter chain: the signer's certificate and the others of the signature.
    /// - Throws: ``SigningError`` with the code `untrusted` or `invalid`.
    func anchor(of chain: [Certificate]) async throws(SigningError) -> Certificate {
        guard let leaf = chain.first, let last = chain.last else {
            throw SigningError(.invalid, "The signature has no certificate.")
        }
        try Self.checkTime(chain)
        try Self.checkUse(of: leaf)
        try Self.checkOrder(of: chain)
        let anchors = acceptsAll ? [last] : entries.map(\.certificate)
        var verifier = Verifier(rootCertificates: CertificateStore(anchors)) {
            RFC5280Policy()
        }
        switch await verifier.validate(leaf: leaf, intermediates: CertificateStore(chain.dropFirst())) {
        case .validCertificate(let validated):
            return validated.root
        case .couldNotValidate(let failures):
            if let failure = failures.first {
                let reason = "\(failure.policyFailureReason)"
                throw SigningError(
                    .invalid,
                    reason.contains("Self-signed")
                        ? "The certificate of \(leaf.displayName) is signed by itself and must therefore be that of a certificate "
                            + "authority (basic constraints, CA:TRUE); create a new one."
                        : "The certificate of \(leaf.displayName) is not valid: \(String(reason.prefix(200)).tamed()).")
            }
            if acceptsAll {
                throw SigningError(
                    .invalid,
                    "The certificates of \(leaf.displayName) do not lead from one to the next; sign the app again.")
            }
        }
        let team = Signer(name: last.displayName, fingerprint: last.fingerprint).team
        throw SigningError(
            .untrusted,
            "The app is signed by \(leaf.displayName) (team \(team)), whom this device does not trust; if you do, run "
                + "`appex trust add` with the app or the maker's certificate.")
    }

    private static func checkTime(_ chain: [Certificate]) throws(SigningError) {
        let time = Date.now
        for certificate in chain {
            guard time <= certificate.notValidAfter else {
                throw SigningError(
                    .invalid,
                    "The certificate of \(certificate.displayName) has expired on \(certificate.notValidAfter.day); get an app "
                        + "that was signed with a new one.")
            }
            guard time >= certificate.notValidBefore else {
                throw SigningError(
                    .invalid,
                    "The certificate of \(certificate.displayName) is not valid before \(certificate.notValidBefore.day); check "
                        + "this machine's clock.")
            }
        }
    }

    private static func checkUse(of leaf: Certificate) throws(SigningError) {
        let usages = try? leaf.extensions.extendedKeyUsage
        let usage = try? leaf.extensions.keyUsage
        guard usages?.contains(.codeSigning) == true, usage?.digitalSignature != false else {
            throw SigningError(
                .invalid,
                "The certificate of \(leaf.displayName) is not for signing code; sign the app with one that is.")
        }
    }
}

extension TrustList {
    /// Checks that each certificate has issued the one before it, and that there is no other way through them: to look for one
    /// takes a time that grows exponentially with their number.
    private static func checkOrder(of chain: [Certificate]) throws(SigningError) {
        for (certificate, issuer) in zip(chain, chain.dropFirst()) {
            let usage = try? issuer.extensions.keyUsage
            let purposes = try? issuer.extensions.extendedKeyUsage
            guard certificate.issuer == issuer.subject,
                issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
            else {
                throw SigningError(
                    .invalid,
                    "The certificates of \(chain[0].displayName) do not lead from one to the next; sign the app again.")
            }
            guard usage?.keyCertSign != false, purposes.map({ $0.contains(.codeSigning) || $0.contains(.any) }) != false
            else {
                throw SigningError(
                    .invalid, "The certificate of \(issuer.displayName) may not issue certificates for signing code.")
            }
        }
        guard Set(chain.map(\.subject)).count == chain.count else {
            throw SigningError(.invalid, "Two certificates of \(chain[0].displayName) have the same subject.")
        }
    }
}

extension Date {
    /// The day, as 2026-11-23.
    package var day: String { formatted(.iso8601.year().month().day()) }
}
