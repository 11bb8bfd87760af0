package import AppexSystem
import Synchronization

/// A request of the peer. Answered exactly once: by a reply, by a failure, or - when it is dropped
/// unanswered - by a failure that says so. A second answer goes nowhere.
///
/// What is known of it beside the message is kept by the
/// connection, under its number, for as long as it is unanswered.
package final class InboundRequest: Sendable {
    package let code: UInt16
    package let body: [UInt8]

    private let number: UInt64
    private let received: DescriptorBag?
    private let connection: ConnectionCore
    /// Spares the connection a look at a request that is over.
    private let answered = Atomic(false)

    init(_ frame: Frame, on connection: ConnectionCore) {
        number = frame.request
        code = frame.code
        body = frame.body
        received = frame.descriptors
        self.connection = connection
    }

    deinit {
        if isAnswered { return }
        fail(RemoteFailure(code: WireFailure.unanswered, message: "The request was dropped without an answer."))
    }

    var isAnswered: Bool { answered.load(ordering: .relaxed) }

    /// What came with it.
    package var descriptors: DescriptorBag { received ?? DescriptorBag() }

    /// Whether the peer has taken the request back before it was answered, or gone.
    package var isCancelled: Bool { connection.isCancelled(inbound: number) }

    /// Whether nobody waits for an answer any more.
    package var isOver: Bool { isCancelled || isAnswered }

    /// Runs `body` once when the peer takes the request back or goes; at once when it already has.
    package func onCancel(_ body: @escaping @Sendable () -> Void) {
        connection.onCancel(inbound: number, body)
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
            connection.reject(error)
            throw error
        }
    }

    /// Answers. The descriptors move out of the bag. A reply that cannot be sent becomes a failure.
    package func reply(_ value: some WireValue, _ descriptors: DescriptorBag? = nil) {
        answered.store(true, ordering: .relaxed)
        connection.answer(number, code, .reply, value, descriptors)
    }

    /// Answers with an error.
    package func fail(_ failure: RemoteFailure) {
        answered.store(true, ordering: .relaxed)
        connection.answer(number, code, .failure, failure, nil)
    }
}
