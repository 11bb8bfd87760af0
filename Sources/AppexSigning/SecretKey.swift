/// A secret key of Ed25519, in minisign's format.
///
/// A key that is created here has no password: it lies in a file that only its owner can read. One that minisign has encrypted
/// can be read with its password.
struct SecretKey: Sendable {
    /// The private key, of 32 bytes.
    let seed: [UInt8]
    /// The key that belongs to it.
    let publicKey: PublicKey

    /// Asks for the password of a key; throws ``SigningError`` with the code `identity` if nobody can be asked.
    typealias Password = () throws(SigningError) -> [UInt8]

    /// Creates a key at random.
    ///
    /// - Throws: ``SigningError`` with the code `library`.
    init() throws(SigningError) {
        var generator = SystemRandomNumberGenerator()
        seed = (0..<SigningLibrary.keySize).map { _ in .random(in: 0...255, using: &generator) }
        let number = (0..<PublicKey.numberSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
        publicKey = try PublicKey(number: number, bytes: try SigningLibrary().publicKey(of: seed))
    }

    /// Reads the line of a key in base 64.
    ///
    /// - Parameter password: called if the key is encrypted.
    /// - Throws: ``SigningError`` with the code `invalid` for another format or damaged key; `identity` for a wrong password; `library`;
    ///   the error of `password`.
    init(line: String, password: Password) throws(SigningError) {
        let (content, isEncrypted) = try Self.content(line)
        var key = Array(content[Layout.key])
        if isEncrypted {
            let stream = try Self.stream(content, password: password, count: key.count)
            for index in key.indices { key[index] ^= stream[index] }
        }
        let rest = key.dropFirst(PublicKey.numberSize)
        seed = Array(rest.prefix(SigningLibrary.keySize))
        let bytes = try SigningLibrary().publicKey(of: seed)
        // The file contains the public key too, so that a wrong password shows without its checksum.
        guard rest.dropFirst(SigningLibrary.keySize).prefix(SigningLibrary.keySize).elementsEqual(bytes) else {
            guard !isEncrypted else { throw SigningError(.identity, "The password of the key is wrong; try again.") }
            throw Self.refusal("its two halves do not belong together")
        }
        publicKey = try PublicKey(number: Array(key.prefix(PublicKey.numberSize)), bytes: bytes)
    }

    /// Whether the key in a line in base 64 has a password.
    ///
    /// - Throws: ``SigningError`` with the code `invalid` for another format.
    static func isEncrypted(_ line: String) throws(SigningError) -> Bool { try content(line).isEncrypted }

    private static func content(_ line: String) throws(SigningError) -> (bytes: [UInt8], isEncrypted: Bool) {
        guard let content = MinisignText.bytes(line, count: Layout.size) else {
            throw refusal("it is not the base 64 of \(Layout.size) bytes, as minisign writes it")
        }
        guard content[Layout.algorithm].elementsEqual(PublicKey.algorithm) else {
            throw refusal("it is of another algorithm than Ed25519")
        }
        switch Array(content[Layout.derivation]) {
        case [0, 0]: return (content, false)
        case Array("Sc".utf8): return (content, true)
        default: throw refusal("it is encrypted in a way that is not known")
        }
    }

    /// The line of the key in base 64, without a password.
    var line: String {
        var content = PublicKey.algorithm + [0, 0] + Array("B2".utf8)
        content += [UInt8](repeating: 0, count: Layout.key.lowerBound - content.count)
        content += publicKey.number + seed + publicKey.bytes
        // minisign checks no checksum of a key without a password, and writes zeros.
        content += [UInt8](repeating: 0, count: Layout.size - content.count)
        return MinisignText.base64(content)
    }

    /// The bytes by which a password has encrypted a key.
    private static func stream(
        _ content: [UInt8], password: Password, count: Int
    ) throws(SigningError) -> [UInt8] {
        let operations = integer(content[Layout.operations])
        let memory = integer(content[Layout.memory])
        guard operations <= Cost.operations, memory <= Cost.memory else {
            throw refusal("its password is checked with more work than minisign asks for")
        }
        let cost = Cost(operations: operations, memory: memory)
        return try SigningLibrary().scrypt(
            try password(), salt: Array(content[Layout.salt]), cost: 1 << cost.logarithm,
            parallelism: cost.parallelism, memory: 2 * Cost.memory, count: count)
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func refusal(_ reason: String) -> SigningError {
        SigningError(
            .invalid,
            "The secret key cannot be used, because \(reason); make a new one with `appex identity create` or `minisign -G`."
        )
    }

    /// Where the parts of a key are.
    private enum Layout {
        static let algorithm = 0..<2
        static let derivation = 2..<4
        static let salt = 6..<38
        static let operations = 38..<46
        static let memory = 46..<54
        /// The number, the private key, the public key and a checksum, which can be encrypted.
        static let key = 54..<158
        static let size = 158
    }

    /// The parameters of scrypt, as libsodium computes them from limits of operations and memory.
    private struct Cost {
        /// The limits that minisign uses for new keys.
        static let operations: UInt64 = 33_554_432
        static let memory: UInt64 = 1 << 30

        let logarithm: Int
        let parallelism: UInt64

        init(operations: UInt64, memory: UInt64) {
            let operations = max(operations, 32_768)
            let isLimitedByOperations = operations < memory / 32
            // The largest power of two that is more than half of the limit, of blocks of 1 KiB.
            let limit = isLimitedByOperations ? operations / 32 : memory / 1_024
            logarithm = (1..<63).first { UInt64(1) << $0 > limit / 2 } ?? 1
            let lanes = min((operations / 4) >> logarithm, 0x3fff_ffff)
            parallelism = isLimitedByOperations ? 1 : max(1, lanes / 8)
        }
    }
}
