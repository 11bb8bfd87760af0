package import AppexSystem
import Dispatch
import Synchronization

extension Connection {
    /// Calls the peer and blocks the calling thread until the reply arrives, for callers that are not asynchronous.
    ///
    /// - Parameter limit: the deadline of the reply, from now.
    /// - Parameter begun: called when the request has been sent, with a function that cancels it from any thread.
    /// - Returns: the reply and the descriptors that came with it.
    /// - Throws: ``WireError/closed(_:)`` on the event loop's own thread, which receives the reply and therefore cannot
    ///   wait for it, and where nothing is sent; otherwise the errors of ``call(_:_:within:)``.
    package func wait<Request: WireRequest>(
        for request: Request, _ descriptors: DescriptorBag? = nil, within limit: Duration,
        begun: (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) throws(WireError) -> (Request.Reply, DescriptorBag) {
        guard !core.loop.isCurrent else { throw .closed("the loop's own thread cannot wait for an answer") }
        let answer = Answer()
        let number = begin(request, descriptors, within: limit) { answer.give($0) }
        begun { [weak self] in self?.cancel(number) }
        guard let result = answer.take(within: limit + Self.loopPatience) else {
            cancel(number)
            throw .timedOut(after: limit)
        }
        let reply = try result.get()
        do throws(WireError) {
            return (try Request.Reply(wireBytes: reply.body), reply.descriptors)
        } catch {
            reject(error)
            throw error
        }
    }

    /// How late the event loop may report that the deadline has passed.
    private static let loopPatience = Duration.seconds(2)
}

/// Passes an answer from the event loop's thread to the thread that waits.
private final class Answer: Sendable {
    private let result = Mutex<Result<Connection.Reply, WireError>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ answer: Result<Connection.Reply, WireError>) {
        result.withLock { $0 = answer }
        isThere.signal()
    }

    /// Waits for the answer.
    ///
    /// - Returns: the answer, or nil if there is none within `limit`.
    func take(within limit: Duration) -> Result<Connection.Reply, WireError>? {
        let nanoseconds = Int(clamping: Int64(limit / .nanoseconds(1)))
        guard isThere.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return nil }
        return result.withLock { $0 }
    }
}
