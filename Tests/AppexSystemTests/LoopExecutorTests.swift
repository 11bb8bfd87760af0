import AppexSystem
import Testing

@Suite(.timeLimit(.minutes(30))) struct LoopExecutorTests {
    @Test func `a task that prefers the loop runs on it, before and after each await`() async throws {
        let loop = try EventLoop(name: "test-loop")
        defer { loop.stop() }
        #expect(!loop.isCurrent)
        await withTaskExecutorPreference(loop) {
            #expect(loop.isCurrent)
            await withCheckedContinuation { continuation in
                _ = loop.schedule(at: .now + .milliseconds(1)) { continuation.resume() }
            }
            #expect(loop.isCurrent)
            await Task.yield()
            #expect(loop.isCurrent)
            async let child = Self.isOn(loop)
            #expect(await child)
        }
        #expect(!loop.isCurrent)
    }

    private static func isOn(_ loop: EventLoop) async -> Bool { loop.isCurrent }
}
