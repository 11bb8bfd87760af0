import AppexProtocol
import AppexSystem
import AppexWire
public import OpenFoundation
@_exported public import OpenViewTree

/// A request whose extension shows a view in this host; see ``ExtensionHost/present(_:to:traits:opening:sharing:)``.
///
/// The extension runs in its own process. This object holds a validated copy of its view tree, which the host draws with
/// its own components, and sends the user's events to the extension. May be used from any task.
///
/// ```
/// let view = try await host.present(items, to: identity, traits: ViewTraits(width: 390, height: 600))
/// let drawing = Task { for await update in view.updates { draw(update.tree) } }
/// let returned = try await view.outcome()
/// ```
///
/// An extension that sends an invalid tree, floods the host with updates, or does not respond for 20 seconds is ended.
/// Then, and if it crashes, the updates end and ``outcome()`` throws. Releasing this object dismisses the view.
public final class ExtensionView: Sendable {
    /// The bundle identifier of the extension.
    public let extensionIdentifier: String
    /// Whether the extension has a view. An extension without a view only completes.
    public let showsView: Bool
    private let hosted: HostedView
    private let request: HostRequest
    private let ending: Task<[ItemDescription], any Error>

    init(_ request: HostRequest, _ hosted: HostedView, ending: Task<[ItemDescription], any Error>) {
        extensionIdentifier = request.identifier
        showsView = hosted.showsView
        self.hosted = hosted
        self.request = request
        self.ending = ending
    }

    deinit { request.cancel() }

    /// The current tree. Before the first update it consists of the window only.
    public var tree: ViewTree { hosted.tree }

    /// The image with an identifier, as a file.
    ///
    /// - Parameter id: the value of a node's `ViewAttribute.image`. An identifier that no node shows any more may be
    ///   reused for a different image.
    /// - Returns: nil if there is no such image.
    public func image(_ id: UInt32) -> ViewImage? { hosted.image(id) }

    /// A stream of the changes of the tree, beginning with the whole tree. Any number of readers can iterate over it
    /// independently.
    public var updates: Updates { Updates(hosted: hosted) }

    /// Sends a user's event to the extension.
    ///
    /// - Parameter node: the identifier of the node that the event belongs to.
    /// - Returns: the number of the event, which ``ViewUpdate/handled`` reaches when the extension has handled it. nil if
    ///   the event was not sent: the node does not exist, is hidden, disabled or covered, does not have this event or
    ///   does not accept its value; the view is no longer shown, or its editing is being finished; or 256 events are already waiting to be sent.
    @discardableResult
    public func send(_ event: ViewEvent, to node: UInt32) -> UInt32? { hosted.send(event, to: node) }

    /// Sets whether ``send(_:to:)`` sends events, as it does at first.
    func acceptsEvents(_ accepts: Bool) { hosted.acceptsEvents(accepts) }

    /// Tells the extension that the size or the appearance of its view has changed. Values out of bounds are clamped.
    public func setTraits(_ traits: ViewTraits) { hosted.change(to: traits) }

    /// Tells the extension that its first tree has been drawn, which calls `viewDidAppear`. Later calls have no effect.
    public func presented() { hosted.present() }

    /// Notifies this extension of a change of the host's state. ``ExtensionHost/notify(_:)`` notifies all extensions.
    public func notify(_ change: HostStateChange) { request.send(change.message) }

    /// The result of updating a widget.
    ///
    /// Source: https://developer.apple.com/documentation/notificationcenter/ncupdateresult
    public enum UpdateResult: Sendable {
        /// The widget has new content.
        case newData
        /// The widget's content has not changed.
        case noData
        /// The widget could not update its content.
        case failed
    }

    /// Asks a widget to update its content (`widgetPerformUpdate`).
    ///
    /// - Throws: ``ExtensionError`` with ``ExtensionError/Code/timedOut`` if the widget does not answer within 30 seconds,
    ///   which does not end it, and with ``ExtensionError/Code/refused`` if its view is not shown; `CancellationError`.
    public func performUpdate() async throws -> UpdateResult {
        do throws(WireError) {
            switch try await hosted.performUpdate() {
            case .newData: return .newData
            case .noData: return .noData
            case .failed: return .failed
            }
        } catch .cancelled {
            throw CancellationError()
        } catch .timedOut(let limit) {
            throw ExtensionError(
                .timedOut, "\(extensionIdentifier) did not update its widget within \(limit.inRoundedSeconds).")
        } catch {
            throw ExtensionError(.refused, "Cannot update \(extensionIdentifier), whose view is not shown.")
        }
    }

    /// Takes the view off the screen, as when the user closes a sheet.
    ///
    /// The extension is told, and has one second to react. If the request has no outcome yet, it is cancelled, and
    /// ``outcome()`` throws `CancellationError`.
    public func dismiss() async {
        request.cancel()
        _ = await ending.result
    }

    /// Waits until the extension has completed its request and its view has left the screen.
    ///
    /// - Returns: the items that the extension returned. Its process is kept alive for as long as the items or this
    ///   object exist.
    /// - Throws: as ``ExtensionHost/send(_:to:timeout:)``.
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
    /// A stream of the changes of a view tree; see ``ExtensionView/updates``.
    ///
    /// It ends when the view leaves the screen or the extension ends. A slow reader receives several updates combined
    /// into one, or the whole tree if they are too many.
    public struct Updates: AsyncSequence, Sendable {
        /// One update.
        public typealias Element = ViewUpdate
        /// Iterating throws no errors.
        public typealias Failure = Never

        let hosted: HostedView

        /// Creates an independent reader, whose first update is the whole tree.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(hosted) }

        /// The iterator of ``ExtensionView/Updates``.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private let reader: Reader
            /// Yields when there is something to read.
            private var signal: AsyncStream<Void>.Iterator

            init(_ hosted: HostedView) {
                let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                reader = Reader(hosted, continuation)
                signal = stream.makeAsyncIterator()
            }

            /// Waits for the next update.
            ///
            /// - Returns: nil if there are no further updates or the task is cancelled.
            public mutating func next() async -> ViewUpdate? {
                repeat {
                    if let update = reader.take() { return update }
                } while await signal.next() != nil
                return nil
            }
        }

        /// Registers a reader with the view until it is released.
        private final class Reader: Sendable {
            private let hosted: HostedView
            private let number: UInt64

            init(_ hosted: HostedView, _ signal: AsyncStream<Void>.Continuation) {
                self.hosted = hosted
                number = hosted.addReader(signal)
            }

            deinit { hosted.removeReader(number) }

            func take() -> ViewUpdate? { hosted.take(number) }
        }
    }
}
