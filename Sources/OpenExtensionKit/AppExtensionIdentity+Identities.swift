package import AppexProtocol

extension AppExtensionIdentity {
    /// The extensions that are offered at some extension points, now and whenever they become others.
    ///
    /// Source: https://developer.apple.com/documentation/extensionfoundation/appextensionidentity/matching(appextensionpointids:)
    ///
    /// - Throws: ``ExtensionError/Code/refused`` when the environment names no usable device.
    ///
    /// ## Difference from Apple
    /// Extensions of other developers are offered without the user's approval; see `Documentation/Discovery.md`.
    public static func matching(appExtensionPointIDs: String...) throws -> Identities {
        let query = MatchQuery(points: appExtensionPointIDs, items: nil)
        return Identities(broker: try ExtensionHost().broker, query: query)
    }

    /// Lists of extensions: the first at once, and another each time that the list becomes another.
    ///
    /// Of changes that come faster than they are taken only the last is seen. A broker that ends is started again, and
    /// what has changed meanwhile is seen. Goes on until its task is cancelled; while the broker cannot be reached
    /// nothing comes. Ends at once for more items than can be asked about.
    public struct Identities: AsyncSequence, Sendable {
        public typealias Element = [AppExtensionIdentity]
        public typealias Failure = Never

        private let broker: BrokerClient
        private let query: MatchQuery

        package init(broker: BrokerClient, query: MatchQuery) {
            self.broker = broker
            self.query = query
        }

        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(broker: broker, query: query)
        }

        public struct AsyncIterator: AsyncIteratorProtocol {
            private let broker: BrokerClient
            private let query: MatchQuery
            private var last: MatchAnswer?

            /// How long a broker is left alone that could not be reached.
            private static let pause = Duration.seconds(1)

            init(broker: BrokerClient, query: MatchQuery) {
                self.broker = broker
                self.query = query
            }

            /// The next list; nil when there will be none.
            public mutating func next() async -> [AppExtensionIdentity]? {
                while !Task.isCancelled {
                    do throws(ExtensionError) {
                        let answer = try await answer()
                        let isNews = last?.extensions != answer.extensions
                        last = answer
                        if isNews { return answer.extensions.map(AppExtensionIdentity.init) }
                    } catch {
                        // One that has been answered can only be one question too many at a time, and is asked again.
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
