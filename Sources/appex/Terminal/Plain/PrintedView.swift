import AppexModel

/// A view that has been printed, which is printed again when it has become another one.
struct PrintedView {
    /// Between two times that it is printed without being asked for: a clock must not fill a log.
    static let pause = Duration.seconds(1)

    /// As a person sees it, with the numbers that they write.
    private(set) var view: PlainView?
    private var time: ContinuousClock.Instant?

    /// How long a change has to wait that nobody has asked for.
    func wait(at now: ContinuousClock.Instant) -> Duration {
        time.map { max(.zero, $0 + Self.pause - now) } ?? .zero
    }

    /// Takes what is shown now.
    ///
    /// - Returns: the lines to print; none when they are the same.
    mutating func take(_ new: PlainView, title: String, at now: ContinuousClock.Instant) -> [String] {
        let old = view
        view = new
        guard new.lines != old?.lines else { return [] }
        time = now
        return (old == nil ? [title.tamed()] : []) + new.lines
    }

    /// Prints what is shown now, unless it is the same.
    mutating func print(_ title: String, _ new: PlainView) {
        for line in take(new, title: title, at: .now) { Console.say(line) }
    }
}
