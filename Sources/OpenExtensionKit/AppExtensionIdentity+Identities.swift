package import AppexProtocol

extension AppExtensionIdentity {
    /// A stream of the extensions offered at some extension points: the current list, then a new one after each change.
    ///
    /// Source: https://developer.apple.com/documentation/extensionfoundation/appextensionidentity/matching(appextensionpointids:)
    ///
    /// - Parameter appExtensionPointIDs: the identifiers of extension points; none for all points.
    /// - Throws: ``ExtensionError/Code/refused`` if the environment does not name a usable device.
    ///
    /// ## Difference from Apple
    /// Extensions of other developers are offered without the user's approval; see `Documentation/Discovery.md`.
    public static func matching(appExtensionPointIDs: String...) throws -> Identities {
        let query = MatchQuery(points: appExtensionPointIDs, items: nil)
        return Identities(broker: try ExtensionHost().broker, query: query)
    }

    /// A stream of lists of extensions: the current list, then a new one after each change.
    ///
    /// If several changes happen between two reads, only the last list is delivered. A broker that has ended is started
    /// again, and changes in the meantime are noticed; while it cannot be reached, the stream waits. The stream ends
    /// when its task is cancelled, and at once if the items exceed what ``ExtensionHost/extensions(matching:at:)``
    /// accepts.
    public struct Identities: AsyncSequence, Sendable {
        /// One list, in the order in which to show it.
        public typealias Element = [AppExtensionIdentity]
        /// Iterating throws no errors.
        public typealias Failure = Never

        private let broker: BrokerClient
        private let query: MatchQuery

        /// Creates a stream of the answers to a query. The broker is not called before the first iteration.
        package init(broker: BrokerClient, query: MatchQuery) {
            self.broker = broker
            self.query = query
        }

        /// Creates an iterator, whose first list is the current one.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(broker: broker, query: query)
        }

        /// The iterator of ``AppExtensionIdentity/Identities``.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private let broker: BrokerClient
            private let query: MatchQuery
            private var last: MatchAnswer?

            /// How long to wait before calling a broker again that could not be reached.
            private static let pause = Duration.seconds(1)

            init(broker: BrokerClient, query: MatchQuery) {
                self.broker = broker
                self.query = query
            }

            /// Waits for the next list.
            ///
            /// - Returns: nil if there are no further lists.
            public mutating func next() async -> [AppExtensionIdentity]? {
                while !Task.isCancelled {
                    do throws(ExtensionError) {
                        let answer = try await answer()
                        let hasChanged = last?.extensions != answer.extensions
                        last = answer
                        if hasChanged { return answer.extensions.map(AppExtensionIdentity.init) }
                    } catch {
                        // A query that was answered before is within the limits: it is refused only because this host
                        // has too many queries open at the moment, and is repeated.
                        if error.code == .refused, last == nil { return nil }
                        try? await Task.sleep(for: Self.pause)
                    }
                }
                return nil
            }

            private func answer() async throws(ExtensionError) -> MatchAnswer {
                guard let last else { return try await broker.match(query) }
                return try await broker.watch(query, known: last.fingerprint)
            }
        }
    }
}
