import AppexModel
import AppexSystem
package import SystemPackage
import X509

/// The two files of a bundle's signature, which are untrusted.
package struct SignatureFiles: Sendable {
    let text: [UInt8]
    let signature: [UInt8]

    /// Reads the files. Blocks.
    ///
    /// - Throws: ``SigningError`` with the code `unsigned` or `files`.
    package init(of bundle: FilePath) throws(SigningError) {
        text = try Self.read(SealedFiles.file, of: bundle, limit: SealedFiles.textLimit)
        signature = try Self.read(SealedFiles.signatureFile, of: bundle, limit: BundleSignature.limit)
    }

    private static func read(_ file: FilePath, of bundle: FilePath, limit: Int) throws(SigningError) -> [UInt8] {
        let path = bundle.appending(file.components)
        do throws(Errno) {
            return try WholeFile.read(path, limit: limit)
        } catch .noSuchFileOrDirectory {
            throw SigningError(
                .unsigned,
                "The app is not signed; `appex sign` signs it, and `appex install --untrusted` installs it as it is.")
        } catch {
            throw SigningError(
                .files, "Cannot read the signature \(ManifestError.printable(path.string, limit: 200)).", cause: error)
        }
    }
}

/// The list of a bundle's files, as somebody has signed it. Whether the files are those of the list is not known yet.
package struct VerifiedSeal: Sendable {
    /// Who has signed the list.
    package let signer: Signer
    /// The files that the bundle must consist of.
    package let files: SealedFiles
    /// What this was read from.
    private let source: SignatureFiles

    /// Verifies the signature of a bundle.
    ///
    /// - Parameter source: untrusted.
    /// - Parameter trust: the certificates that may have been used.
    /// - Throws: ``SigningError`` with the code `changed`, `invalid` or `untrusted`.
    package init(_ source: SignatureFiles, trust: TrustList) async throws(SigningError) {
        self.source = source
        files = try SealedFiles(text: source.text)
        signer = try await Self.signer(of: source.text, BundleSignature(text: source.signature), trust)
    }

    private static func signer(
        of text: [UInt8], _ signature: BundleSignature, _ trust: TrustList
    ) async throws(SigningError) -> Signer {
        guard let leaf = signature.certificates.first else {
            throw SigningError(.invalid, "The signature is damaged: it has no certificate; sign the app again.")
        }
        for certificate in signature.certificates { try check(certificate) }
        guard let algorithm = leaf.publicKey.algorithm,
            leaf.publicKey.isValidSignature(signature.bytes, for: text, signatureAlgorithm: algorithm)
        else {
            throw SigningError(
                .changed,
                "The app was changed after it was signed: the signature of \(leaf.displayName) does not fit; get the app again."
            )
        }
        let anchor = try await trust.anchor(of: signature.certificates)
        return Signer(name: leaf.displayName, fingerprint: anchor.fingerprint)
    }

    /// Refuses weak keys and hash functions.
    private static func check(_ certificate: Certificate) throws(SigningError) {
        guard certificate.publicKey.algorithm != nil, certificate.signatureAlgorithm != .sha1WithRSAEncryption else {
            throw SigningError(
                .invalid,
                "The certificate of \(certificate.displayName) has a weak key or signature; it must be P-256, P-384, P-521, "
                    + "Ed25519, or RSA with at least 2048 bits, and not use SHA-1.")
        }
    }

    /// Checks that a copy of the bundle is what was signed.
    ///
    /// - Parameter found: the files of the copy.
    /// - Parameter signatureFiles: the copy's files with the list and the signature, which must not have been replaced since.
    /// - Throws: ``SigningError`` with the code `changed`.
    package func check(_ found: SealedFiles, signatureFiles: [FilePath: FileDigest]) throws(SigningError) {
        try files.check(found)
        let expected = [
            SealedFiles.file: FileDigest(of: source.text), SealedFiles.signatureFile: FileDigest(of: source.signature),
        ]
        guard signatureFiles == expected else {
            throw SigningError(
                .changed,
                "The app was changed while it was read: the files in \(SealedFiles.folder) are not the signature and its list; "
                    + "try again.")
        }
    }
}
