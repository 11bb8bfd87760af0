import AppexProtocol
import AppexSystem
public import OpenFoundation
public import OpenViewTree

extension ExtensionHost {
    /// Hands items to an extension and shows its view.
    ///
    /// Returns when the extension has begun; its first tree comes as an update. An extension without a view is worked with
    /// in the same way: it only completes. There is no time-out but for the launch, since a person is at work.
    ///
    /// - Parameter traits: the room for the view and how the person wants to see things. What is out of its bounds is
    ///   brought within them.
    /// - Throws: what ``send(_:to:timeout:)`` throws, when the extension does not come to its begin.
    /// - Cancellation: as for `send`, until this returns.
    nonisolated(nonsending) public func present(
        _ items: [NSExtensionItem], to identity: AppExtensionIdentity, traits: ViewTraits
    ) async throws -> ExtensionView {
        let first = try await start(items, identity, traits)
        do {
            return try await first.request.shown(first.ending)
        } catch let error as ExtensionError where error.code == .died && first.opened.reachesNobody {
            // As in `send`: a process that died before it had heard of the request.
            let second = try await start(items, identity, traits)
            return try await second.request.shown(second.ending)
        }
    }

    private typealias Started = (
        request: HostRequest, ending: Task<[ItemDescription], any Error>, opened: OpenedSession
    )

    nonisolated(nonsending) private func start(
        _ items: [NSExtensionItem], _ identity: AppExtensionIdentity, _ traits: ViewTraits
    ) async throws -> Started {
        let asked = ContinuousClock.now
        let opened = try await session(with: identity, for: items, within: HostRequest.launchLimit)
        let socket = try opened.takeSocket(identity)
        let request = HostRequest(
            extension: identity.bundleIdentifier, lease: opened.lease, items, view: ViewSession(traits))
        register(request)
        await request.begin(socket, timeout: nil, since: asked)
        let ending = Task {
            defer { unregister(request) }
            return try await request.outcome()
        }
        return (request, ending, opened)
    }
}

extension OpenedSession {
    /// Whether its process was there before, and has died.
    fileprivate var reachesNobody: Bool { !launched && lease.hasDied }
}

extension HostRequest {
    /// Waits until the extension has begun.
    ///
    /// - Parameter ending: the task that waits for the outcome.
    nonisolated(nonsending) func shown(_ ending: Task<[ItemDescription], any Error>) async throws -> ExtensionView {
        guard let view else { throw ExtensionError(.refused, "\(identifier) was asked for no view.") }
        try await withTaskCancellationHandler {
            await view.begun()
            // What has ended before it began has its reason; nothing else waits for it.
            if began == nil { _ = try await ending.value }
        } onCancel: {
            cancel()
        }
        return ExtensionView(self, view, ending: ending)
    }
}
