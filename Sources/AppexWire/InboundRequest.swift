package import AppexSystem
import Synchronization

/// A request of the peer. Answered exactly once: by a reply, by a failure, or - when it is dropped
/// unanswered - by a failure that says so. A second answer goes nowhere.
package final class InboundRequest: Sendable {
    private enum Progress {
        case waiting
        case answered
    }

    private struct State {
        var progress = Progress.waiting
        var cancelled = false
        var onCancel: (@Sendable () -> Void)?
    }

    package let code: UInt16
    package let body: [UInt8]
    /// What came with it.
    package let descriptors: DescriptorBag

    private let identifier: UInt64
    private let answer: @Sendable (Frame) -> Void
    private let violation: @Sendable (WireError) -> Void
    private let state = Mutex(State())

    /// - Parameter answer: called once with the answer.
    /// - Parameter violation: called when the peer sent something that is not what it says it is.
    init(_ frame: Frame, answer: @escaping @Sendable (Frame) -> Void, violation: @escaping @Sendable (WireError) -> Void) {
        identifier = frame.request
        code = frame.code
        body = frame.body
        descriptors = frame.descriptors ?? DescriptorBag()
        self.answer = answer
        self.violation = violation
    }

    deinit {
        fail(RemoteFailure(code: WireFailure.unanswered, message: "The request was dropped without an answer."))
    }

    /// Whether the peer has taken the request back, or gone.
    package var isCancelled: Bool { state.withLock { $0.cancelled } }

    /// Runs `body` once when the peer takes the request back or goes; at once when it already has.
    package func onCancel(_ body: @escaping @Sendable () -> Void) {
        let already = state.withLock { state in
            if !state.cancelled, state.progress == .waiting { state.onCancel = body }
            return state.cancelled
        }
        if already { body() }
    }

    /// The request's message.
    ///
    /// - Throws: ``WireError/malformed(_:)`` or ``WireError/tooLarge(_:limit:)`` when the bytes are not
    ///   one. The request has been answered then, and the connection ends.
    package func decode<Request: WireRequest>(_ type: Request.Type = Request.self) throws(WireError) -> Request {
        do throws(WireError) {
            return try Request(wireBytes: body)
        } catch {
            fail(RemoteFailure(code: WireFailure.malformed, message: "The request could not be read: \(error)."))
            violation(error)
            throw error
        }
    }

    /// Answers. The descriptors move out of the bag. A reply that cannot be sent becomes a failure.
    package func reply(_ value: some WireValue, _ descriptors: DescriptorBag? = nil) {
        do {
            finish(Frame(.reply, code: code, request: identifier, body: try value.wireBytes(), descriptors: descriptors))
        } catch {
            fail(RemoteFailure(code: WireFailure.unsendable, message: "The reply could not be sent: \(error)."))
        }
    }

    /// Answers with an error.
    package func fail(_ failure: RemoteFailure) {
        finish(Frame(failure, code: code, request: identifier))
    }

    private func finish(_ frame: Frame) {
        let first = state.withLock { state in
            defer {
                state.progress = .answered
                state.onCancel = nil
            }
            return state.progress == .waiting
        }
        if first { answer(frame) }
    }

    func cancel() {
        let body = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.cancelled, state.progress == .waiting else { return nil }
            state.cancelled = true
            defer { state.onCancel = nil }
            return state.onCancel
        }
        body?()
    }
}
