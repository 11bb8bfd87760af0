import AppexProtocol
import AppexSystem
import Foundation
import Synchronization

/// The result of a load, with the representation that was loaded.
struct LoadedItem: Sendable {
    let content: LoadedContent
    let representation: ItemRepresentation

    /// The original file, if it may be opened in place.
    var original: URL? {
        guard representation.opensInPlace, case .file(let url, stays: true) = content else { return nil }
        return url
    }
}

extension NSItemProvider {
    /// Loads the first representation that conforms to a type. Calls `completion` exactly once, also if the owner's
    /// handler calls back twice or the load is cancelled.
    @discardableResult
    func loadContent(
        _ typeIdentifier: String, _ form: SessionInterface.Load.Form, _ options: LoadOptions = .none,
        completion: @escaping @Sendable (Result<LoadedItem, any Error>) -> Void
    ) -> LoadProgress {
        let representation = representations.first {
            form == .item ? $0.gives(itemOf: typeIdentifier) : $0.conforms(to: typeIdentifier)
        }
        return load(representation, typeIdentifier, form, options, completion: completion)
    }

    /// Loads one representation.
    ///
    /// - Parameter representation: the representation; nil if none is suitable, which is an error.
    /// - Parameter typeIdentifier: the requested type, for the error.
    /// - Parameter runner: calls the owner's handler.
    @discardableResult
    func load(
        _ representation: ItemRepresentation?, _ typeIdentifier: String, _ form: SessionInterface.Load.Form,
        _ options: LoadOptions = .none, on runner: @escaping LoadRunner = runAnywhere,
        completion: @escaping @Sendable (Result<LoadedItem, any Error>) -> Void
    ) -> LoadProgress {
        let progress = LoadProgress()
        guard let representation else {
            let offered = registeredTypeIdentifiers.joined(separator: ", ")
            let message =
                "There is no representation of type \(typeIdentifier); available: \(offered.isEmpty ? "none" : offered)."
            progress.finish()
            HandlerThreads.callbacks.run { completion(.failure(Self.error(.itemUnavailableError, message))) }
            return progress
        }
        let once = OneCompletion { result in
            progress.finish()
            completion(result.map { LoadedItem(content: $0, representation: representation) })
        }
        // Weak, so that a completion that the owner has released is noticed. The completion holds the progress.
        progress.whenCancelled { [weak once] in once?.finish(.failure(Self.cancelled)) }
        representation.start(form, options, once, progress, runner)
        return progress
    }
}

/// Calls an owner's load handler on a thread other than the caller's.
typealias LoadRunner = @Sendable (@escaping @Sendable () -> Void) -> Void

/// Calls an owner's load handler on a thread that it may block.
@Sendable func runAnywhere(_ body: @escaping @Sendable () -> Void) { HandlerThreads.loads.run(body) }

/// A completion that is called at most once.
final class OneCompletion: Sendable {
    typealias Body = @Sendable (Result<LoadedContent, any Error>) -> Void

    private let completion: Mutex<Body?>

    init(_ completion: @escaping Body) {
        self.completion = Mutex(completion)
    }

    deinit {
        guard completion.withLock({ $0 != nil }) else { return }
        finish(.failure(NSItemProvider.error(.itemUnavailableError, "The load handler ended without a result.")))
    }

    func finish(_ result: Result<LoadedContent, any Error>) {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?(result)
    }

    /// Finishes with the arguments that a load handler has passed to its completion handler.
    func finish(_ content: LoadedContent?, _ error: (any Error)?) {
        if let content { return finish(.success(content)) }
        finish(.failure(error ?? NSItemProvider.error(.itemUnavailableError, "The load handler returned nothing.")))
    }
}

extension ItemRepresentation {
    /// Starts the load of this representation.
    func start(
        _ form: SessionInterface.Load.Form, _ options: LoadOptions, _ once: OneCompletion, _ progress: LoadProgress,
        _ runner: LoadRunner
    ) {
        switch source {
        case .object(let held):
            runner { once.finish(Result { try LoadedContent(held.value, typeIdentifier, form) }) }
        case .item(let handler):
            runner {
                let completion: NSItemProvider.CompletionHandler = { item, error in
                    guard let item else { return once.finish(nil, error) }
                    once.finish(Result { try LoadedContent(item, typeIdentifier, form) })
                }
                handler(completion, options.expectedClass, options.values)
            }
        case .data(let handler):
            call(on: runner, progress) { handler { data, error in once.finish(data.map { .data($0) }, error) } }
        case .file(let handler):
            call(on: runner, progress) {
                handler { url, _, error in once.finish(url.map { .file($0, stays: opensInPlace) }, error) }
            }
        case .existingFile(let url):
            runner { once.finish(.success(.file(url, stays: true))) }
        case .fileURL(let url):
            let content = form == .data ? LoadedContent.data(Data(url.absoluteString.utf8)) : .file(url, stays: true)
            runner { once.finish(.success(content)) }
        case .remote(_, let value?):
            runner { once.finish(RemoteProvider.content(of: value)) }
        case .remote(let provider, nil):
            provider.load(typeIdentifier, form, options, once, progress)
        }
    }

    /// Calls an owner's load handler, and follows the progress that it returns.
    private func call(
        on runner: LoadRunner, _ progress: LoadProgress, _ handler: @escaping @Sendable () -> Progress?
    ) {
        runner {
            if let owner = handler() { progress.follow(owner) }
        }
    }
}
