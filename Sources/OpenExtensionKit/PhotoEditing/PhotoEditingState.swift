/// The course of a session of editing: which calls are possible, and the only outcome.
struct PhotoEditingState: Equatable {
    private enum Phase: Equatable {
        case editing
        case finishing
        case ended
    }

    private var phase = Phase.editing

    /// Whether the session has an outcome.
    var hasEnded: Bool { phase == .ended }
    /// Whether a result is being rendered or checked.
    var isFinishing: Bool { phase == .finishing }

    /// Begins to ask for the result.
    ///
    /// - Returns: false if the session has ended, or a result is already being rendered.
    mutating func beginFinishing() -> Bool {
        guard phase == .editing else { return false }
        phase = .finishing
        return true
    }

    /// Makes a result, which was found to be valid, the outcome.
    ///
    /// - Returns: false if the session was cancelled in the meantime, so that the result must not be used.
    mutating func finish() -> Bool {
        guard phase == .finishing else { return false }
        phase = .ended
        return true
    }

    /// Continues editing after a result that cannot be used.
    mutating func resume() {
        if phase == .finishing { phase = .editing }
    }

    /// Ends the session without a result.
    ///
    /// - Returns: false if the session has already ended.
    mutating func cancel() -> Bool {
        guard phase != .ended else { return false }
        phase = .ended
        return true
    }
}
