import AppexSystem
import AppexWire
import FuzzSupport
import Synchronization
import TestSupport
import Testing

/// Sequences of well-formed frames that make no sense: what the rules between frames have to stand.
@Suite(.timeLimit(.minutes(30))) struct FrameSequenceTests {
    private static func frame(_ generator: inout SeededGenerator) throws -> Frame {
        let number = UInt64.random(in: 1...12, using: &generator)
        let body =
            Bool.random(using: &generator) ? try Echo(Int(number)).wireBytes() : [UInt8](repeating: 255, count: 5)
        switch UInt8.random(in: 0..<24, using: &generator) {
        case 0: return Frame(.hello, body: try Hello(role: "again").wireBytes())
        case 1: return Frame(.accepted, request: number)
        case 2: return Frame(.reply, code: Echo.code, request: number, body: body)
        case 3: return Frame(.failure, request: number, body: try RemoteFailure(code: "a", message: "b").wireBytes())
        case 4...8: return Frame(.cancel, request: number)
        case 9...12: return Frame(.event, code: Note.code, body: body)
        default: return Frame(.request, code: Echo.code, request: number, body: body)
        }
    }

    /// A handler that answers at once, later, twice or never, as it comes.
    private static func handler(_ seed: UInt64, _ victim: Connection) -> @Sendable (Connection.Inbound) -> Void {
        let held = Mutex<(SeededGenerator, [InboundRequest])>((SeededGenerator(seed: seed), []))
        return { [weak victim] inbound in
            guard case .request(let request) = inbound else { return }
            let choice = held.withLock { Int.random(in: 0..<6, using: &$0.0) }
            switch choice {
            case 0: return
            case 1: request.reply(Echo(1))
            case 2: request.fail(RemoteFailure(code: "no", message: "No."))
            case 3:
                request.reply(Echo(1))
                request.reply(Echo(2))
            case 4: held.withLock { $0.1.append(request) }
            default:
                let old = held.withLock { state in
                    defer { state.1 = [request] }
                    return state.1
                }
                for other in old { other.reply(Echo(3)) }
                victim?.begin(Echo(4), within: .ample) { _ in }
            }
        }
    }

    @Test(arguments: Link.allCases, 1...4) func `no sequence of frames traps, hangs or leaves a call unanswered`(
        _ link: Link, _ seed: UInt64
    ) async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        var generator = SeededGenerator(seed: seed)
        var survived = 0
        for round in 0..<100 as Range<UInt64> {
            let (first, second) = try link.pair(on: loop)
            let victim = Connection(first, on: loop, role: "victim")
            try victim.start(Self.handler(seed &* 1000 + round + 1, victim))
            let ended = Inbox<Void>()
            try second.start { if case .end = $0 { ended.finish() } }
            try second.send(try Frame(.hello, body: try Hello(role: "hostile").wireBytes()).packet().bytes, nil)
            let finished = Inbox<Void>()
            for number in 0..<3 { victim.begin(Echo(number), within: .ample) { _ in finished.put(()) } }
            for _ in 0..<40 {
                // The victim may have hung up already.
                do { try second.send(try Self.frame(&generator).packet().bytes, nil) } catch { break }
            }
            await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
            if !victim.isClosed { survived += 1 }
            victim.close()
            for _ in 0..<3 { await finished.next() }
            _ = await ended.next()
            second.close()
        }
        #expect(survived < 100)
    }
}
