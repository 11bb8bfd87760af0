/// Why foreign content could not be decoded, apart from damage of the content itself.
package enum DecoderError: Error, Sendable, CustomStringConvertible {
    /// No decoder could be started.
    case unavailable(String)
    /// The helper ended before it had answered, in most cases because of what it was reading.
    case ended(String)
    /// The helper had all the time that it gets, and was ended.
    case timedOut(after: Duration)
    /// The helper has answered what cannot be true, and was ended.
    case deceived(String)
    /// The helper cannot do what it was asked, in its own words.
    case refused(String)
    /// The caller is on the thread that the answer would come on.
    case onLoop
    /// This process has no memory or descriptors left for it.
    case exhausted(String)

    package var description: String {
        switch self {
        case .unavailable(let why): "no decoder can be started: \(why)"
        case .ended(let why): "the decoder ended before it had answered: \(why); the next attempt gets a new one"
        case .timedOut(let limit): "the decoder did not answer within \(limit) and was ended"
        case .deceived(let what): "the decoder answered \(what) and was ended"
        case .refused(let why): "the decoder cannot do it: \(why)"
        case .onLoop: "the content was to be decoded on the event loop's own thread; decode it on another one"
        case .exhausted(let why): "this process has no memory or descriptors left for decoding: \(why)"
        }
    }
}
