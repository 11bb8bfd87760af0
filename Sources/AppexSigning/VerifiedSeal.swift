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
    /// The trusted certificate to which that of the signer leads.
    let anchor: Certificate
    /// What this was read from.
    private let source: SignatureFiles

    /// Verifies the signature of a bundle.
    ///
    /// - Parameter source: untrusted.
    /// - Parameter trust: the certificates that may have been used.
    /// - Throws: ``SigningError`` with the code `changed`, `invalid` or `untrusted`.
    package init(_ source: SignatureFiles, trust: TrustList) async throws(SigningError) {
        self.source = source
        let signature = try BundleSignature(text: source.signature)
        let leaf = try Self.leaf(of: signature, signing: source.text)
        anchor = try await trust.anchor(of: signature.certificates)
        signer = Signer(name: leaf.displayName, fingerprint: anchor.fingerprint)
        // Last, because it can be long, and anybody can write one.
        files = try SealedFiles(text: source.text)
    }

    /// The certificate with whose key a text was signed.
    private static func leaf(of signature: BundleSignature, signing text: [UInt8]) throws(SigningError) -> Certificate {
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
        return leaf
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

    /// Checks that a bundle, or a copy of it, is what was signed, and that its signature is the one that was read.
    ///
    /// - Parameter found: what is in the bundle.
    /// - Throws: ``SigningError`` with the code `changed`.
    package func check(_ found: SealedFiles) throws(SigningError) {
        try files.check(found)
        let expected: [FilePath: SealedFiles.Entry] = [
            SealedFiles.file: .file(digest: FileDigest(of: source.text), isExecutable: false),
            SealedFiles.signatureFile: .file(digest: FileDigest(of: source.signature), isExecutable: false),
        ]
        if let path = found.signature.keys.filter({ expected[$0] == nil }).min(by: { $0.string < $1.string }) {
            throw SigningError(
                .changed,
                "The app was changed after it was signed: \(ManifestError.printable(path.string, limit: 200)) has been added; "
                    + "remove it or sign the app again.")
        }
        guard found.signature == expected else {
            throw SigningError(
                .changed,
                "The app was changed while it was read: the files in \(SealedFiles.folder) are not the signature and its list; "
                    + "try again.")
        }
    }
}
