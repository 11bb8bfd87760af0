import AppexModel
import Foundation

extension UserDefaults {
    /// The value of a key and its changes; see ``UserDefaults/values(forKey:)``. It can be iterated any number of times.
    public struct Values: AsyncSequence, Sendable {
        /// The value; nil if the key has no value.
        public typealias Element = Any?
        /// Iterating throws no errors.
        public typealias Failure = Never

        let list: DefaultsSearchList
        let key: String

        /// Begins to observe the key until the iterator is released.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(list, key) }

        /// The iterator of ``UserDefaults/Values``.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private var values: AsyncStream<PropertyListValue?>.Iterator

            init(_ list: DefaultsSearchList, _ key: String) {
                let (stream, continuation) = AsyncStream.makeStream(
                    of: PropertyListValue?.self, bufferingPolicy: .bufferingNewest(1))
                let observer = DefaultsObserver(list, key) { continuation.yield($0) }
                continuation.onTermination = { _ in observer.end() }
                observer.begin { continuation.yield($0) }
                values = stream.makeAsyncIterator()
            }

            /// Waits for the next value.
            ///
            /// - Returns: nil if the task is cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Any?? {
                guard let value = await values.next(isolation: actor) else { return nil }
                return .some(value.map(DefaultsValue.object))
            }
        }
    }
}
