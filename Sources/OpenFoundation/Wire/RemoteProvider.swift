import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import SystemPackage

/// A provider in the process at the other end of an exchange.
final class RemoteProvider: Sendable {
    /// Kept open for as long as the provider may be loaded.
    let exchange: ItemExchange
    private let identifier: UInt64

    init(exchange: ItemExchange, identifier: UInt64) {
        self.exchange = exchange
        self.identifier = identifier
    }

    func load(
        _ typeIdentifier: String, _ form: SessionInterface.Load.Form, _ options: LoadOptions, _ once: OneCompletion,
        _ progress: LoadProgress
    ) {
        exchange.gate.enter { [self] in begin(typeIdentifier, form, options, once, progress) }
    }

    private func begin(
        _ typeIdentifier: String, _ form: SessionInterface.Load.Form, _ options: LoadOptions, _ once: OneCompletion,
        _ progress: LoadProgress
    ) {
        let exchange = exchange
        let connection = exchange.connection
        let watch = exchange.watch(progress)
        exchange.incoming.expect(watch)
        let request = SessionInterface.Load(
            provider: identifier, typeIdentifier: typeIdentifier, form: form, watch: watch,
            options: options.portableValues, expectedClass: options.portableClass)
        let number = connection.begin(request, within: ItemExchange.loadLimit) { result in
            exchange.unwatch(watch)
            // After this closure, because this may read files, and the caller's handler may block.
            connection.runSoon {
                // Before the caller's handler, which may wait for a further load.
                exchange.gate.leave()
                Self.take(result, watch, form, exchange, once)
            }
        }
        progress.whenCancelled { connection.cancel(number) }
    }

    /// A handler that loads the preview image from the other end.
    var previewImageHandler: NSItemProvider.LoadHandler {
        { completion, expectedClass, options in
            let once = OneCompletion { result in
                let object = Result {
                    Held(try result.get().object(named: nil, "public.image") { self.exchange.keep($0) })
                }
                completion?(object.value?.value, object.error)
            }
            self.load("", .preview, LoadOptions(options, expecting: expectedClass), once, LoadProgress())
        }
    }

    private static func take(
        _ result: Result<Connection.Reply, WireError>, _ watch: UInt64, _ form: SessionInterface.Load.Form,
        _ exchange: ItemExchange, _ once: OneCompletion
    ) {
        do throws(WireError) {
            let content = try SessionInterface.Content(wireBytes: try result.get().body)
            guard content == .memory else {
                exchange.incoming.forget(watch)
                let mayBeGranted = form == .inPlace && exchange.isConfined
                return once.finish(Self.content(content, of: try result.get(), mayBeGranted: mayBeGranted))
            }
            exchange.incoming.take(watch) { mapped in
                if case .failure = mapped { exchange.release(watch) }
                once.finish(mapped.map { .data(exchange.data(in: $0, watch)) }.mapError { error(for: $0) })
            }
        } catch {
            exchange.incoming.forget(watch)
            exchange.release(watch)
            once.finish(.failure(self.error(for: error)))
        }
    }

    private static func content(
        _ content: SessionInterface.Content, of reply: Connection.Reply, mayBeGranted: Bool
    ) -> Result<LoadedContent, any Error> {
        do throws(WireError) {
            switch content {
            case .memory: throw .malformed("shared memory where it is not allowed")
            // The path refers to the file system of the owner, not of this process.
            case .granted where !mayBeGranted: throw .malformed("a granted file where it is not allowed")
            case .granted(let file): return .success(.file(URL(fileURLWithPath: file.path.string), stays: true))
            case .value(let value): return self.content(of: value)
            case .error(let description): return .failure(description.error)
            case .file(let name, let kind):
                let descriptor = try reply.descriptors.taken("a file")
                do throws(Errno) { return .success(.received(try ReceivedFile(descriptor, name: name, kind))) } catch {
                    throw .malformed("something other than a regular file open for reading")
                }
            }
        } catch {
            return .failure(self.error(for: error))
        }
    }

    /// Converts a value of the other process to the content of an item.
    static func content(of value: ItemValue) -> Result<LoadedContent, any Error> {
        switch value {
        case .data(let bytes): return .success(.data(Data(bytes)))
        case .object(let description): return .success(.archived(description))
        default:
            guard let object = value.object else {
                return .failure(
                    error(for: .malformed("a file URL, a date that is not a number, or an object inside a value")))
            }
            return .success(.item(Held(object)))
        }
    }

    private static func error(for error: WireError) -> NSError {
        switch error {
        case .cancelled: NSItemProvider.cancelled
        case .remote(let failure) where failure.code == FailureCode.itemUnavailable:
            NSItemProvider.error(.itemUnavailableError, failure.message)
        case .remote(let failure): NSItemProvider.error(.unknownError, failure.message)
        case .closed:
            NSItemProvider.error(.itemUnavailableError, "The process that owns the item has ended.", underlying: error)
        default: NSItemProvider.error(.unknownError, "The item could not be loaded: \(error).", underlying: error)
        }
    }
}
