package import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
@_exported public import OpenFoundation
import Synchronization
import SystemPackage

/// A host app's way to the extensions of the user's device: find them, hand them items, get items back.
///
/// The broker is started when it is needed, also again after it has gone. May be used from any task.
public final class ExtensionHost: Sendable {
    package let broker: BrokerClient
    let prepared = PreparedExtensions()
    private let openRequests = Mutex<[ObjectIdentifier: HostRequest]>([:])

    /// The device that the environment names: `APPEX_ROOT`, else the user's own.
    ///
    /// - Parameter shouldAllowExtensionPointIdentifier: whether this app lets itself be extended at a point, such as
    ///   `com.apple.keyboard-service`; nil when at any. An extension at another one is neither found nor started by this host. Asked
    ///   whenever extensions are looked up or used, on any thread.
    ///
    ///   Source: https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:shouldallowextensionpointidentifier:)
    /// - Throws: ``ExtensionError/Code/refused`` when a path in the environment cannot be used, or the device belongs to
    ///   another user. Then nothing of it has been opened.
    ///
    /// ## Difference from Apple
    /// Apple asks the delegate of the app, and only about keyboards.
    public convenience init(
        shouldAllowExtensionPointIdentifier: (@Sendable (String) -> Bool)? = nil
    ) throws(ExtensionError) {
        let environment = ProcessInfo.processInfo.environment
        do {
            let place = try DevicePlace(
                environment: environment,
                home: FilePath(environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path),
                uid: CurrentUser.identifier)
            try BrokerClient.checkOwner(of: place)
            self.init(place: place, environment: environment, allowing: shouldAllowExtensionPointIdentifier)
            // From now on this process may have content that extensions have made.
            HostDecoder.use(broker, at: place, environment: environment)
        } catch let error as ExtensionError {
            throw error
        } catch {
            throw ExtensionError(.refused, "\(error)", underlying: error)
        }
    }

    /// A host of a certain device. Content of extensions is read in this process unless another host has said otherwise:
    /// a test has many devices, which come and go, and one decoder.
    package init(
        place: DevicePlace, environment: [String: String],
        allowing allowsPoint: (@Sendable (String) -> Bool)? = nil
    ) {
        broker = BrokerClient(place: place, environment: environment, allowing: allowsPoint)
    }

    /// Hands items to an extension and waits for the items that it returns.
    ///
    /// Attachments are loaded only when the extension asks for them. The providers of the returned
    /// items are backed by the extension's process, which is kept for as long as they exist.
    ///
    /// - Parameter timeout: how long the extension may take from now on.
    /// - Throws: ``ExtensionError``, exactly one: ``ExtensionError/Code/cancelledByExtension`` with
    ///   the extension's own error, ``ExtensionError/Code/died``, ``ExtensionError/Code/timedOut``,
    ///   ``ExtensionError/Code/couldNotStart``, ``ExtensionError/Code/crashedRepeatedly``,
    ///   ``ExtensionError/Code/notFound``, ``ExtensionError/Code/protocolViolation``,
    ///   ``ExtensionError/Code/brokerUnavailable``, and ``ExtensionError/Code/refused`` when the extension is not offered
    ///   any more, has as many requests open as it may, or cannot be handed so much;
    ///   `CancellationError` when the task is cancelled.
    /// - Cancellation: the request ends at once, and the extension's process with it unless it
    ///   serves somebody else.
    nonisolated(nonsending) public func send(
        _ items: [NSExtensionItem], to identity: AppExtensionIdentity, timeout: Duration = .seconds(60)
    ) async throws -> [NSExtensionItem] {
        try await request(items, identity, timeout: timeout).items
    }

    /// Tells the extensions that are working on a request of this host that the app has changed its state.
    ///
    /// They hear of it as `.NSExtensionHostDidEnterBackground` and the like, once for each request. A host that
    /// has no such states never calls this.
    public func notify(_ change: HostStateChange) {
        for request in openRequests.withLock({ Array($0.values) }) { request.send(change.message) }
    }

    /// The same, with the times at which the steps were reached.
    ///
    /// - Parameter faults: what is made to go wrong, for tests; nil for nothing.
    nonisolated(nonsending) package func request(
        _ items: [NSExtensionItem], _ identity: AppExtensionIdentity, timeout: Duration, faults: FaultPlan? = nil
    ) async throws -> (items: [NSExtensionItem], timeline: RequestTimeline) {
        let asked = ContinuousClock.now
        let first = try await attempt(items, identity, timeout: timeout, since: asked, faults)
        // Whoever wants a request to fail is told that it has, whatever would come of another one.
        if faults != nil { return (try first.outcome.get(), first.timeline) }
        // A process that lives on after its last request may crash in the very moment in which the broker
        // lends it out again: this request has then reached nobody. The next one gets a new process.
        let isRepeated = first.reachedNobody && .now - asked < timeout
        let last = isRepeated ? try await attempt(items, identity, timeout: timeout, since: asked, nil) : first
        return (try last.outcome.get(), last.timeline)
    }

    private struct Attempt {
        var outcome: Result<[NSExtensionItem], any Error>
        var timeline: RequestTimeline
        /// The process was there before the request, and died before it had heard of it.
        var reachedNobody: Bool
    }

    nonisolated(nonsending) private func attempt(
        _ items: [NSExtensionItem], _ identity: AppExtensionIdentity, timeout: Duration,
        since asked: ContinuousClock.Instant, _ faults: FaultPlan?
    ) async throws -> Attempt {
        var timeline = RequestTimeline(asked: asked)
        let opened = try await session(with: identity, for: items, within: timeout - (.now - asked))
        timeline.opened = .now
        timeline.launched = opened.launched
        let socket = try opened.takeSocket(identity)
        let request = HostRequest(
            extension: identity.bundleIdentifier, lease: opened.lease, items,
            faults: faults.map { FaultInjector($0, opened.lease) })
        register(request)
        defer { unregister(request) }
        do {
            let descriptions = try await request.run(socket, timeout: timeout, since: asked)
            timeline.began = request.began
            timeline.finished = .now
            return Attempt(
                outcome: .success(request.returned(descriptions)), timeline: timeline, reachedNobody: false)
        } catch {
            let died = (error as? ExtensionError)?.code == .died && opened.lease.hasDied
            return Attempt(
                outcome: .failure(error), timeline: timeline,
                reachedNobody: died && !opened.launched && request.began == nil)
        }
    }

    /// The session of a request: one that was prepared, or a new one.
    nonisolated(nonsending) func session(
        with identity: AppExtensionIdentity, for items: [NSExtensionItem], within limit: Duration
    ) async throws -> OpenedSession {
        try await broker.checkAllowed(identity.bundleIdentifier)
        let summary = RequestSummary(
            items: items.count,
            attachments: items.lazy.flatMap { $0.attachments ?? [] }.map(\.visibleTypeIdentifiers))
        if let parked = prepared.take(identity.bundleIdentifier, for: summary) { return parked }
        return try await broker.open(identity.bundleIdentifier, for: summary, within: limit)
    }

    /// The request hears of ``notify(_:)`` from now on.
    func register(_ request: HostRequest) {
        openRequests.withLock { $0[ObjectIdentifier(request)] = request }
    }

    func unregister(_ request: HostRequest) {
        _ = openRequests.withLock { $0.removeValue(forKey: ObjectIdentifier(request)) }
    }
}

/// When the steps of a request were reached.
package struct RequestTimeline: Sendable {
    /// The host asked the broker for a session.
    package var asked: ContinuousClock.Instant
    /// The broker answered; the process may still be starting.
    package var opened: ContinuousClock.Instant?
    /// Whether a process was started for the request.
    package var launched = false
    /// The extension said that its `beginRequest` is being called.
    package var began: ContinuousClock.Instant?
    package var finished: ContinuousClock.Instant?
}

/// What a host app does, as its extensions may want to know.
///
/// Source: https://developer.apple.com/documentation/foundation/nsnotification/name
public enum HostStateChange: Sendable, CaseIterable {
    case willEnterForeground
    /// Only a short time is left to the extension.
    case didEnterBackground
    /// The app receives no events any more, and the extension may be suspended.
    case willResignActive
    case didBecomeActive

    var message: SessionInterface.HostChanged {
        switch self {
        case .willEnterForeground: SessionInterface.HostChanged(.willEnterForeground)
        case .didEnterBackground: SessionInterface.HostChanged(.didEnterBackground)
        case .willResignActive: SessionInterface.HostChanged(.willResignActive)
        case .didBecomeActive: SessionInterface.HostChanged(.didBecomeActive)
        }
    }
}
