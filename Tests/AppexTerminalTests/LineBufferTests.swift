import Testing

@testable import AppexTerminal

@Suite struct LineBufferTests {
    @Test func `lines come in whatever pieces, and the last one may have no end`() {
        var buffer = LineBuffer()
        for byte in "1 Ada\r\n\n漢\nrest".utf8 { buffer.add([byte]) }
        #expect(buffer.hasLine)
        #expect((0..<5).map { _ in buffer.take() } == ["1 Ada", "", "漢", "rest", nil])
        #expect(!buffer.hasLine)
    }

    @Test func `the line after one that is too long is whole`() {
        var buffer = LineBuffer()
        buffer.add(String(repeating: "x", count: 3 * LineBuffer.limit).utf8)
        buffer.add("x\n12 Ada\n".utf8)
        #expect(buffer.take() == String(repeating: "x", count: LineBuffer.limit))
        #expect(buffer.take() == "12 Ada")
    }
}
