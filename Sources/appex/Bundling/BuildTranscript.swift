/// Decides what of the output of `swift build` is shown, and when: messages at once, steps at most every two seconds, and
/// a sign of life when nothing has been shown for five seconds.
struct BuildTranscript {
    typealias Instant = ContinuousClock.Instant

    private static let stepInterval = Duration.seconds(2)
    private static let silence = Duration.seconds(5)

    private let started: Instant
    private var lastShown: Instant
    private var hasShownStep = false

    /// - Parameter now: when the build began.
    init(at now: Instant) {
        started = now
        lastShown = now
    }

    /// A line of the output.
    ///
    /// - Returns: whether to show it.
    mutating func shows(_ line: String, at now: Instant) -> Bool {
        guard !Self.isNoise(line) else { return false }
        if line.prefixMatch(of: #/\[\d+/\d+\] /#) != nil {
            guard !hasShownStep || now - lastShown >= Self.stepInterval else { return false }
            hasShownStep = true
        }
        lastShown = now
        return true
    }

    /// Time has passed.
    ///
    /// - Returns: a line to show when nothing has been shown for long enough.
    mutating func signOfLife(at now: Instant) -> String? {
        guard now - lastShown >= Self.silence else { return nil }
        lastShown = now
        return "Still building, after \(Int((now - started) / .seconds(1))) seconds."
    }

    /// Whether a line says nothing of use: a warning about the static Foundation or a library's .pc file, which the user
    /// cannot fix, or that the build of one of several products begins or ends.
    private static func isNoise(_ line: String) -> Bool {
        (line.contains("swift_static/") && line.contains("warning: "))
            || line.hasPrefix("warning: prohibited flag(s): -pthread") || line.hasPrefix("Building for ")
            || line.hasPrefix("Build of product ") || line.allSatisfy(\.isWhitespace)
    }
}
