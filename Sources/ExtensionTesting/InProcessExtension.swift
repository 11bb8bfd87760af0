import AppexSystem
import OpenExtensionFoundation
public import OpenExtensionKit
import SystemPackage

/// An extension that runs in the process of the test, so that a debugger steps through its code.
///
/// A request goes the same way as to an extension in a process of its own, through the same code on both sides, over a
/// socket: the principal object gets decoded copies of the items, loads attachments from the host, and what it returns
/// is loaded from it in turn. The errors are the same, too.
///
/// ## Differences from an extension in a process of its own
/// - There is no broker, no sandbox and no report; a crash of the extension is one of the test.
/// - `loadInPlaceFileRepresentation` gives a copy, as it does wherever the sandbox cannot show a file.
/// - At the time-out the host's side of the request ends; the extension's code goes on.
/// - Nobody freezes or ends it, so that activities and completion handlers never expire.
/// - Nothing is limited: there are no memory warnings, and `ProcessInfo` knows no limits.
/// - The changes of a host's state reach it only through its view (`ExtensionView.notify(_:)`).
public final class InProcessExtension: Sendable {
    private let name: String
    private let requests: ActiveRequests

    /// - Parameter name: what the extension is called in errors.
    /// - Parameter makePrincipal: makes the principal object of one request. Called on the main queue, as is
    ///   `beginRequest(with:)`.
    public init(
        _ name: String = "The extension", _ makePrincipal: @escaping @MainActor () -> any NSExtensionRequestHandling
    ) {
        self.name = name
        requests = ActiveRequests(makePrincipal, refusal: nil)
    }

    /// Hands items to the extension and waits for the items that it returns. The main queue must be served, as it is in
    /// tests.
    ///
    /// - Parameter timeout: how long the extension may take; longer for one who steps through it.
    /// - Throws: `ExtensionError` with `cancelledByExtension`, `timedOut`, `protocolViolation`, or `refused` when the
    ///   items are too large; `CancellationError` when the task is cancelled.
    /// - Cancellation: the host's side of the request ends at once, as at the time-out.
    nonisolated(nonsending) public func send(
        _ items: [NSExtensionItem], timeout: Duration = .seconds(60)
    ) async throws -> [NSExtensionItem] {
        try await ExtensionHost.request(items, over: try open(), to: name, keeping: requests, timeout: timeout)
    }

    /// Hands items to the extension and shows its view.
    ///
    /// - Throws: as ``send(_:timeout:)``; ``ViewTestError/neverCame(_:_:)`` when it shows nothing.
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
