import Crypto

/// The SHA-256 of a content.
package struct FileDigest: Sendable, Hashable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// The number of its bytes.
    private static let size = 32

    init(_ digest: SHA256.Digest) { bytes = Array(digest) }

    /// The digest of bytes.
    package init(of content: [UInt8]) { self.init(SHA256.hash(data: content)) }

    /// Reads 64 lower-case hexadecimal digits; nil for anything else.
    package init?(hexadecimal: some Collection<UInt8>) {
        guard hexadecimal.count == 2 * Self.size else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in hexadecimal {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    package var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Computes a digest from parts of a content.
    package struct Builder {
        private var hash = SHA256()

        /// Creates a builder for an empty content.
        package init() {}

        /// Adds the next part.
        package mutating func add(_ part: UnsafeRawBufferPointer) { hash.update(bufferPointer: part) }

        /// The digest of all parts.
        package func digest() -> FileDigest { FileDigest(hash.finalize()) }
    }
}
