/// Puts a body together that comes in several frames.
struct FrameAssembly {
    private let limit: Int
    private var begun: Frame?

    /// - Parameter limit: bytes of a body; 0 if frames that continue are refused.
    init(limit: Int) {
        self.limit = limit
    }

    /// Takes the next frame of the peer.
    ///
    /// - Returns: the frame with its whole body; nil if more of the body follows.
    /// - Throws: ``WireError/malformed(_:)`` if the frame does not continue what was begun, or if the peer may not send
    ///   bodies in pieces; ``WireError/tooLarge(_:limit:)``.
    mutating func add(_ frame: Frame) throws(WireError) -> Frame? {
        guard var whole = begun else {
            guard frame.isContinued else { return frame }
            guard limit > 0 else { throw .malformed("a body in pieces, which this end does not take") }
            begun = frame
            return nil
        }
        guard frame.kind == whole.kind, frame.code == whole.code, frame.request == whole.request else {
            throw .malformed("\(frame.kind) \(frame.code) within the body of \(whole.kind) \(whole.code)")
        }
        guard whole.body.count + frame.body.count <= limit else { throw .tooLarge("a message in pieces", limit: limit) }
        // Taken out while it grows, so that it is not copied.
        begun = nil
        whole.body += frame.body
        guard frame.isContinued else { return whole }
        begun = whole
        return nil
    }
}
