/// A device has no broker that this process can use, and none can be started.
package struct BrokerUnavailableError: Error, CustomStringConvertible {
    /// One sentence: what was being done, to what, and what to do next.
    package let description: String
    /// The cause, if there is one.
    package let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameter description: a complete sentence.
    init(_ description: String, underlying: (any Error)? = nil) {
        self.description = description
        self.underlying = underlying
    }
}
