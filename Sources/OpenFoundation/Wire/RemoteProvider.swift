import AppexProtocol
import AppexSystem
import AppexWire
import Foundation

/// A provider that lives in the process at the other end of a session.
final class RemoteProvider: Sendable {
    /// Keeps the session alive for as long as somebody may still load.
    let session: ItemSession
    private let identifier: UInt64

    init(session: ItemSession, identifier: UInt64) {
        self.session = session
        self.identifier = identifier
    }

    func load(
        _ typeIdentifier: String, _ form: SessionInterface.Load.Form, _ options: LoadOptions, _ once: OneCompletion,
        _ progress: LoadProgress
    ) {
        let session = session
        let connection = session.connection
        let watch = session.watch(progress)
        let request = SessionInterface.Load(
            provider: identifier, typeIdentifier: typeIdentifier, form: form, watch: watch,
            options: options.portableValues, expectedClass: options.portableClass)
        let number = connection.begin(request, within: ItemSession.loadLimit) { result in
            session.unwatch(watch)
            // Not on the loop's thread: what follows may read files, and the caller's handler may wait.
            DispatchQueue.global().async { once.finish(Self.content(of: result)) }
        }
        progress.whenCancelled { connection.cancel(number) }
    }

    /// The handler of a stand-in whose owner can make a preview image.
    var previewImageHandler: NSItemProvider.LoadHandler {
        { completion, expectedClass, options in
            let once = OneCompletion { result in
                let object = Result {
                    Held(try result.get().object(named: nil, "public.image") { self.session.keep($0) })
                }
                completion?(object.value?.value, object.error)
            }
            self.load("", .preview, LoadOptions(options, expecting: expectedClass), once, LoadProgress())
        }
    }

    private static func content(
        of result: Result<Connection.Reply, WireError>
    ) -> Result<LoadedContent, any Error> {
        do throws(WireError) {
            let reply = try result.get()
            switch try SessionInterface.Content(wireBytes: reply.body) {
            case .value(.data(let bytes)): return .success(.data(Data(bytes)))
            // Whoever loads would open a file of its own, and could be made to pass it on: a file
            // comes as a descriptor or not at all.
            case .value(.url(let text)) where URL(string: text)?.isFileURL == true:
                throw .malformed("the URL of a file instead of the file")
            case .value(.object(let description)): return .success(.archived(description))
            case .value(let value):
                guard let object = value.object else { throw .malformed("an object inside a value") }
                return .success(.item(Held(object)))
            case .error(let description): return .failure(description.error)
            case .file(let name, let kind):
                guard let descriptor = reply.descriptors.take() else { throw .malformed("a file without a descriptor") }
                return .success(.received(ReceivedFile(descriptor, name: name, kind)))
            }
        } catch {
            return .failure(self.error(for: error))
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
