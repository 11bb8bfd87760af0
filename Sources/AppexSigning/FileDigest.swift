package import AppexSystem
import CCryptoShims
import Glibc
package import SystemPackage

/// The SHA-256 of a content.
package struct FileDigest: Sendable, Hashable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// The number of its bytes.
    private static let size = Int(APPEX_SHA256_BYTES)
    /// The size of one read in bytes.
    private static let chunkBytes = 256 << 10

    /// Computes the digest of bytes.
    ///
    /// - Throws: ``SigningError`` with the code `library`.
    package init(of content: [UInt8]) throws(SigningError) {
        var builder = try Builder()
        content.withUnsafeBytes { builder.add($0) }
        self = try builder.digest()
    }

    /// Computes the digest of a file's content from its current position. Blocks.
    ///
    /// - Throws: ``SigningError`` with the code `library`; `files`, and the kernel's error as the cause, if the file cannot be read.
    package init(of file: borrowing Descriptor) throws(SigningError) {
        let number = file.rawValue
        var builder = try Builder()
        var failure: Errno?
        withUnsafeTemporaryAllocation(byteCount: Self.chunkBytes, alignment: 16) { buffer in
            while true {
                let count = retrying { read(number, buffer.baseAddress, buffer.count) }
                if count < 0 { failure = Errno.current }
                guard count > 0 else { return }
                builder.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
        if let failure { throw SigningError(.files, "\(failure)", cause: failure) }
        self = try builder.digest()
    }

    /// Computes the digest of the content of the file at a path, which is not a symbolic link. Blocks.
    ///
    /// - Throws: ``SigningError`` with the code `library`; `files`, and the kernel's error as the cause, if the file cannot be read.
    package init(ofFileAt path: FilePath) throws(SigningError) {
        let file: Descriptor
        do throws(Errno) {
            file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        } catch {
            throw SigningError(.files, "\(error)", cause: error)
        }
        try self.init(of: file)
    }

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

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// 64 lower-case hexadecimal digits.
    package var description: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Computes a digest from parts of a content.
    package struct Builder: ~Copyable {
        private let state: UnsafeMutableRawPointer
        private var isComplete = true

        /// Creates a builder for an empty content.
        ///
        /// - Throws: ``SigningError`` with the code `library`.
        package init() throws(SigningError) {
            _ = try SigningLibrary()
            guard let state = appex_sha256_begin() else { throw Self.failure }
            self.state = state
        }

        deinit { appex_sha256_free(state) }

        /// Adds the next part.
        package mutating func add(_ part: UnsafeRawBufferPointer) {
            if appex_sha256_add(state, part.baseAddress, part.count) != 1 { isComplete = false }
        }

        /// The digest of all parts.
        ///
        /// - Throws: ``SigningError`` with the code `library` if it, or a part of it, could not be computed.
        package consuming func digest() throws(SigningError) -> FileDigest {
            guard isComplete else { throw Self.failure }
            var isWritten = false
            let bytes = [UInt8](unsafeUninitializedCapacity: FileDigest.size) { buffer, count in
                guard let start = buffer.baseAddress, appex_sha256_end(state, start) == 1 else { return }
                (isWritten, count) = (true, FileDigest.size)
            }
            guard isWritten else { throw Self.failure }
            return FileDigest(bytes: bytes)
        }

        private static var failure: SigningError { SigningError(.library, "OpenSSL cannot compute a digest.") }
    }
}
