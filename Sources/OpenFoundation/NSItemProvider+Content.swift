import AppexProtocol
import Foundation
import Synchronization

/// What a load gave, and from which representation.
struct LoadedItem: Sendable {
    let content: LoadedContent
    let representation: ItemRepresentation
}

extension NSItemProvider {
    /// Loads the best representation that will do; calls `completion` exactly once, also when the
    /// owner's handler calls back twice or the load is cancelled.
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
    /// - Parameter representation: nil when there is none that will do.
    /// - Parameter typeIdentifier: what was asked for, for the error.
    @discardableResult
    func load(
        _ representation: ItemRepresentation?, _ typeIdentifier: String, _ form: SessionInterface.Load.Form,
        _ options: LoadOptions = .none, completion: @escaping @Sendable (Result<LoadedItem, any Error>) -> Void
    ) -> LoadProgress {
        let progress = LoadProgress()
        guard let representation else {
            let offered = registeredTypeIdentifiers.joined(separator: ", ")
            let message =
                "There is no representation of type \(typeIdentifier); on offer: \(offered.isEmpty ? "nothing" : offered)."
            progress.finish()
            DispatchQueue.global().async { completion(.failure(Self.error(.itemUnavailableError, message))) }
            return progress
        }
        let once = OneCompletion { result in
            progress.finish()
            completion(result.map { LoadedItem(content: $0, representation: representation) })
        }
        // Weak: a completion that the owner has dropped must be noticed, and the completion holds the progress.
        progress.whenCancelled { [weak once] in once?.finish(.failure(Self.cancelled)) }
        representation.start(form, options, once, progress)
        return progress
    }
}

/// A completion that is called at most once.
final class OneCompletion: Sendable {
    typealias Body = @Sendable (Result<LoadedContent, any Error>) -> Void

    private let completion: Mutex<Body?>

    init(_ completion: @escaping Body) {
        self.completion = Mutex(completion)
    }

    deinit {
        finish(.failure(NSItemProvider.error(.itemUnavailableError, "The load handler never called back.")))
    }

    func finish(_ result: Result<LoadedContent, any Error>) {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?(result)
    }

    /// The same with what load handlers give.
    func finish(_ content: LoadedContent?, _ error: (any Error)?) {
        if let content { return finish(.success(content)) }
        finish(.failure(error ?? NSItemProvider.error(.itemUnavailableError, "The load handler gave nothing.")))
    }
}

extension ItemRepresentation {
    /// Asks the owner.
    func start(
        _ form: SessionInterface.Load.Form, _ options: LoadOptions, _ once: OneCompletion, _ progress: LoadProgress
    ) {
        switch source {
        case .object(let held):
            DispatchQueue.global().async { once.finish(.success(LoadedContent(held.value, form))) }
        case .item(let handler):
            DispatchQueue.global().async {
                let completion: NSItemProvider.CompletionHandler = { item, error in
                    once.finish(item.map { LoadedContent($0, form) }, error)
                }
                handler(completion, options.expectedClass, options.values)
            }
        case .data(let handler):
            onQueue(progress) { handler { data, error in once.finish(data.map { .data($0) }, error) } }
        case .file(let handler):
            onQueue(progress) {
                handler { url, _, error in once.finish(url.map { .file($0, stays: opensInPlace) }, error) }
            }
        case .existingFile(let url):
            DispatchQueue.global().async { once.finish(.success(.file(url, stays: true))) }
        case .fileURL(let url):
            let content = form == .data ? LoadedContent.data(Data(url.absoluteString.utf8)) : .file(url, stays: true)
            DispatchQueue.global().async { once.finish(.success(content)) }
        case .remote(_, let value?):
            DispatchQueue.global().async { once.finish(RemoteProvider.content(of: value)) }
        case .remote(let provider, nil):
            provider.load(typeIdentifier, form, options, once, progress)
        }
    }

    /// Runs an owner's handler away from the caller, and follows the progress that it returns.
    private func onQueue(_ progress: LoadProgress, _ handler: @escaping @Sendable () -> Progress?) {
        DispatchQueue.global().async {
            if let owner = handler() { progress.follow(owner) }
        }
    }
}
