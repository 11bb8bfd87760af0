import AppexModel
import Foundation
import Synchronization

/// The domains of this process that are not stored: arguments, registered defaults, and those that the program has made.
final class VolatileDomains: Sendable {
    /// The domains of this process.
    static let shared = VolatileDomains()

    /// What is called when a domain was changed.
    let listeners = ChangeListeners()
    private let domains = Mutex<[String: [String: PropertyListValue]]>([:])

    /// The names of the domains.
    var names: [String] { domains.withLock { $0.keys.sorted() } }

    /// The domain with a name; nil if it has not been set.
    subscript(name: String) -> [String: PropertyListValue]? {
        get { domains.withLock { $0[name] } }
        set {
            domains.withLock { $0[name] = newValue }
            listeners.tell()
        }
    }

    /// The value of a key in a domain.
    func value(_ key: String, in name: String) -> PropertyListValue? { domains.withLock { $0[name]?[key] } }

    /// Adds values to a domain, in the place of earlier ones with the same keys.
    func add(_ values: [String: PropertyListValue], to name: String) {
        domains.withLock { $0[name, default: [:]].merge(values) { $1 } }
        listeners.tell()
    }
}
