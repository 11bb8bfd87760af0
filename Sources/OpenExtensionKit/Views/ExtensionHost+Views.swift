import AppexProtocol
import AppexSystem
public import OpenFoundation
public import OpenViewTree

extension ExtensionHost {
    /// Sends items to an extension and shows its view.
    ///
    /// The method returns when the extension has begun the request; its first tree arrives as an update. It can also be
    /// used for an extension without a view, which then only completes. Only the launch has a time-out, since the user
    /// decides how long the rest takes.
    ///
    /// - Parameter traits: the size of the view, in points, and the user's display settings. Values out of bounds are
    ///   clamped.
    /// - Parameter opening: opens URLs for the extension, where its point may open some and the user has acted in the view. nil
    ///   to open none.
    /// - Parameter sharing: shows a share sheet for items of the extension, after the user has acted in the view. nil to show none.
    /// - Throws: as ``send(_:to:timeout:)``, if the extension does not begin the request.
    /// - Cancellation: as for `send`, until this method returns.
    nonisolated(nonsending) public func present(
        _ items: [NSExtensionItem], to identity: AppExtensionIdentity, traits: ViewTraits,
        opening: URLOpening.Handler? = nil, sharing: ActivitySharing.Handler? = nil
    ) async throws -> ExtensionView {
        // As in `send`: a request that has reached nobody is tried once more.
        var opened: OpenedSession?
        do {
            let first = try await start(items, identity, traits, opening, sharing)
            opened = first.opened
            return try await first.request.shown(first.ending)
        } catch let error as ExtensionError where opened?.hasReachedNobody(error) ?? error.isInterrupted {
            let second = try await start(items, identity, traits, opening, sharing)
            return try await second.request.shown(second.ending)
        }
    }

    private typealias Started = (
        request: HostRequest, ending: Task<[ItemDescription], any Error>, opened: OpenedSession
    )

    nonisolated(nonsending) private func start(
        _ items: [NSExtensionItem], _ identity: AppExtensionIdentity, _ traits: ViewTraits,
        _ opening: URLOpening.Handler?, _ sharing: ActivitySharing.Handler?
    ) async throws -> Started {
        let asked = ContinuousClock.now
        let opened = try await session(with: identity, for: items, within: HostRequest.launchLimit)
        let socket = try opened.takeSocket(identity)
        let request = HostRequest(
            extension: identity.bundleIdentifier, lease: opened.lease, items, view: HostedView(traits),
            opener: URLOpener(identity: identity, administration: administration, handler: opening), sharing: sharing)
        register(request)
        await request.begin(socket, timeout: nil, since: asked)
        let ending = Task {
            defer { unregister(request) }
            return try await request.outcome()
        }
        return (request, ending, opened)
    }
}

extension HostRequest {
    /// Waits until the extension has begun.
    ///
    /// - Parameter ending: the task that waits for the outcome.
    /// - Throws: ``ExtensionError`` if the request ended before the extension began it.
    nonisolated(nonsending) func shown(_ ending: Task<[ItemDescription], any Error>) async throws -> ExtensionView {
        guard let view else { throw ExtensionError(.refused, "The request to \(identifier) has no view.") }
        try await withTaskCancellationHandler {
            await view.waitUntilBegun()
            // If the request ended before it began, its outcome is the reason.
            if began == nil { _ = try await ending.value }
        } onCancel: {
            cancel()
        }
        return ExtensionView(self, view, ending: ending)
    }
}
