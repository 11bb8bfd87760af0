import Crypto
import CryptoExtras
import SwiftASN1
package import SystemPackage
import X509

/// The signature of a bundle: the certificates and the signature of the list of sealed files, as PEM.
struct BundleSignature {
    /// The signer's certificate first, then those that lead to the one that is trusted.
    let certificates: [Certificate]
    /// The signature of the text of ``SealedFiles``.
    let bytes: [UInt8]

    /// The maximum size of the file in bytes.
    static let limit = 64 << 10
    /// The maximum number of certificates.
    private static let certificateLimit = 4
    private static let signatureType = "SIGNATURE"

    init(_ certificates: [Certificate], _ bytes: [UInt8]) {
        self.certificates = certificates
        self.bytes = bytes
    }

    /// The content of the file.
    func text() throws -> [UInt8] {
        var parts = try certificates.map { try $0.serializeAsPEM().pemString }
        parts.append(PEMDocument(type: Self.signatureType, derBytes: bytes).pemString)
        return Array((parts.joined(separator: "\n") + "\n").utf8)
    }

    /// Reads the content of the file, which is untrusted.
    ///
    /// - Throws: ``SigningError`` with the code `invalid`.
    init(text: [UInt8]) throws(SigningError) {
        func malformed(_ reason: String, _ cause: (any Error)? = nil) -> SigningError {
            SigningError(.invalid, "The signature is damaged: \(reason); sign the app again.", cause: cause)
        }
        guard text.count <= Self.limit, let text = String(validating: text, as: UTF8.self) else {
            throw malformed("its file is not text, or longer than \(Self.limit) bytes")
        }
        let documents: [PEMDocument]
        do { documents = try PEMDocument.parseMultiple(pemString: text) } catch {
            throw malformed("its file is not PEM", error)
        }
        guard let last = documents.last, last.discriminator == Self.signatureType,
            (2...Self.certificateLimit + 1).contains(documents.count)
        else { throw malformed("it has no signature, or not 1 to \(Self.certificateLimit) certificates") }
        do { certificates = try documents.dropLast().map { try Certificate(pemDocument: $0) } } catch {
            throw malformed("a certificate cannot be read", error)
        }
        bytes = last.derBytes
    }
}

extension SealedFiles {
    /// The file with the signature, relative to the bundle.
    package static let signatureFile = FilePath("_CodeSignature/CodeSignature")
}

extension Certificate.PublicKey {
    /// The algorithm with which the key signs bundles; nil for a key that is too weak or of an unknown kind.
    var algorithm: Certificate.SignatureAlgorithm? {
        if P256.Signing.PublicKey(self) != nil { return .ecdsaWithSHA256 }
        if P384.Signing.PublicKey(self) != nil { return .ecdsaWithSHA384 }
        if P521.Signing.PublicKey(self) != nil { return .ecdsaWithSHA512 }
        if Curve25519.Signing.PublicKey(self) != nil { return .ed25519 }
        if let key = _RSA.Signing.PublicKey(self), key.keySizeInBits >= 2048 { return .sha256WithRSAEncryption }
        return nil
    }
}
