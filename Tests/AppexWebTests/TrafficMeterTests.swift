import Testing

@testable import appex_web

@Suite struct TrafficMeterTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `requests that follow each other pass, however they are cut`() throws {
        let text = "POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloGET /b HTTP/1.1\r\nHost: x\r\n\r\n"
        for size in [1, 2, 3, 7, 1000] {
            var meter = TrafficMeter(socketPath: "/secret/socket")
            for start in stride(from: 0, to: text.utf8.count, by: size) {
                try meter.take(Array(bytes(text)[start..<min(start + size, text.utf8.count)]))
            }
            #expect(!meter.isSocket)
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 1 00\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 1\t0\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: \r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 1\r0\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length : 5\r\n\r\n", "GET / HTTP/1.1\r\n folded: line\r\n\r\n",
        "GET /secret/socket HTTP/1.1\r\nUpgrade: websocket\r\nContent-Length: 4\r\n\r\n",
        "GET / HTTP/1.1\r\n: empty\r\n\r\n",
    ])
    func `a head that could be read in two ways is refused`(head: String) {
        var meter = TrafficMeter(socketPath: "/secret/socket")
        #expect(throws: TrafficMeter.Refusal.malformedHead) { try meter.take(bytes(head)) }
    }

    @Test(arguments: [
        "GET / HTTP/1.1", "GET /other/socket HTTP/1.1", "GET /secret/socket/ HTTP/1.1", "GET /secret/%73ocket HTTP/1.1",
        "POST /secret/socket HTTP/1.1", "GET /secret/socket HTTP/1.0", "\r\nGET /secret/socket HTTP/1.1",
    ])
    func `only the secret path's request becomes a socket, which may be silent and is not read as lines`(line: String) {
        var meter = TrafficMeter(socketPath: "/secret/socket")
        #expect(throws: TrafficMeter.Refusal.malformedHead) {
            try meter.take(bytes(line + "\r\nUpgrade: x\r\n\r\n"))
        }
        #expect(!meter.isSocket)
    }

    @Test func `heads and bodies have a limit`() {
        var meter = TrafficMeter(socketPath: "/secret/socket")
        #expect(throws: TrafficMeter.Refusal.headTooLong) { try meter.take([UInt8](repeating: 0x61, count: 16_385)) }
        var other = TrafficMeter(socketPath: "/secret/socket")
        let head = "POST / HTTP/1.1\r\nContent-Length: \(WebLimits.uploadBytes + 1)\r\n\r\n"
        #expect(throws: TrafficMeter.Refusal.bodyTooLong) { try other.take(bytes(head)) }
    }

    @Test func `frames are counted by message; those of control belong to none`() throws {
        var meter = TrafficMeter(socketPath: "/secret/socket")
        try meter.take(bytes("GET /secret/socket HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"))
        #expect(meter.isSocket)
        let half = String(repeating: "a", count: WebLimits.messageBytes / 2)
        try meter.take(frame(half, isLast: false))
        try meter.take(frame("ping", opcode: 9))
        try meter.take(frame(half, opcode: 0))
        try meter.take(frame(half))
        #expect(throws: TrafficMeter.Refusal.messageTooLong) { try meter.take(frame(half + "a", opcode: 0)) }
    }
}
