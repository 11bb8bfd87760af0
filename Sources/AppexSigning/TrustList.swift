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
        /// When the certificate ends to be valid.
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
        do {
            let bytes = try WholeFile.read(file, limit: fileLimit)
            return try Certificate(pemEncoded: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw SigningError(
                .invalid, "Cannot read the certificate \(file): it must be one certificate as PEM.", cause: error)
        }
    }

    /// Adds a certificate to the list in a folder.
    ///
    /// - Parameter file: a file with one certificate as PEM, or a signed bundle, whose last certificate is added.
    /// - Returns: the new entry.
    /// - Throws: ``SigningError`` with the code `files`, `invalid` or `unsigned`.
    package static func add(_ file: FilePath, in folder: FilePath) throws(SigningError) -> Entry {
        let certificate = file.extension == "app" ? try lastCertificate(of: file) : try Self.certificate(in: file)
        return try add(certificate, in: folder)
    }

    /// The last certificate of a bundle's signature, to which the others lead.
    private static func lastCertificate(of bundle: FilePath) throws(SigningError) -> Certificate {
        let text: [UInt8]
        do throws(Errno) {
            let file = bundle.appending(SealedFiles.signatureFile.components)
            text = try WholeFile.read(file, limit: BundleSignature.limit)
        } catch {
            throw SigningError(
                .unsigned, "\(bundle) is not signed; give a signed app or a certificate as PEM.", cause: error)
        }
        guard let last = try BundleSignature(text: text).certificates.last else {
            throw SigningError(.unsigned, "\(bundle) has no certificate; give a certificate as PEM.")
        }
        return last
    }

    static func add(_ certificate: Certificate, in folder: FilePath) throws(SigningError) -> Entry {
        let file = folder.appending(certificate.fingerprint + ".pem")
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
        let anchors = acceptsAll ? [last] : entries.map(\.certificate)
        var verifier = Verifier(rootCertificates: CertificateStore(anchors)) {
            RFC5280Policy()
        }
        switch await verifier.validate(leaf: leaf, intermediates: CertificateStore(chain.dropFirst())) {
        case .validCertificate(let validated):
            return validated.root
        case .couldNotValidate(let failures):
            if let failure = failures.first {
                throw SigningError(
                    .invalid, "The certificate of \(leaf.displayName) is not valid: \(failure.policyFailureReason).")
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
        guard usages?.contains(.codeSigning) == true else {
            throw SigningError(
                .invalid,
                "The certificate of \(leaf.displayName) is not for signing code; sign the app with one that is.")
        }
    }
}

extension Date {
    /// The day, as 2026-11-23.
    package var day: String { formatted(.iso8601.year().month().day()) }
}
