package import AppexSystem
import Synchronization

/// A request of the peer, which is answered exactly once: by ``reply(_:_:)``, by ``fail(_:)`` or, if it is released
/// unanswered, by a failure that says so. A second answer is ignored.
///
/// The connection keeps the state of the request, under its number, until it is answered.
package final class InboundRequest: Sendable {
    /// The message code.
    package let code: UInt16
    /// The encoded message; see ``decode(_:)``.
    package let body: [UInt8]

    private let number: UInt64
    private let received: DescriptorBag?
    private let connection: ConnectionCore
    /// Spares a look into the connection's state for a request that has been answered.
    private let answered = Atomic(false)
    private let acknowledgement = Atomic(Acknowledgement.due)

    private enum Acknowledgement: UInt8, AtomicRepresentable {
        case due, later, done
    }

    init(_ frame: Frame, on connection: ConnectionCore) {
        number = frame.request
        code = frame.code
        body = frame.body
        received = frame.descriptors
        self.connection = connection
    }

    deinit {
        if isAnswered { return }
        fail(
            RemoteFailure(
                code: WireFailure.unanswered,
                message: "The other process has dropped the request without an answer; try again."))
    }

    var isAnswered: Bool { answered.load(ordering: .relaxed) }

    /// The descriptors that came with the request; empty if there were none.
    package var descriptors: DescriptorBag { received ?? DescriptorBag() }

    /// Whether the peer cancelled the request before it was answered, or the connection has ended.
    package var isCancelled: Bool { connection.isCancelled(inbound: number) }

    /// Whether the request is to be acknowledged when its handler returns: not if ``acknowledge()`` is called later.
    var isAcknowledgementDue: Bool { acknowledgement.load(ordering: .relaxed) == .due }

    /// Leaves it to the caller to call ``acknowledge()`` if the request is not answered soon. An answer makes an
    /// acknowledgement superfluous, which saves a message.
    package func acknowledgeLater() {
        // Too late if it has been acknowledged already.
        _ = acknowledgement.compareExchange(expected: .due, desired: .later, ordering: .relaxed)
    }

    /// Tells the peer that the request is being worked on, once, unless it has been answered.
    package func acknowledge() {
        guard !isAnswered, acknowledgement.exchange(.done, ordering: .relaxed) != .done else { return }
        connection.acknowledge(inbound: number)
    }

    /// Whether the peer no longer waits for an answer.
    package var isOver: Bool { isCancelled || isAnswered }

    /// Runs `body` once when the peer cancels the request or the connection ends; at once if that has already happened.
    package func onCancel(_ body: @escaping @Sendable () -> Void) {
        connection.onCancel(inbound: number, body)
    }

    /// Decodes the request's message.
    ///
    /// - Throws: ``WireError/malformed(_:)`` or ``WireError/tooLarge(_:limit:)`` if the body is not such a message. The
    ///   request has then been answered with a failure, and the connection ends.
    package func decode<Request: WireRequest>(_ type: Request.Type = Request.self) throws(WireError) -> Request {
        do throws(WireError) {
            return try Request(wireBytes: body)
        } catch {
            fail(RemoteFailure(code: WireFailure.malformed, message: "The request could not be read: \(error)."))
            connection.reject(error)
            throw error
        }
    }

    /// Answers the request with a reply. The descriptors move out of the bag. The peer receives a failure if the reply
    /// cannot be sent.
    package func reply(_ value: some WireValue, _ descriptors: DescriptorBag? = nil) {
        answered.store(true, ordering: .relaxed)
        connection.answer(number, code, .reply, value, descriptors)
    }

    /// Answers the request with a failure.
    package func fail(_ failure: RemoteFailure) {
        answered.store(true, ordering: .relaxed)
        connection.answer(number, code, .failure, failure, nil)
    }
}
