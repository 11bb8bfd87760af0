/// A signature in minisign's format: of a content, and of a comment together with the first signature.
///
/// `minisign -V` verifies it. The content is hashed first (BLAKE2b, the algorithm `ED`).
struct Minisignature: Sendable {
    /// The number of the key that has signed, by which nothing is looked up.
    private let number: [UInt8]
    private let signature: [UInt8]
    /// The comment that is signed, in one line. It may contain characters that cannot be displayed.
    let comment: String
    private let commentSignature: [UInt8]

    /// The number of lines.
    static let lineCount = 4
    /// The maximum size of a file in bytes, of which minisign allows a comment 8 KiB.
    static let fileLimit = 16 << 10
    /// The maximum size of a comment in bytes.
    private static let commentLimit = 8_000
    /// The first bytes of a signature of hashed content.
    private static let algorithm = Array("ED".utf8)

    /// Signs a content.
    ///
    /// - Parameter comment: one line.
    /// - Throws: ``SigningError`` with the code `library`.
    init(of content: [UInt8], comment: String, by key: SecretKey) throws(SigningError) {
        let library = try SigningLibrary()
        number = key.publicKey.number
        signature = try library.signature(of: library.blake2b(content), seed: key.seed)
        self.comment = comment
        commentSignature = try library.signature(of: signature + Array(comment.utf8), seed: key.seed)
    }

    /// Reads the content of a file, which is untrusted.
    ///
    /// - Throws: ``SigningError`` with the code `invalid`.
    init(text: [UInt8]) throws(SigningError) {
        guard !text.isEmpty else { throw Self.malformed("its file is empty") }
        guard text.count <= Self.fileLimit, let lines = MinisignText.lines(text) else {
            throw Self.malformed("its file is cut off, not UTF-8 or longer than \(Self.fileLimit) bytes")
        }
        try self.init(lines: lines[...])
    }

    /// Reads the lines of a signature, which are untrusted.
    ///
    /// - Throws: ``SigningError`` with the code `invalid`.
    init(lines: ArraySlice<String>) throws(SigningError) {
        guard lines.count <= Self.lineCount else { throw Self.malformed("its file has more than one signature") }
        let lines = Array(lines)
        guard lines.count == Self.lineCount, MinisignText.comment(lines[0], MinisignText.untrusted) != nil,
            let comment = MinisignText.comment(lines[2], MinisignText.trusted)
        else { throw Self.malformed("its file is cut off, or not a signature of minisign") }
        guard comment.utf8.count <= Self.commentLimit else {
            throw Self.malformed("its comment is longer than \(Self.commentLimit) bytes")
        }
        let size = Self.algorithm.count + PublicKey.numberSize + SigningLibrary.signatureSize
        guard let content = MinisignText.bytes(lines[1], count: size),
            let commentSignature = MinisignText.bytes(lines[3], count: SigningLibrary.signatureSize)
        else { throw Self.malformed("a line is not the base 64 of a signature, as minisign writes it") }
        guard content.starts(with: Self.algorithm) else {
            let isLegacy = content.starts(with: PublicKey.algorithm)
            throw Self.malformed(
                isLegacy
                    ? "it is of minisign's legacy kind, which does not hash the content first"
                    : "it is of an algorithm that is not known")
        }
        let rest = content.dropFirst(Self.algorithm.count)
        number = Array(rest.prefix(PublicKey.numberSize))
        signature = Array(rest.dropFirst(PublicKey.numberSize))
        self.comment = comment
        self.commentSignature = commentSignature
    }

    /// Checks that a key has signed a content and the comment.
    ///
    /// - Throws: ``SigningError`` with the code `changed`, or `library`.
    func verify(_ content: [UInt8], by key: PublicKey) throws(SigningError) {
        let library = try SigningLibrary()
        // minisign refuses another number as well.
        guard number == key.number else { throw Self.mismatch("it was made with another key") }
        // libcrypto accepts signatures whose first half is of small order, and minisign does not.
        guard ![signature, commentSignature].contains(where: { PublicKey.hasSmallOrder(Array($0.prefix(32))) }),
            library.isValid(signature, of: try library.blake2b(content), by: key.bytes)
        else { throw Self.mismatch("it does not fit the list of files") }
        guard library.isValid(commentSignature, of: signature + Array(comment.utf8), by: key.bytes) else {
            throw Self.mismatch("its comment does not fit")
        }
    }

    /// The content of a file with the signature.
    ///
    /// - Parameter note: the comment that is not signed, in one line.
    func text(note: String) -> String {
        """
        \(MinisignText.untrusted)\(note)
        \(MinisignText.base64(Self.algorithm + number + signature))
        \(MinisignText.trusted)\(comment)
        \(MinisignText.base64(commentSignature))

        """
    }

    private static func malformed(_ reason: String) -> SigningError {
        SigningError(.invalid, "The signature is damaged: \(reason); sign the app again.")
    }

    private static func mismatch(_ reason: String) -> SigningError {
        SigningError(
            .changed,
            "The app was changed after it was signed: the signature does not fit, \(reason); get the app again.")
    }
}
