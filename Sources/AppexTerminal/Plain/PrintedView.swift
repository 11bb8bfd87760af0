import AppexModel

/// A view that was printed, and is printed again when it changes.
struct PrintedView {
    /// The least time between unsolicited prints, so that a clock does not fill a log.
    static let pause = Duration.seconds(1)

    /// The view as printed, with the numbers that the person enters.
    private(set) var view: PlainView?
    private var time: ContinuousClock.Instant?

    /// How long an unsolicited change has to wait.
    func wait(at now: ContinuousClock.Instant) -> Duration {
        time.map { max(.zero, $0 + Self.pause - now) } ?? .zero
    }

    /// Updates the view.
    ///
    /// - Returns: the lines to print; empty if they are unchanged.
    mutating func take(_ new: PlainView, title: String, at now: ContinuousClock.Instant) -> [String] {
        let old = view
        view = new
        guard new.lines != old?.lines else { return [] }
        time = now
        return (old == nil ? [title.tamed()] : []) + new.lines
    }

    /// Prints what is shown now, unless it is unchanged.
    ///
    /// - Parameter say: prints one line.
    mutating func print(_ title: String, _ new: PlainView, _ say: (String) -> Void) {
        for line in take(new, title: title, at: .now) { say(line) }
    }
}
