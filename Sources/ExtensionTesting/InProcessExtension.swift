import AppexSystem
import OpenExtensionFoundation
public import OpenExtensionKit
import SystemPackage

/// An extension that runs in the test's own process, so that a debugger can step through its code.
///
/// A request takes the same path as to an extension in a process of its own, through the same code on both sides and
/// over a socket: the principal object receives decoded copies of the items and loads attachments from the host, and
/// the host loads what it returns. Errors are the same as well.
///
/// ## Differences from an extension in a process of its own
/// - There is no broker, no sandbox and no report; a crash of the extension is a crash of the test.
/// - `loadInPlaceFileRepresentation` returns a copy, as it does wherever the sandbox cannot show a file.
/// - The time-out ends the host's side of the request; the extension's code continues.
/// - The process is never frozen or ended, so activities and completion handlers never expire.
/// - There are no limits: no memory warnings are sent, and `ProcessInfo` knows no limits.
/// - Changes of the host's state reach the extension only through its view (`ExtensionView.notify(_:)`).
public final class InProcessExtension: Sendable {
    private let name: String
    private let requests: ActiveRequests

    /// Creates an extension from a closure.
    ///
    /// - Parameter name: the extension's name in errors.
    /// - Parameter makePrincipal: creates the principal object of one request. It is called on the main queue, as is
    ///   `beginRequest(with:)`.
    public init(
        _ name: String = "The extension", _ makePrincipal: @escaping @MainActor () -> any NSExtensionRequestHandling
    ) {
        self.name = name
        requests = ActiveRequests(makePrincipal, refusal: nil)
    }

    /// Hands items to the extension and returns the items that it completes the request with. The main queue has to
    /// run, as it does in tests.
    ///
    /// - Parameters:
    ///   - items: the items of the request.
    ///   - timeout: how long the extension may take; choose a longer time for stepping through it.
    /// - Throws: `ExtensionError` with `cancelledByExtension`, `timedOut`, `protocolViolation`, or `refused` if the
    ///   items are too large; `CancellationError` if the task is cancelled.
    /// - Cancellation: the host's side of the request ends at once, as at the time-out.
    nonisolated(nonsending) public func send(
        _ items: [NSExtensionItem], timeout: Duration = .seconds(60)
    ) async throws -> [NSExtensionItem] {
        try await ExtensionHost.request(items, over: try open(), to: name, keeping: requests, timeout: timeout)
    }

    /// Hands items to the extension and shows its view.
    ///
    /// - Throws: as ``send(_:timeout:)``; ``ViewTestError/neverCame(_:_:)`` if it shows no view.
    nonisolated(nonsending) public func present(
        _ items: [NSExtensionItem], traits: ViewTraits = ViewTraits(width: 390, height: 700)
    ) async throws -> ViewUnderTest {
        let view = try await ExtensionHost.present(
            items, over: try open(), to: name, keeping: requests, traits: traits)
        return try await ViewUnderTest(view)
    }

    /// Opens a session.
    ///
    /// - Returns: the host's end of its socket.
    private func open() throws -> Descriptor {
        let (ours, theirs) = try PacketSocket.pair().bags()
        guard let host = ours.take(), let own = theirs.take() else { throw Errno.badFileDescriptor }
        requests.open(own)
        return host
    }
}
