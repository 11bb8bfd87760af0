/// Which messages of the peer a connection reads.
package enum Hearing: Sendable {
    /// Every event and request.
    case everything
    /// Events and requests with these codes. The body of any other one is not read and arrives empty.
    case only(Set<UInt16>)
    /// Only answers, without descriptors. An event or request ends the connection.
    case answers

    /// Whether the body of an event or request with this code is read.
    func reads(_ code: UInt16) -> Bool {
        switch self {
        case .everything: true
        case .only(let codes): codes.contains(code)
        case .answers: false
        }
    }
}
