import AppexProtocol
import AppexSystem
import AppexWire
import Foundation

/// A provider that lives in the process at the other end of a session.
final class RemoteProvider: Sendable {
    /// Keeps the session alive for as long as somebody may still load.
    private let session: ItemSession
    private let identifier: UInt64

    init(session: ItemSession, identifier: UInt64) {
        self.session = session
        self.identifier = identifier
    }

    func load(_ typeIdentifier: String, _ form: SessionInterface.Load.Form, _ once: OneCompletion) -> Cancellation {
        let session = session
        let transfer = session.incoming.open()
        let request = SessionInterface.Load(
            provider: identifier, typeIdentifier: typeIdentifier, form: form, transfer: transfer)
        let number = session.connection.begin(request, within: ItemSession.loadLimit) { result in
            // Not on the loop's thread: what follows may read files, and the caller's handler may wait.
            DispatchQueue.global().async { Self.take(result, transfer, session, once) }
        }
        return Cancellation { session.connection.cancel(number) }
    }

    private static func take(
        _ result: Result<Connection.Reply, WireError>, _ transfer: UInt64, _ session: ItemSession, _ once: OneCompletion
    ) {
        do throws(WireError) {
            let reply: Connection.Reply
            do throws(WireError) { reply = try result.get() } catch {
                session.release(transfer)
                throw error
            }
            let content = try SessionInterface.Content(wireBytes: reply.body)
            if case .memory = content {
                return session.incoming.take(transfer) { mapped in
                    once.finish(mapped.map { .data(session.data(in: $0, transfer)) }.mapError { error(for: $0) })
                }
            }
            session.incoming.forget(transfer)
            once.finish(.success(try Self.content(content, reply.descriptors, session)))
        } catch {
            session.incoming.forget(transfer)
            once.finish(.failure(self.error(for: error)))
        }
    }

    private static func content(
        _ content: SessionInterface.Content, _ descriptors: DescriptorBag, _ session: ItemSession
    ) throws(WireError) -> LoadedContent {
        switch content {
        case .value(.data(let bytes)): return .data(Data(bytes))
        // Whoever loads would open a file of its own, and could be made to pass it on: a file
        // comes as a descriptor or not at all.
        case .value(.url(let text)) where URL(string: text)?.isFileURL == true:
            throw .malformed("the URL of a file instead of the file")
        case .value(let value): return .item(HeldItem(value.object))
        case .file(let name, let isData):
            guard let descriptor = descriptors.take() else { throw .malformed("a file without a descriptor") }
            return .received(ReceivedFile(descriptor, name: name, isData: isData, session: session))
        case .memory: throw .malformed("shared memory where none can be")
        }
    }

    private static func error(for error: WireError) -> NSError {
        switch error {
        case .cancelled: NSItemProvider.cancelled
        case .remote(let failure) where failure.code == FailureCode.itemUnavailable:
            NSItemProvider.error(.itemUnavailableError, failure.message)
        case .remote(let failure): NSItemProvider.error(.unknownError, failure.message)
        case .closed:
            NSItemProvider.error(.itemUnavailableError, "The process that owns the item has gone.", underlying: error)
        default: NSItemProvider.error(.unknownError, "The item could not be loaded: \(error).", underlying: error)
        }
    }
}
