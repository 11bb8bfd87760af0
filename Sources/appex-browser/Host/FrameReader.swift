import AppexSystem
import Foundation
import Glibc

/// Reads the frames of native messaging: four bytes with the length in the machine's byte order, and JSON.
final class FrameReader: Sendable {
    /// A reason why no further frame can be read.
    enum Failure: Error, Equatable {
        /// A frame claims this number of bytes, which is more than is allowed.
        case tooLong(Int)
        /// The stream ended within a frame.
        case cut
    }

    private let descriptor: CInt
    private let limit: Int
    /// Reading blocks, so it must not happen on a thread of Swift's pool.
    private let queue = DispatchQueue(label: "native messaging")

    /// - Parameter descriptor: the stream, which stays open.
    /// - Parameter limit: the maximum length of a frame in bytes.
    init(descriptor: CInt, limit: Int = BrowserLimits.messageBytes) {
        self.descriptor = descriptor
        self.limit = limit
    }

    /// Waits for the next frame.
    ///
    /// - Returns: nil at the end of the stream.
    /// - Throws: ``Failure``.
    func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.read() }) }
        }
    }

    /// Reads and ignores everything up to the end of the stream. A reader of the same stream must not be in use.
    func discardRest() async {
        await withCheckedContinuation { continuation in
            queue.async {
                while self.read(64 << 10) != nil {}
                continuation.resume()
            }
        }
    }

    private func read() throws -> Data? {
        guard let head = read(4) else { return nil }
        guard head.count == 4 else { throw Failure.cut }
        let length = Int(head.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
        guard length <= limit else { throw Failure.tooLong(length) }
        guard let body = read(length), body.count == length else { throw Failure.cut }
        return body
    }

    /// Reads a number of bytes; fewer at the end of the stream, and nil if there are none.
    private func read(_ count: Int) -> Data? {
        // The memory grows with what arrives, and not with what the length claims.
        var result = Data()
        var buffer = [UInt8](repeating: 0, count: min(count, 64 << 10))
        while result.count < count {
            let wanted = min(buffer.count, count - result.count)
            let number = retrying { Glibc.read(descriptor, &buffer, wanted) }
            guard number > 0 else { break }
            result.append(contentsOf: buffer[..<number])
        }
        return result.isEmpty && count > 0 ? nil : result
    }
}
