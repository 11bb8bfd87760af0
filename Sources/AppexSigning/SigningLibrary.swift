import CCryptoShims

/// The library that computes digests and signatures: libcrypto of OpenSSL 3, which is loaded at first use.
struct SigningLibrary: Sendable {
    /// The file name of the library. It is that of OpenSSL 3 on every distribution.
    static let fileName = "libcrypto.so.3"

    /// The reason why the library cannot be used, as the end of a sentence; nil if it can.
    private static let failure: String? = appex_crypto_start(fileName).map { String(cString: $0) }

    /// Loads the library if it is not loaded. Takes about 2 milliseconds the first time.
    ///
    /// - Throws: ``SigningError`` with the code `library`.
    init() throws(SigningError) {
        guard let failure = Self.failure else { return }
        throw SigningError(
            .library,
            "Signatures and digests need OpenSSL 3 (\(Self.fileName)), and \(failure); install it (Debian: libssl3).")
    }

    /// The BLAKE2b of a content, of 64 bytes.
    ///
    /// - Throws: ``SigningError`` with the code `library`.
    func blake2b(_ content: [UInt8]) throws(SigningError) -> [UInt8] {
        try Self.filled(Int(APPEX_BLAKE2B_BYTES), "compute a digest") {
            appex_blake2b(content, content.count, $0)
        }
    }

    /// The public key that belongs to a private key of Ed25519.
    ///
    /// - Parameter seed: 32 bytes.
    /// - Throws: ``SigningError`` with the code `library`.
    func publicKey(of seed: [UInt8]) throws(SigningError) -> [UInt8] {
        try Self.filled(Self.keySize, "compute a public key", if: seed.count == Self.keySize) {
            appex_ed25519_public(seed, $0)
        }
    }

    /// The signature of a message by Ed25519, of 64 bytes.
    ///
    /// - Parameter seed: the 32 bytes of the private key.
    /// - Throws: ``SigningError`` with the code `library`.
    func signature(of message: [UInt8], seed: [UInt8]) throws(SigningError) -> [UInt8] {
        try Self.filled(Self.signatureSize, "sign", if: seed.count == Self.keySize) {
            appex_ed25519_sign(seed, message, message.count, $0)
        }
    }

    /// Whether a signature of Ed25519 fits a message and a public key. False for a key or signature of another size.
    func isValid(_ signature: [UInt8], of message: [UInt8], by key: [UInt8]) -> Bool {
        signature.count == Self.signatureSize && key.count == Self.keySize
            && appex_ed25519_verify(key, message, message.count, signature) == 1
    }

    /// Derives bytes from a password by scrypt. Blocks, for a second or more, and uses as much memory as the parameters ask for.
    ///
    /// - Parameter cost: a power of two (N).
    /// - Parameter memory: the maximum number of bytes that may be used.
    /// - Throws: ``SigningError`` with the code `library`.
    func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: UInt64, parallelism: UInt64, memory: UInt64, count: Int
    ) throws(SigningError) -> [UInt8] {
        try Self.filled(count, "derive a key from the password, which may need more memory than there is") {
            appex_scrypt(password, password.count, salt, salt.count, cost, 8, parallelism, memory, $0, count)
        }
    }

    /// The public key that belongs to a private key of ECDSA or RSA in PEM, as a certificate contains it; nil if it is no such key, or has
    /// a password.
    func publicKey(ofPEM pem: [UInt8]) -> [UInt8]? {
        let key = [UInt8](unsafeUninitializedCapacity: Self.publicKeyLimit) { buffer, count in
            count = buffer.baseAddress.map { appex_pem_public(pem, pem.count, $0, buffer.count) } ?? 0
        }
        return key.isEmpty ? nil : key
    }

    /// The number of bytes of a key of Ed25519.
    static let keySize = Int(APPEX_ED25519_KEY_BYTES)
    /// The number of bytes of a signature of Ed25519.
    static let signatureSize = Int(APPEX_ED25519_SIGNATURE_BYTES)
    /// The maximum size of such a public key in bytes, which is enough for RSA of 16,384 bits.
    private static let publicKeyLimit = 4 << 10

    /// Bytes that a function of the library writes.
    private static func filled(
        _ count: Int, _ what: String, if isPossible: Bool = true, _ fill: (UnsafeMutablePointer<UInt8>) -> Int32
    ) throws(SigningError) -> [UInt8] {
        var isFilled = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            guard isPossible, let start = buffer.baseAddress, fill(start) == 1 else { return }
            (isFilled, filled) = (true, count)
        }
        guard isFilled else { throw SigningError(.library, "OpenSSL cannot \(what).") }
        return bytes
    }
}
