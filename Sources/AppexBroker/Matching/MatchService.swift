import AppexActivation
import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire
import Logging
import OpenUniformTypeIdentifiers

/// Answers which extensions are offered for some items, and tells those who watch when the answer changes.
///
/// Rules are compiled when an app is installed and lie in the registry's index; what is kept here is made of it when it
/// is first asked for after a change.
actor MatchService {
    private struct Watch {
        let query: MatchQuery
        let known: UInt64
        let client: UInt64
        let request: InboundRequest
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

    /// Tells those who watch what has become of their answers, after each change of the registry, until cancelled.
    func run() async {
        // Changes that come faster than they are looked at are looked at once.
        for await _ in registry.changes { answerWatches() }
    }

    /// The extensions that a query asks for.
    func answer(to query: MatchQuery) -> MatchAnswer {
        let index = registry.index
        // What is no identifier of a point is the point of no extension.
        let points = query.points.isEmpty ? nil : Set(query.points.compactMap(ExtensionPointIdentifier.init(rawValue:)))
        var numbers = index.offered(at: points)
        if let items = query.items {
            let outcome = rules(of: index).outcome(for: items.map(ItemTypes.init), among: numbers) {
                // A copy that cannot be read belongs to no app and gets no budget of its own.
                index.entry(at: $0)?.app ?? -1
            }
            note(outcome.givenUp, in: index)
            numbers = index.offered(among: outcome.activating, at: points)
        }
        let records = numbers.compactMap(index.appex).map { ExtensionRecord($0) }
        return MatchAnswer(fingerprint: UInt64(truncatingIfNeeded: records.hashValue), extensions: records)
    }

    private func note(_ numbers: [Int], in index: RegistryIndex) {
        for number in numbers where givenUp.insert(number).inserted {
            guard let appex = index.appex(at: number) else { continue }
            log.warning(
                "an extension is not offered because its app's activation rules take too many steps",
                metadata: ["extension": "\(appex.bundleIdentifier)"])
        }
    }

    /// Answers a request as soon as the answer is another than the one that is known.
    ///
    /// - Throws: ``RemoteFailure`` when the client watches too much already.
    func watch(_ watch: BrokerInterface.Watch, for client: UInt64, _ request: InboundRequest) throws(RemoteFailure) {
        let answer = answer(to: watch.query)
        guard answer.fingerprint == watch.known else { return request.reply(answer) }
        watches.removeAll { $0.request.isCancelled }
        guard watches.count(where: { $0.client == client }) < MatchLimits.watches else {
            throw RemoteFailure(
                code: FailureCode.refused,
                message: "At most \(MatchLimits.watches) answers can be watched at a time; give one up first.")
        }
        watches.append(Watch(query: watch.query, known: watch.known, client: client, request: request))
    }

    /// Forgets what a client that has gone has watched.
    func forget(client: UInt64) {
        watches.removeAll { $0.client == client }
    }

    private func answerWatches() {
        watches.removeAll { watch in
            if watch.request.isCancelled { return true }
            let answer = answer(to: watch.query)
            guard answer.fingerprint != watch.known else { return false }
            watch.request.reply(answer)
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

extension ItemTypes {
    fileprivate init(_ item: MatchItem) {
        self.init(attachments: item.attachments, hasText: item.hasText)
    }
}
