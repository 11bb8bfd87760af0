import AppexPages
import AppexSystem
import Foundation
import Glibc

/// Writes frames of native messaging. A message that is too long for one becomes several, which the panel joins.
struct FrameWriter {
    private let descriptor: CInt

    /// - Parameter descriptor: the stream, which stays open.
    init(descriptor: CInt) { self.descriptor = descriptor }

    /// Writes the messages of a queue until it is closed or the stream is no longer read. Blocks a thread meanwhile, which is not
    /// one of Swift's pool.
    func write(_ outlet: Outlet) async {
        let queue = DispatchQueue(label: "native messages")
        while let message = await outlet.next() {
            let frames = Self.frames(of: message)
            let isWritten = await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: frames.allSatisfy { write($0) }) }
            }
            guard isWritten else { return outlet.close() }
        }
    }

    /// The frames of a message, each with its length.
    static func frames(of message: Data) -> [Data] {
        guard message.count > BrowserLimits.wholeMessageBytes else { return [frame(message)] }
        var parts: [Range<Int>] = []
        var start = 0
        while start < message.count {
            var end = min(start + BrowserLimits.partBytes, message.count)
            // A part ends where a character ends.
            while end < message.count, message[message.startIndex + end] & 0xC0 == 0x80 { end -= 1 }
            parts.append(start..<end)
            start = end
        }
        return parts.enumerated().map { number, range in
            var json = JSONText()
            json.raw("{\"part\":")
            json.integer(number + 1)
            json.raw(",\"of\":")
            json.integer(parts.count)
            json.raw(",\"text\":")
            let bytes = message[(message.startIndex + range.lowerBound)..<(message.startIndex + range.upperBound)]
            json.text(String(decoding: bytes, as: UTF8.self))
            json.raw("}")
            return frame(Data(json.bytes))
        }
    }

    private static func frame(_ body: Data) -> Data {
        withUnsafeBytes(of: UInt32(body.count)) { Data($0) } + body
    }

    private func write(_ frame: Data) -> Bool {
        frame.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let number = retrying { Glibc.write(descriptor, rest.baseAddress, rest.count) }
                guard number > 0 else { return false }
                rest = rest.dropFirst(number)
            }
            return true
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate var baseAddress: UnsafeRawPointer? { UnsafeRawBufferPointer(rebasing: self).baseAddress }
}
