import AppexActivation
import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire
import Logging
import OpenUniformTypeIdentifiers

/// Finds the extensions that hosts are offered, and tells those who watch when the matches change. ``Offers`` decides.
///
/// Rules are compiled when an app is installed and lie in the registry's index; what is kept here is made of it when it
/// is first asked for after a change.
actor MatchService {
    /// The extensions that are offered for a query.
    struct Matches: Sendable {
        /// Distinguishes these from other matches of this broker.
        let fingerprint: UInt64
        let extensions: [InstalledAppex]
    }

    /// Somebody who waits for the matches of a query to change.
    struct Watcher: Sendable {
        let client: ClientNumber
        /// Whether the client does not wait any more.
        let isCancelled: @Sendable () -> Bool
        /// Called once, with the changed matches.
        let onChange: @Sendable (Matches) -> Void
    }

    private struct Watch {
        let query: ExtensionQuery
        let known: UInt64
        let watcher: Watcher
    }

    private let registry: RegistryService
    private let log: Logger
    private var watches: [Watch] = []
    /// The rules as of one state of the registry.
    private var compiled: (revision: Int64, rules: MatchIndex)?
    /// The extensions whose rules were given up since the last change, which is logged once for each.
    private var givenUp: Set<Int> = []

    init(registry: RegistryService, log: Logger) {
        self.registry = registry
        self.log = log
    }

    /// Tells those who watch of changed matches, after each change of the registry, until cancelled.
    func run() async {
        // Changes that come faster than they are looked at are looked at once.
        for await _ in registry.changes { answerWatches() }
    }

    /// The extensions that a host is offered.
    func matches(for query: ExtensionQuery) -> Matches {
        let index = registry.index
        let extensions = Offers(index: index).extensions(for: query) { items, numbers in
            let outcome = rules(of: index).outcome(for: items, among: numbers) {
                // A copy that cannot be read belongs to no app and gets no budget of its own.
                index.entry(at: $0)?.app ?? -1
            }
            note(outcome.givenUp, in: index)
            return outcome.activating
        }
        return Matches(fingerprint: UInt64(truncatingIfNeeded: extensions.hashValue), extensions: extensions)
    }

    private func note(_ numbers: [Int], in index: RegistryIndex) {
        for number in numbers where givenUp.insert(number).inserted {
            guard let appex = index.appex(at: number) else { continue }
            log.warning(
                "an extension is not offered because its app's activation rules take too many steps",
                metadata: ["extension": "\(appex.bundleIdentifier)"])
        }
    }

    /// Long poll: tells a watcher the matches of a query as soon as their fingerprint differs from a known one, at once or
    /// after a change of the registry.
    ///
    /// - Throws: ``FailureCode/refused`` when the client watches too much already.
    func watch(_ query: ExtensionQuery, known: UInt64, _ watcher: Watcher) throws(RemoteFailure) {
        let matches = matches(for: query)
        guard matches.fingerprint == known else { return watcher.onChange(matches) }
        watches.removeAll { $0.watcher.isCancelled() }
        guard watches.count(where: { $0.watcher.client == watcher.client }) < MatchLimits.watches else {
            throw RemoteFailure(
                code: FailureCode.refused,
                message: "At most \(MatchLimits.watches) answers can be watched at a time; give one up first.")
        }
        watches.append(Watch(query: query, known: known, watcher: watcher))
    }

    /// Forgets what a disconnected client has watched.
    func forget(client: ClientNumber) {
        watches.removeAll { $0.watcher.client == client }
    }

    private func answerWatches() {
        watches.removeAll { watch in
            if watch.watcher.isCancelled() { return true }
            let matches = matches(for: watch.query)
            guard matches.fingerprint != watch.known else { return false }
            watch.watcher.onChange(matches)
            return true
        }
    }

    private func rules(of index: RegistryIndex) -> MatchIndex {
        if let compiled, compiled.revision == index.revision { return compiled.rules }
        let types = TypeGraph.system.adding(list: index.types)
        let rules: MatchIndex
        do throws(MatchIndexError) {
            rules = try index.rules(types: types)
        } catch {
            log.error("nothing can be offered for items", metadata: ["reason": "\(error)"])
            rules = MatchIndex(rules: [], types: types)
        }
        compiled = (index.revision, rules)
        givenUp = []
        return rules
    }
}
