import AppexSystem
package import Testing

/// Waits until a condition holds without a notification, checking it again every few milliseconds.
///
/// The wait fails only when both the limit has passed and the condition was checked many times, so that a machine that
/// keeps this process from running does not make it fail.
///
/// - Parameters:
///   - what: What is waited for, for the message of a failure. It is evaluated when the wait has failed, so that it can
///     say what was found last.
///   - limit: The shortest time after which the wait fails.
///   - sourceLocation: Where a failure is reported.
///   - condition: What has to become true.
/// - Throws: An expectation that failed when the condition did not become true, or what `condition` throws.
nonisolated(nonsending) package func eventually(
    _ what: @autoclosure () -> String, atMost limit: Duration = .seconds(120),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let loop = try EventLoop.shared()
    let interval = Duration.milliseconds(5)
    let start = ContinuousClock.now
    // Half as many checks as fit into the limit when nothing else runs, each of which takes its own time too.
    let fewest = Int(limit / interval) / 2
    var checks = 0
    while try await !condition() {
        checks += 1
        let waited = ContinuousClock.now - start
        if checks >= fewest, waited >= limit {
            let message = "waited for this and checked \(checks) times in \(waited): \(what())"
            try #require(Bool(false), "\(message)", sourceLocation: sourceLocation)
        }
        await withCheckedContinuation { continuation in
            _ = loop.schedule(at: .now + interval) { continuation.resume() }
        }
    }
}
