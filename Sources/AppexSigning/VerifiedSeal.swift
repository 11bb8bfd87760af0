import AppexModel
import SystemPackage

/// The list of a bundle's files, as somebody has signed it. Whether the files are those of the list is not known yet.
package struct VerifiedSeal: Sendable {
    /// Who has signed the list.
    package let signer: Signer
    /// The files that the bundle must consist of.
    package let files: SealedFiles
    /// The earlier maker, known by a certificate, whose apps on this device the signer continues; nil if the signer continues
    /// nobody's apps.
    package let predecessor: Signer?
    /// The fingerprints of the signer's keys, from the first one to the one that has signed.
    package let keys: [String]
    /// The first key of the signer.
    let firstKey: PublicKey
    /// What this was read from.
    private let source: SignatureFiles

    /// Verifies the signature of a bundle. Blocks: it computes the digests of the list and of Info.plist.
    ///
    /// - Parameter source: untrusted.
    /// - Parameter trust: whose signature is accepted.
    /// - Throws: ``SigningError`` with the code `changed`, `invalid`, `untrusted`, `revoked` or `library`.
    package init(_ source: SignatureFiles, trust: TrustList) throws(SigningError) {
        self.source = source
        let signature = try Minisignature(text: source.signature)
        let history = try KeyHistory(of: PublicKey.read(source.key).key, text: source.statements)
        try signature.verify(source.text, by: history.current)
        firstKey = history.first
        keys = history.keys.map(\.fingerprint)
        signer = Signer(name: try AppLabel.maker(in: signature.comment), fingerprint: firstKey.fingerprint)
        try trust.check(history, of: signer)
        predecessor = trust.predecessor(of: firstKey)
        // Last, because it can be long, and anybody can write one.
        files = try SealedFiles(text: source.text)
        try checkManifest(signature.comment)
    }

    /// Checks that the comment of the signature describes the app that the bundle's Info.plist does, and that this file is the one that
    /// was signed.
    private func checkManifest(_ comment: String) throws(SigningError) {
        guard let (path, bytes) = source.manifest else {
            // Whether it was removed shows when the files are compared.
            throw SigningError(.changed, "The app has no Info.plist, or it cannot be read; get the app again.")
        }
        guard case .file(let digest, _) = files.entries[path], digest == (try FileDigest(of: bytes)) else {
            throw SigningError(
                .changed,
                "The app was changed after it was signed: the content or mode of \(path) is different; get the app again."
            )
        }
        try AppLabel(bytes, signer: signer).check(comment)
    }

    /// Checks that a bundle, or a copy of it, is what was signed, and that its signature is the one that was read.
    ///
    /// - Parameter found: what is in the bundle.
    /// - Throws: ``SigningError`` with the code `changed` or `library`.
    package func check(_ found: SealedFiles) throws(SigningError) {
        try files.check(found)
        var expected: [FilePath: SealedFiles.Entry] = [:]
        for (path, bytes) in source.files {
            expected[path] = .file(digest: try FileDigest(of: bytes), isExecutable: false)
        }
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
