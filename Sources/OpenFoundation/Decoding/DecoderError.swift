import AppexSystem

/// A failure to decode untrusted content that is not caused by damaged content.
package enum DecoderError: Error, Sendable, CustomStringConvertible {
    /// No decoder could be started.
    case unavailable(String)
    /// The helper ended before it answered, in most cases because of the content that it was decoding.
    case ended(String)
    /// The helper did not answer in time, and was ended.
    case timedOut(after: Duration)
    /// The helper's answer is invalid, and it was ended.
    case invalidAnswer(String)
    /// The helper refused the request, with its reason.
    case refused(String)
    /// The caller is on the event loop's thread, which would have to receive the answer.
    case onLoop
    /// This process has no memory or file descriptors left.
    case exhausted(String)
    /// The caller has cancelled the call.
    case cancelled

    package var description: String {
        switch self {
        case .unavailable(let why): "no decoder can be started: \(why)"
        case .ended(let why): "the decoder ended before it answered: \(why); try again, which starts a new decoder"
        case .timedOut(let limit): "the decoder did not answer within \(limit.inRoundedSeconds) and was ended"
        case .invalidAnswer(let what): "the decoder answered with \(what) and was ended"
        case .refused(let why): "the decoder refused the request: \(why)"
        case .onLoop: "content cannot be decoded on the event loop's thread; decode it on another thread"
        case .exhausted(let why): "this process has no memory or file descriptors left for decoding: \(why)"
        case .cancelled: "the decoding was cancelled"
        }
    }
}
