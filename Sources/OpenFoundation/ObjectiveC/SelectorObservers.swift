import Foundation
import Synchronization

/// The observers of notification centers that were added with a selector.
///
/// A center for Linux has observers that are functions only. For an observer with a selector, a function is added to the
/// center, and its token is kept here until the observer is removed. The token of an observer that was released is removed
/// when a later observer is added.
final class SelectorObservers: Sendable {
    static let shared = SelectorObservers()

    /// One observer of one notification.
    private struct Registration: @unchecked Sendable {  // Tokens and centers may be used on any thread.
        weak var observer: AnyObject?
        weak var center: NotificationCenter?
        let token: any NSObjectProtocol
        let name: Notification.Name?
        /// `nil` for notifications of all objects.
        let object: ObjectIdentifier?

        /// Whether notifications can no longer be delivered.
        var isOver: Bool { observer == nil || center == nil }

        func remove() { center?.removeObserver(token as Any) }
    }

    private struct State {
        var registrations: [ObjectIdentifier: [Registration]] = [:]
        /// The number of registrations that leads to the next search for released observers.
        var limit = 64
        var count = 0
    }

    private let state = Mutex(State())

    /// Adds an observer to a center.
    func add(
        _ observer: AnyObject, _ selector: Selector, to center: NotificationCenter, _ name: Notification.Name?,
        _ object: Any?
    ) {
        let receiver = Receiver(observer)
        let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
            guard let observer = receiver.observer else { return }
            ObjectiveCMembers.send(selector, to: observer, [notification])
        }
        let registration = Registration(
            observer: observer, center: center, token: token, name: name,
            object: object.map { ObjectIdentifier($0 as AnyObject) })
        let released = state.withLock { state in
            state.registrations[ObjectIdentifier(observer), default: []].append(registration)
            state.count += 1
            return state.count > state.limit ? Self.released(&state) : []
        }
        for registration in released { registration.remove() }
    }

    /// Removes an observer from a center.
    ///
    /// - Parameter matches: the name and the object of notifications; returns whether to remove the observer for them.
    func remove(
        _ observer: AnyObject, from center: NotificationCenter,
        where matches: (Notification.Name?, ObjectIdentifier?) -> Bool
    ) {
        let key = ObjectIdentifier(observer)
        let removed: [Registration] = state.withLock { state in
            guard let all = state.registrations[key] else { return [] }
            // The observer may have the address of one that was released.
            let kept = all.filter { registration in
                !registration.isOver
                    && (registration.center !== center || !matches(registration.name, registration.object))
            }
            state.registrations[key] = kept.isEmpty ? nil : kept
            state.count -= all.count - kept.count
            let tokens = Set(kept.map { ObjectIdentifier($0.token) })
            return all.filter { !tokens.contains(ObjectIdentifier($0.token)) }
        }
        for registration in removed { registration.remove() }
    }

    /// The number of observers, including released ones whose tokens are still kept.
    var count: Int { state.withLock { $0.count } }

    private static func released(_ state: inout State) -> [Registration] {
        let released = state.registrations.values.joined().filter(\.isOver)
        state.registrations = state.registrations.mapValues { $0.filter { !$0.isOver } }.filter { !$1.isEmpty }
        state.count -= released.count
        // The search costs as much as the additions since the last one.
        state.limit = max(64, state.count * 2)
        return released
    }

    /// Refers to an observer without keeping it alive.
    private final class Receiver: @unchecked Sendable {  // Used on the thread of the notification.
        weak var observer: AnyObject?

        init(_ observer: AnyObject) { self.observer = observer }
    }
}
