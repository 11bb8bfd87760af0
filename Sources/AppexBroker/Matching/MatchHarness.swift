import AppexActivation
import AppexModel
import AppexProtocol
import AppexRegistry
import AppexWire

/// Turns messages about matching extensions into calls of the ``MatchService``, and its answers into replies.
struct MatchHarness: Sendable {
    private let service: MatchService

    init(_ service: MatchService) { self.service = service }

    /// Answers a ``BrokerInterface/Match``.
    ///
    /// - Throws: ``WireError`` when the message is malformed.
    func match(_ request: InboundRequest) async throws {
        let match = try request.decode(BrokerInterface.Match.self)
        request.reply(MatchAnswer(await service.matches(for: ExtensionQuery(match.query))))
    }

    /// Answers a ``BrokerInterface/Watch``, now or after a change.
    ///
    /// - Throws: ``WireError`` when the message is malformed, ``FailureCode/refused`` when the client watches too much.
    func watch(_ request: InboundRequest, client: ClientNumber) async throws {
        let watch = try request.decode(BrokerInterface.Watch.self)
        let watcher = MatchService.Watcher(
            client: client, isCancelled: { request.isCancelled }, onChange: { request.reply(MatchAnswer($0)) })
        try await service.watch(ExtensionQuery(watch.query), known: watch.known, watcher)
    }

    /// Forgets what a disconnected client has watched.
    func forget(client: ClientNumber) async { await service.forget(client: client) }
}

extension ExtensionQuery {
    fileprivate init(_ query: MatchQuery) {
        self.init(
            // What is no identifier of a point is the point of no extension.
            points: query.points.isEmpty
                ? nil : Set(query.points.compactMap(ExtensionPointIdentifier.init(rawValue:))),
            items: query.items?.map { ItemTypes(attachments: $0.attachments, hasText: $0.hasText) })
    }
}

extension MatchAnswer {
    fileprivate init(_ matches: MatchService.Matches) {
        self.init(
            fingerprint: matches.fingerprint, extensions: matches.extensions.map { ExtensionRecord($0) })
    }
}
