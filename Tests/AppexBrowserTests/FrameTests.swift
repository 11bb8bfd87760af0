import AppexSystem
import Foundation
import Glibc
import Testing

@testable import appex_browser

/// The frames of native messaging.
@Suite struct FrameTests {
    /// What a reader finds in a stream with these bytes.
    private func frames(_ bytes: [UInt8], limit: Int = 100) async throws -> [Data] {
        let pipe = try Pipe.make()
        try pipe.second.writeAll(bytes)
        let input = pipe.keepFirst()
        let reader = FrameReader(descriptor: input.rawValue, limit: limit)
        var found: [Data] = []
        while let frame = try await reader.next() { found.append(frame) }
        _ = consume input
        return found
    }

    @Test func `frames are read one after the other, and empty ones too`() async throws {
        #expect(try await frames([2, 0, 0, 0, 1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 9]) == [Data([1, 2]), Data(), Data([9])])
        #expect(try await frames([]).isEmpty)
    }

    @Test func `a frame may have as many bytes as the limit, and not one more`() async throws {
        let body = [UInt8](repeating: 7, count: 100)
        #expect(try await frames([100, 0, 0, 0] + body) == [Data(body)])
        await #expect(throws: FrameReader.Failure.tooLong(101)) { try await frames([101, 0, 0, 0] + body + [7]) }
        await #expect(throws: FrameReader.Failure.tooLong(0xFFFF_FFFF)) { try await frames([255, 255, 255, 255]) }
    }

    @Test(arguments: [[1], [1, 0, 0], [3, 0, 0, 0], [3, 0, 0, 0, 1, 2], [1, 0, 0, 0, 5, 9, 9]] as [[UInt8]])
    func `a stream that ends within a frame is reported`(bytes: [UInt8]) async {
        await #expect(throws: FrameReader.Failure.cut) { try await frames(bytes) }
    }

    @Test func `a message that fits is one frame, and a longer one comes in parts`() throws {
        let whole = Data(repeating: UInt8(ascii: "a"), count: BrowserLimits.wholeMessageBytes)
        #expect(FrameWriter.frames(of: whole).count == 1)
        #expect(try joined(whole + Data("b".utf8)) == whole + Data("b".utf8))
    }

    @Test func `parts end between characters, and no frame exceeds what browsers accept`() throws {
        // Quotation marks double in a string of JSON, and these characters have four bytes each.
        for text in ["\"", "🙂", "a🙂\\"] {
            let message = Data(String(repeating: text, count: 1_500_000 / text.utf8.count).utf8)
            #expect(try joined(message) == message)
        }
    }

    @Test(arguments: ["é", "€", "🙂"])
    func `a character of several bytes is never cut, wherever the end of a part falls in it`(_ character: String) throws
    {
        for shift in 0..<character.utf8.count {
            // Each part may end one byte earlier than the one before, so the second cut falls elsewhere too.
            let text =
                String(repeating: "a", count: BrowserLimits.partBytes - shift)
                + String(repeating: character, count: 1_000_000 / character.utf8.count)
            let message = Data(text.utf8)
            #expect(try joined(message) == message, "\(shift) bytes before the end of the first part")
        }
    }

    private struct Part: Decodable {
        let part: Int
        let of: Int
        let text: String
    }

    /// Joins the parts of a message, as the panel does.
    private func joined(_ message: Data) throws -> Data {
        let frames = FrameWriter.frames(of: message)
        #expect(frames.count > 1 && frames.allSatisfy { $0.count <= 1 << 20 })
        let parts = try frames.map { try JSONDecoder().decode(Part.self, from: $0.dropFirst(4)) }
        #expect(parts.map(\.part) == Array(1...frames.count) && parts.allSatisfy { $0.of == frames.count })
        return Data(parts.map(\.text).joined().utf8)
    }
}
