/// Decides what of the output of `swift build` is shown, and when: messages at once, steps at most every two seconds, and
/// a sign of life when nothing has been shown for five seconds.
///
/// The compiler reports an error in each of its processes that meets it. Each is shown once, and errors that follow from others, in
/// generated sources and in the steps of the build, only if a failed build has no other error.
struct BuildTranscript {
    typealias Instant = ContinuousClock.Instant

    /// How a message is treated, which the lines of its excerpt of the source share.
    private enum Fate {
        case shown, repeated, withheld
    }

    private static let stepInterval = Duration.seconds(2)
    private static let silence = Duration.seconds(5)
    /// The maximum number of lines that are kept for the end of the build.
    private static let withheldLines = 2_000
    /// The maximum number of messages by which repetitions are recognized. Later ones are always shown.
    private static let knownMessages = 10_000
    /// The name of the source that the plug-in generates for an extension.
    private static let generatedSource = "/GeneratedEntryPoint.swift:"

    private let started: Instant
    private var lastShown: Instant
    private var hasShownStep = false
    private var messages: Set<String> = []
    private var fate = Fate.shown
    private var withheld: [String] = []
    private var hasShownError = false

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
            fate = .shown
            guard !hasShownStep || now - lastShown >= Self.stepInterval else { return false }
            hasShownStep = true
        } else {
            fate = fate(of: line)
            guard fate == .shown else {
                if fate == .withheld, withheld.count < Self.withheldLines { withheld.append(line) }
                return false
            }
        }
        lastShown = now
        return true
    }

    /// The lines that were withheld and are to be shown at the end.
    ///
    /// - Parameter isSuccess: whether the build has succeeded.
    /// - Returns: the withheld errors of a failed build that has no other error; otherwise nothing.
    func ending(isSuccess: Bool) -> [String] {
        isSuccess || hasShownError ? [] : withheld
    }

    private mutating func fate(of line: String) -> Fate {
        if Self.isFollowing(line) { return .withheld }
        guard
            let message = line.prefixMatch(of: #/(?<place>[^\s:][^:]*:\d+:\d+): (?<kind>error|warning|note|remark): /#)
        else {
            if line.hasPrefix("error: ") { hasShownError = true }
            // The excerpt of a source, and what belongs to it, is treated as its message is.
            return Self.isExcerpt(line) ? fate : .shown
        }
        // A note belongs to the error or warning before it.
        if message.output.kind == "note", fate != .shown { return fate }
        if messages.contains(line) { return .repeated }
        if messages.count < Self.knownMessages { messages.insert(line) }
        guard message.output.kind == "error" else { return .shown }
        if line.contains(Self.generatedSource) { return .withheld }
        hasShownError = true
        return .shown
    }

    /// Whether a line is a part of the source that a message is about, such as ` 12 |     let x = 1` or `    |         - error: …`.
    private static func isExcerpt(_ line: String) -> Bool {
        line.prefixMatch(of: #/\s*\d*\s*[|`]/#) != nil
    }

    /// Whether a line says that a step has failed, whose reason is in other messages.
    private static func isFollowing(_ line: String) -> Bool {
        line == "error: fatalError" || line.hasPrefix("error: emit-module command failed")
            || line.hasPrefix("error: compile command failed")
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
