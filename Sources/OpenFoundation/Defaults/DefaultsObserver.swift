import AppexModel
import AppexSystem
import Synchronization

/// Tells of the changes of one key in a search list, one after the other. May be used from any thread.
final class DefaultsObserver: Sendable {
    private struct State {
        /// The value that was told last, or was there at the beginning.
        var last: PropertyListValue?
        var domains: [DefaultsDomain] = []
        var hasBegun = false
        var isScheduled = false
        /// Whether something has changed since the value was read.
        var isNeeded = false
        var hasEnded = false
    }

    private let list: DefaultsSearchList
    private let key: String
    private let body: @Sendable (PropertyListValue?) -> Void
    private let state = Mutex(State())
    /// The domains whose changes are told. The lock is held while some are added or removed.
    private let attached = Mutex<[DefaultsDomain]>([])

    /// - Parameter body: is called with a value that differs from the one before, until ``end()``, never by two threads at once.
    init(_ list: DefaultsSearchList, _ key: String, _ body: @escaping @Sendable (PropertyListValue?) -> Void) {
        self.list = list
        self.key = key
        self.body = body
    }

    /// Begins to tell of changes.
    ///
    /// - Parameter first: is called before any change is told, with the value whose changes are told.
    func begin(_ first: (PropertyListValue?) -> Void = { _ in }) {
        list.listeners.add(self) { self.attach() }
        VolatileDomains.shared.listeners.add(self) { self.check() }
        attach()
        // After this, each change is told.
        let value = list.value(key)
        first(value)
        state.withLock { state in
            state.last = value
            state.hasBegun = true
        }
        check()
    }

    /// Ends telling of changes. A call that is under way is not waited for.
    func end() {
        state.withLock { $0.hasEnded = true }
        list.listeners.remove(self)
        VolatileDomains.shared.listeners.remove(self)
        attached.withLock { attached in
            for domain in attached { domain.watch.remove(self) }
            attached = []
        }
    }

    /// Follows the domains that are in the search list now.
    private func attach() {
        attached.withLock { attached in
            guard !state.withLock({ $0.hasEnded }) else { return }
            let domains = list.domains
            for domain in domains where !attached.contains(where: { $0 === domain }) {
                domain.watch.add(self, to: domain) { self.check() }
                _ = domain.value(key)
            }
            for domain in attached where !domains.contains(where: { $0 === domain }) { domain.watch.remove(self) }
            attached = domains
            state.withLock { $0.domains = domains }
        }
        check()
    }

    /// Compares the value with the last one soon.
    private func check() {
        let isIdle = state.withLock { state in
            state.isNeeded = true
            guard state.hasBegun, !state.hasEnded, !state.isScheduled else { return false }
            state.isScheduled = true
            return true
        }
        if isIdle { HandlerThreads.callbacks.run { self.run() } }
    }

    private func run() {
        let domains = state.withLock { state in
            state.isNeeded = false
            return state.domains
        }
        let value = DefaultsSearchList.knownValue(key, in: domains)
        let isChanged = state.withLock { state in
            guard !state.hasEnded, !DefaultsValue.areSame(value, state.last) else { return false }
            state.last = value
            return true
        }
        if isChanged { body(value) }
        let isNeeded = state.withLock { state in
            state.isScheduled = false
            return state.isNeeded
        }
        if isNeeded { check() }
    }
}
