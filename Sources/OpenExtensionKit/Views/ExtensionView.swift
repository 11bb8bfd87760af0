import AppexProtocol
import AppexWire
public import OpenFoundation
@_exported public import OpenViewTree

/// An extension that works on a request with its view shown by this host; see
/// ``ExtensionHost/present(_:to:traits:)``.
///
/// The extension runs in its own process. Here is a checked copy of what it shows, which the host draws with its own
/// components, and the way of what a person does to the extension. May be used from any task.
///
/// ```
/// let view = try await host.present(items, to: identity, traits: ViewTraits(width: 390, height: 600))
/// let drawing = Task { for await update in view.updates { draw(update.tree) } }
/// let returned = try await view.outcome()
/// ```
///
/// An extension that sends what no view may be, floods the host, or does not respond for 20 seconds is ended, as is one
/// that crashes: the updates end, and ``outcome()`` throws. A view that nobody holds any more is dismissed.
public final class ExtensionView: Sendable {
    /// The bundle identifier of the extension.
    public let extensionIdentifier: String
    /// Whether there is anything to show. An extension without a view only completes.
    public let showsView: Bool
    private let session: ViewSession
    private let request: HostRequest
    private let ending: Task<[ItemDescription], any Error>

    init(_ request: HostRequest, _ session: ViewSession, ending: Task<[ItemDescription], any Error>) {
        extensionIdentifier = request.identifier
        showsView = session.showsView
        self.session = session
        self.request = request
        self.ending = ending
    }

    deinit { request.cancel() }

    /// What is shown at this moment: only the window before the first update.
    public var tree: ViewTree { session.tree }

    /// A picture of the tree; nil for one that is not there.
    ///
    /// - Parameter id: the value of `ViewAttribute.image`. It may stand for another picture once no node has shown it.
    public func image(_ id: UInt32) -> ViewImage? { session.image(id) }

    /// The changes of what is shown, beginning with the whole tree; any number of readers, each at its own pace.
    public var updates: Updates { Updates(session: session) }

    /// Tells the extension what a person has done.
    ///
    /// - Returns: the event's number, which ``ViewUpdate/handled`` comes to; nil when it was not sent, because the node is
    ///   not there, hidden, switched off or covered, has no such event or cannot take its value, or because the extension
    ///   has some hundred events before it.
    @discardableResult
    public func send(_ event: ViewEvent, to node: UInt32) -> UInt32? { session.send(event, to: node) }

    /// Tells the extension that the room or the looks of its view have changed. What is out of its bounds is brought
    /// within them.
    public func setTraits(_ traits: ViewTraits) { session.change(to: traits) }

    /// Tells the extension that its first tree has been drawn: `viewDidAppear`. Only the first call counts.
    public func presented() { session.present() }

    /// Tells the extension that the host has changed its state. ``ExtensionHost/notify(_:)`` tells all.
    public func notify(_ change: HostStateChange) { request.send(change.message) }

    /// What a widget has to say when it is asked for something new (`NCUpdateResult`).
    public enum UpdateResult: Sendable {
        case newData, noData, failed
    }

    /// Asks a widget whether it has something new to show (`widgetPerformUpdate`).
    ///
    /// - Throws: ``ExtensionError`` with ``ExtensionError/Code/timedOut`` when it has not said so within 30 seconds, which
    ///   does not end it; ``ExtensionError/Code/refused`` when no view is shown; `CancellationError`.
    public func performUpdate() async throws -> UpdateResult {
        do throws(WireError) {
            switch try await session.performUpdate() {
            case .newData: return .newData
            case .noData: return .noData
            case .failed: return .failed
            }
        } catch .cancelled {
            throw CancellationError()
        } catch .timedOut(let limit) {
            throw ExtensionError(.timedOut, "\(extensionIdentifier) did not update its widget within \(limit).")
        } catch {
            throw ExtensionError(.refused, "Cannot update \(extensionIdentifier), whose view is not shown.")
        }
    }

    /// Takes the view off the screen, as when a person closes a sheet: the extension is told, and has a second for what it
    /// does then. A request that has no outcome yet is taken back, and ``outcome()`` throws `CancellationError`.
    public func dismiss() async {
        request.cancel()
        _ = await ending.result
    }

    /// Waits until the extension has completed its request and its view is off the screen.
    ///
    /// - Returns: what it returned. Its process is kept for as long as the items or this object exist.
    /// - Throws: what ``ExtensionHost/send(_:to:timeout:)`` throws.
    /// - Cancellation: as ``dismiss()``.
    nonisolated(nonsending) public func outcome() async throws -> [NSExtensionItem] {
        let descriptions = try await withTaskCancellationHandler {
            try await ending.value
        } onCancel: {
            request.cancel()
        }
        return request.returned(descriptions)
    }
}

extension ExtensionView {
    /// The changes of what an extension shows; see ``ExtensionView/updates``.
    ///
    /// Ends when the view leaves the screen or its extension has ended. Whoever reads slowly gets several updates as one,
    /// and the whole tree when they become too many.
    public struct Updates: AsyncSequence, Sendable {
        public typealias Element = ViewUpdate
        public typealias Failure = Never

        let session: ViewSession

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            private let reader: Reader
            private var bell: AsyncStream<Void>.Iterator

            init(_ session: ViewSession) {
                let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                reader = Reader(session, continuation)
                bell = stream.makeAsyncIterator()
            }

            /// The next change; nil when there will be none, or when the task is cancelled.
            public mutating func next() async -> ViewUpdate? {
                repeat {
                    if let update = reader.take() { return update }
                } while await bell.next() != nil
                return nil
            }
        }

        /// Its end is that of the reader.
        private final class Reader: Sendable {
            private let session: ViewSession
            private let number: UInt64

            init(_ session: ViewSession, _ bell: AsyncStream<Void>.Continuation) {
                self.session = session
                number = session.addReader(bell)
            }

            deinit { session.removeReader(number) }

            func take() -> ViewUpdate? { session.take(number) }
        }
    }
}
