import AppexModel
import Foundation
import Synchronization

/// Where an object of defaults looks for values: in the arguments of the program, in the domain of the object, in added suites,
/// in the domain of all programs, and in the registered defaults. May be used from any thread.
final class DefaultsSearchList: Sendable {
    /// The domain of the object; nil for a group of which this process is not a member.
    let domain: DefaultsDomain?
    /// What is called when a suite was added or removed.
    let listeners = ChangeListeners()
    private let suites = Mutex<[String]>([])

    init(_ domain: DefaultsDomain?) {
        self.domain = domain
    }

    /// The domains that are stored, each of them once.
    var domains: [DefaultsDomain] {
        var found: [DefaultsDomain] = []
        for domain in [domain].compactMap(\.self) + suiteDomains + [Self.global]
        where !found.contains(where: { $0 === domain }) {
            found.append(domain)
        }
        return found
    }

    /// The domains of the added suites.
    var suiteDomains: [DefaultsDomain] {
        suites.withLock { $0 }.compactMap(DefaultsPlace.domain).map(DefaultsDomain.at)
    }

    /// The domain of all programs.
    static var global: DefaultsDomain { DefaultsDomain.at(DefaultsPlace.global) }

    /// The newest value of a key.
    func value(_ key: String) -> PropertyListValue? {
        let volatile = VolatileDomains.shared
        if let value = volatile.value(key, in: UserDefaults.argumentDomain) ?? domain?.value(key) { return value }
        for domain in suiteDomains {
            if let value = domain.value(key) { return value }
        }
        return Self.global.value(key) ?? volatile.value(key, in: UserDefaults.registrationDomain)
    }

    /// The value of a key as far as the changes of other processes have been read.
    ///
    /// - Parameter domains: the domains that are stored, which finding takes some time.
    static func knownValue(_ key: String, in domains: [DefaultsDomain]) -> PropertyListValue? {
        let volatile = VolatileDomains.shared
        if let value = volatile.value(key, in: UserDefaults.argumentDomain) { return value }
        for domain in domains {
            if let value = domain.knownValue(key) { return value }
        }
        return volatile.value(key, in: UserDefaults.registrationDomain)
    }

    /// Adds a suite after the others.
    func add(_ suite: String) {
        suites.withLock { if !$0.contains(suite) { $0.append(suite) } }
        listeners.tell()
    }

    /// Removes a suite.
    func remove(_ suite: String) {
        suites.withLock { $0.removeAll { $0 == suite } }
        listeners.tell()
    }
}
