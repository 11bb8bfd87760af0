import AppexProtocol
import Foundation
import Synchronization

extension NSItemProvider {
    typealias ContentCompletion = @Sendable (Result<LoadedContent, any Error>) -> Void

    /// Loads the best representation that conforms; calls `completion` exactly once, also when the
    /// owner's handler calls back twice or the load is cancelled.
    @discardableResult
    func loadContent(
        _ typeIdentifier: String, _ form: SessionInterface.Load.Form, completion: @escaping ContentCompletion
    ) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        let once = OneCompletion { result in
            progress.completedUnitCount = 1
            completion(result)
        }
        guard let representation = representation(conformingTo: typeIdentifier) else {
            let offered = registeredTypeIdentifiers.joined(separator: ", ")
            let message =
                "There is no representation of type \(typeIdentifier); on offer: \(offered.isEmpty ? "nothing" : offered)."
            DispatchQueue.global().async { once.finish(.failure(NSItemProvider.error(.itemUnavailableError, message))) }
            return progress
        }
        let owner = representation.start(form, once)
        // Weak: a completion that the owner has dropped must be noticed, and the completion holds the progress.
        progress.cancellationHandler = { [weak once] in
            owner?.cancel()
            once?.finish(.failure(NSItemProvider.cancelled))
        }
        return progress
    }
}

/// Something that can be told to stop.
struct Cancellation: Sendable {
    let cancel: @Sendable () -> Void
}

/// A completion that is called at most once.
final class OneCompletion: Sendable {
    private let completion: Mutex<NSItemProvider.ContentCompletion?>

    init(_ completion: @escaping NSItemProvider.ContentCompletion) {
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
}

extension ItemRepresentation {
    /// Asks the owner.
    ///
    /// - Returns: how to stop the owner's work, where it can be stopped.
    func start(_ form: SessionInterface.Load.Form, _ once: OneCompletion) -> Cancellation? {
        switch source {
        case .item(let handler):
            DispatchQueue.global().async {
                handler({ item, error in once.finish(Self.result(item.map { .item(HeldItem($0)) }, error)) }, nil, nil)
            }
            return nil
        case .data(let handler):
            return onQueue { handler { data, error in once.finish(Self.result(data.map { .data($0) }, error)) } }
        case .file(let handler):
            return onQueue { handler { url, _, error in once.finish(Self.result(url.map { .file($0) }, error)) } }
        case .fileURL(let url):
            let content: LoadedContent = form == .data ? .data(Data(url.absoluteString.utf8)) : .file(url)
            DispatchQueue.global().async { once.finish(.success(content)) }
            return nil
        case .remote(let provider):
            return provider.load(typeIdentifier, form, once)
        }
    }

    /// Runs an owner's handler away from the caller, and passes a cancellation on to the progress
    /// that it returns, whichever of the two comes first.
    private func onQueue(_ handler: @escaping @Sendable () -> Progress?) -> Cancellation {
        let shared = OwnerProgress()
        DispatchQueue.global().async {
            let progress = handler()
            let cancelled = shared.state.withLock { state in
                state.progress = progress
                return state.cancelled
            }
            if cancelled { progress?.cancel() }
        }
        return Cancellation {
            let progress = shared.state.withLock { state in
                state.cancelled = true
                return state.progress
            }
            progress?.cancel()
        }
    }

    private static func result(_ content: LoadedContent?, _ error: (any Error)?) -> Result<LoadedContent, any Error> {
        if let content { return .success(content) }
        return .failure(error ?? NSItemProvider.error(.itemUnavailableError, "The load handler gave nothing."))
    }
}

/// What a handler's progress and its cancellation share.
private final class OwnerProgress: Sendable {
    let state = Mutex<(progress: Progress?, cancelled: Bool)>((nil, false))
}
