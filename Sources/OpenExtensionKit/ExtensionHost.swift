package import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
@_exported public import OpenFoundation
import Synchronization
import SystemPackage

/// Gives a host app access to the extensions of the user's device: finds them, sends them items and receives the items
/// that they return.
///
/// The broker is started as needed, and again after it has ended. May be used from any task.
public final class ExtensionHost: Sendable {
    /// The connection to the device's broker.
    package let broker: BrokerClient
    let prepared = PreparedExtensions()
    private let openRequests = Mutex<[ObjectIdentifier: HostRequest]>([:])

    /// Creates a host for the device that the environment variable `APPEX_ROOT` names, or else for the user's device.
    ///
    /// - Parameter shouldAllowExtensionPointIdentifier: returns whether this app allows extensions at a point, such as
    ///   `com.apple.keyboard-service`; nil to allow them at every point. This host neither finds nor starts extensions
    ///   at other points. Called on any thread, whenever extensions are looked up or used.
    ///
    ///   Source: https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:shouldallowextensionpointidentifier:)
    /// - Throws: ``ExtensionError/Code/refused`` if a path in the environment cannot be used or the device belongs to
    ///   another user. No file of the device has been opened then.
    ///
    /// ## Difference from Apple
    /// Apple asks the app's delegate, and only about keyboards.
    public convenience init(
        shouldAllowExtensionPointIdentifier: (@Sendable (String) -> Bool)? = nil
    ) throws(ExtensionError) {
        let environment = ProcessInfo.processInfo.environment
        do {
            let place = try DevicePlace(ofProcess: environment)
            try BrokerClient.checkOwner(of: place)
            self.init(place: place, environment: environment, allowing: shouldAllowExtensionPointIdentifier)
            // From now on this process may receive content from extensions.
            HostDecoder.use(broker, at: place, environment: environment)
        } catch let error as ExtensionError {
            throw error
        } catch {
            throw ExtensionError(.refused, "\(error)", underlying: error)
        }
    }

    /// Creates a host for a device.
    ///
    /// Unlike ``init(shouldAllowExtensionPointIdentifier:)`` it does not change the decoder of this process, because a
    /// test uses many short-lived devices and one decoder.
    ///
    /// - Parameter allowsPoint: whether the host allows extensions at a point; nil to allow them at every point.
    package init(
        place: DevicePlace, environment: [String: String],
        allowing allowsPoint: (@Sendable (String) -> Bool)? = nil
    ) {
        broker = BrokerClient(place: place, environment: environment, allowing: allowsPoint)
    }

    /// Sends items to an extension and waits for the items that it returns.
    ///
    /// Attachments are loaded only when the extension asks for them. The providers of the returned items load from the
    /// extension's process, which is kept alive for as long as they exist.
    ///
    /// - Parameter timeout: the maximum time for the whole call, including the launch of the extension.
    /// - Throws: ``ExtensionError`` with ``ExtensionError/Code/cancelledByExtension`` and the extension's own error,
    ///   ``ExtensionError/Code/died``, ``ExtensionError/Code/timedOut``, ``ExtensionError/Code/couldNotStart``,
    ///   ``ExtensionError/Code/crashedRepeatedly``, ``ExtensionError/Code/notFound``,
    ///   ``ExtensionError/Code/protocolViolation``, ``ExtensionError/Code/brokerUnavailable``, or
    ///   ``ExtensionError/Code/refused`` if the extension is no longer offered, has too many open requests, or the items
    ///   exceed a limit; `CancellationError` if the task is cancelled.
    /// - Cancellation: the request ends at once, and with it the extension's process unless that serves other requests.
    nonisolated(nonsending) public func send(
        _ items: [NSExtensionItem], to identity: AppExtensionIdentity, timeout: Duration = .seconds(60)
    ) async throws -> [NSExtensionItem] {
        try await request(items, identity, timeout: timeout).items
    }

    /// Notifies the extensions that are processing requests of this host of a change of the app's state.
    ///
    /// An extension receives it as a notification such as `.NSExtensionHostDidEnterBackground`, once for each request. A
    /// host without such states never calls this method.
    public func notify(_ change: HostStateChange) {
        for request in openRequests.withLock({ Array($0.values) }) { request.send(change.message) }
    }

    /// Sends items to an extension as ``send(_:to:timeout:)`` does, and records the time of each step.
    ///
    /// - Parameter faults: faults to inject, for tests; nil for none.
    /// - Parameter asked: the time at which `timeout` began.
    /// - Throws: as ``send(_:to:timeout:)``.
    nonisolated(nonsending) package func request(
        _ items: [NSExtensionItem], _ identity: AppExtensionIdentity, timeout: Duration, faults: FaultPlan? = nil,
        since asked: ContinuousClock.Instant = .now
    ) async throws -> (items: [NSExtensionItem], timeline: RequestTimeline) {
        let first = try await attempt(items, identity, timeout: timeout, since: asked, faults)
        // The failure of an injected fault is the result; another attempt would hide it.
        if faults != nil { return (try first.outcome.get(), first.timeline) }
        // A process that is kept after its last request may crash at the moment in which the broker assigns it to this
        // one, and a launch may meet the end of the launcher or an update of the app. No code of the extension has seen
        // the request then, and a second attempt gets a new process.
        let isRepeated = first.reachedNobody && .now - asked < timeout
        let last = isRepeated ? try await attempt(items, identity, timeout: timeout, since: asked, nil) : first
        return (try last.outcome.get(), last.timeline)
    }

    private struct Attempt {
        var outcome: Result<[NSExtensionItem], any Error>
        var timeline: RequestTimeline
        /// Whether the process existed before the request or was interrupted, and ended before it received the request.
        var reachedNobody: Bool
    }

    nonisolated(nonsending) private func attempt(
        _ items: [NSExtensionItem], _ identity: AppExtensionIdentity, timeout: Duration,
        since asked: ContinuousClock.Instant, _ faults: FaultPlan?
    ) async throws -> Attempt {
        var timeline = RequestTimeline(asked: asked)
        let opened: OpenedSession
        do {
            opened = try await session(with: identity, for: items, within: timeout, since: asked)
        } catch let error as ExtensionError where error.isInterrupted {
            return Attempt(outcome: .failure(error), timeline: timeline, reachedNobody: true)
        }
        timeline.opened = .now
        timeline.launched = opened.launched
        let socket = try opened.takeSocket(identity)
        let request = HostRequest(
            extension: identity.bundleIdentifier, lease: opened.lease, items,
            opener: URLOpener(identity: identity, administration: administration, handler: nil),
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
            return Attempt(
                outcome: .failure(error), timeline: timeline,
                reachedNobody: request.began == nil && opened.hasReachedNobody(error))
        }
    }

    /// Opens the session of a request, on a warm process if this host has prepared one.
    ///
    /// - Throws: ``ExtensionError``; `CancellationError`.
    nonisolated(nonsending) func session(
        with identity: AppExtensionIdentity, for items: [NSExtensionItem], within limit: Duration,
        since asked: ContinuousClock.Instant = .now
    ) async throws -> OpenedSession {
        try await broker.checkAllowed(identity.bundleIdentifier, within: limit - (.now - asked))
        let summary = RequestSummary(
            items: items.count,
            attachments: items.lazy.flatMap { $0.attachments ?? [] }.map(\.visibleTypeIdentifiers))
        if let warm = prepared.take(identity.bundleIdentifier, for: summary) { return warm }
        return try await broker.open(identity.bundleIdentifier, for: summary, within: limit, since: asked)
    }

    /// Adds a request to those that ``notify(_:)`` informs.
    func register(_ request: HostRequest) {
        openRequests.withLock { $0[ObjectIdentifier(request)] = request }
    }

    /// Removes a request from those that ``notify(_:)`` informs.
    func unregister(_ request: HostRequest) {
        _ = openRequests.withLock { $0.removeValue(forKey: ObjectIdentifier(request)) }
    }
}

/// The times at which a request reached its steps. A time is nil if the step was not reached.
package struct RequestTimeline: Sendable {
    /// When the host asked the broker for a session.
    package var asked: ContinuousClock.Instant
    /// When the broker answered; the process may still have been starting.
    package var opened: ContinuousClock.Instant?
    /// Whether a process was started for the request.
    package var launched = false
    /// When the host received the message that the extension's `beginRequest` is being called.
    package var began: ContinuousClock.Instant?
    /// When the extension's answer had been received.
    package var finished: ContinuousClock.Instant?
}

/// A change of a host app's state that its extensions are notified of; see ``ExtensionHost/notify(_:)``.
///
/// Source: https://developer.apple.com/documentation/foundation/nsnotification/name
public enum HostStateChange: Sendable, CaseIterable {
    /// The app is about to enter the foreground.
    case willEnterForeground
    /// The app has entered the background, and the extension should finish soon.
    case didEnterBackground
    /// The app is about to stop receiving events, and the extension may be suspended.
    case willResignActive
    /// The app is active and receives events.
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
