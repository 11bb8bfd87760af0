import AppexModel

/// A public key of Ed25519, in minisign's format.
struct PublicKey: Sendable {
    /// The number by which minisign distinguishes keys. Anybody can choose any number, so keys are compared by their bytes.
    let number: [UInt8]
    /// The key itself, of 32 bytes.
    let bytes: [UInt8]
    /// The SHA-256 of the key, in hexadecimal digits.
    let fingerprint: String

    /// The number of bytes of a number.
    static let numberSize = 8
    /// The first bytes of every key.
    static let algorithm = Array("Ed".utf8)
    /// The maximum size of a file with a key in bytes.
    static let fileLimit = 4 << 10

    /// Checks a key, which is untrusted.
    ///
    /// - Throws: ``SigningError`` with the code `invalid` for a key with which anybody can sign, or that is not written in the only
    ///   form that Ed25519 has; `library`.
    init(number: [UInt8], bytes: [UInt8]) throws(SigningError) {
        guard number.count == Self.numberSize, bytes.count == SigningLibrary.keySize else {
            throw Self.refusal("it has another size than keys of Ed25519")
        }
        if let weakness = Self.weakness(of: bytes) { throw Self.refusal(weakness) }
        self.number = number
        self.bytes = bytes
        fingerprint = try FileDigest(of: bytes).description
    }

    /// Reads the line of a key in base 64, which is untrusted.
    ///
    /// - Throws: ``SigningError`` with the code `invalid` or `library`.
    init(line: String) throws(SigningError) {
        let size = Self.algorithm.count + Self.numberSize + SigningLibrary.keySize
        guard let content = MinisignText.bytes(line, count: size) else {
            throw Self.refusal("it is not the base 64 of \(size) bytes, as minisign writes it")
        }
        guard content.starts(with: Self.algorithm) else {
            throw Self.refusal("it is of another algorithm than Ed25519")
        }
        let number = content.dropFirst(Self.algorithm.count)
        try self.init(
            number: Array(number.prefix(Self.numberSize)), bytes: Array(number.dropFirst(Self.numberSize)))
    }

    /// Reads a file with one key, which is untrusted.
    ///
    /// - Parameter text: a line with a comment, and one with the key.
    /// - Returns: the key and the comment.
    /// - Throws: ``SigningError`` with the code `invalid`, which names formats of other tools; `library`.
    static func read(_ text: [UInt8]) throws(SigningError) -> (key: PublicKey, comment: String) {
        if let format = foreignFormat(of: text) { throw refusal("it is \(format), not a public key of minisign") }
        guard let lines = MinisignText.lines(text), lines.count == 2,
            let comment = MinisignText.comment(lines[0], MinisignText.untrusted)
        else { throw refusal("its file is not a comment and one line with a key, as minisign writes it") }
        return (try PublicKey(line: lines[1]), comment)
    }

    /// The line of the key in base 64.
    var line: String { MinisignText.base64(Self.algorithm + number + bytes) }

    /// The content of a file with the key.
    ///
    /// - Parameter comment: one line.
    func text(comment: String) -> String { "\(MinisignText.untrusted)\(comment)\n\(line)\n" }

    /// Whether two keys are the same, regardless of their numbers.
    func isSame(as other: PublicKey) -> Bool { bytes == other.bytes }

    /// What a file contains that is not a key of minisign, as a noun; nil if that is unknown.
    private static func foreignFormat(of text: [UInt8]) -> String? {
        let formats = [
            ("-----BEGIN CERTIFICATE", "a certificate, which earlier versions used"),
            ("-----BEGIN PGP", "a key of OpenPGP"), ("-----BEGIN OPENSSH", "a key of OpenSSH"),
            ("-----BEGIN", "a key as PEM"), ("ssh-", "a key of OpenSSH"),
        ]
        return formats.first { text.starts(with: $0.0.utf8) }?.1
    }

    private static func refusal(_ reason: String) -> SigningError {
        SigningError(.invalid, "The public key cannot be used, because \(reason); ask the maker for another one.")
    }
}

extension PublicKey {
    /// Why anybody can sign with a key, or why it has a second form, as part of a sentence; nil for a key that can be used.
    ///
    /// libcrypto accepts such keys. A key is the coordinate y of a point, whose last bit says which of two points it is.
    private static func weakness(of key: [UInt8]) -> String? {
        if key.allSatisfy({ $0 == 0 }) { return "it consists of zeros only" }
        if hasSmallOrder(key) { return "it is of small order, so that anybody can sign with it" }
        if !isCanonical(key) { return "it is not written in the only form that Ed25519 has" }
        return nil
    }

    /// Whether a key, or the first half of a signature, is a point of small order in any of its forms.
    static func hasSmallOrder(_ point: [UInt8]) -> Bool {
        smallOrders.contains { small in
            small.dropLast().elementsEqual(point.dropLast()) && small.last == point.last.map { $0 & 0x7f }
        }
    }

    /// Whether y is less than 2²⁵⁵ − 19.
    private static func isCanonical(_ key: [UInt8]) -> Bool {
        guard let last = key.last, last & 0x7f == 0x7f, key[1..<31].allSatisfy({ $0 == 0xff }) else { return true }
        return key[0] < 0xed
    }

    /// The coordinate y of all points whose order is 1, 2, 4 or 8, with the forms of two of them that are not reduced.
    private static let smallOrders: [[UInt8]] = {
        let ones = [UInt8](repeating: 0xff, count: 30) + [0x7f]
        let zeros = [UInt8](repeating: 0, count: 31)
        return [
            [0] + zeros, [1] + zeros, [0xec] + ones, [0xed] + ones, [0xee] + ones,
            [
                0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
                0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
            ],
            [
                0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
                0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
            ],
        ]
    }()
}
