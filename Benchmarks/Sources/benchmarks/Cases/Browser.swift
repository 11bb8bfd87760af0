import AppexSystem
import SystemPackage

/// What a person sees of the web device, timed in Debian's Chromium: the share sheet with 20 candidates, the view of an
/// extension that is not running, and a label of that view that a press on its button changes. `Benchmarks/Browser` has
/// the part that runs beside the browser.
enum Browser: Case {
    static let name = "browser"

    private static let candidates = 20
    /// What each line of the other part is called, and the milliseconds that it may take.
    private static let meanings = [
        "sheet": ("share sheet with 20 candidates, in the browser", 50.0),
        "first": ("first view, 500 nodes, cold, in the browser", 100.0),
        "press": ("press to changed label, 500 nodes, in the browser", 16.0),
    ]

    static func measure() async throws -> [Measurement] {
        let environment = CurrentProcess.environment
        guard let python = environment["APPEX_BENCH_PYTHON"], let folder = environment["APPEX_BENCH_BROWSER"] else {
            throw BenchmarkError("APPEX_BENCH_PYTHON names no Python that can drive a browser; run Scripts/bench")
        }
        let device = try await BenchDevice(
            linger: 0,
            (1...candidates).map {
                BenchDevice.Appex(
                    name: "Candidate\($0)", program: "fixture-view", principal: "fixture_view.FixtureViewController",
                    point: "com.apple.share-services")
            })
        let program = try ExtensionUnderTest.program("appex")
        let words =
            ["env"] + device.environment.map { "\($0.key)=\($0.value)" }
            + [python, "\(folder)/measure.py", program.string]
        let lines = try Command.lines(words)
        await device.remove()
        return try lines.map { line in
            let times = line.split(separator: " ")
            guard let name = times.first, let (meaning, limit) = meanings[String(name)] else {
                throw BenchmarkError("the browser's part said: \(line)")
            }
            let microseconds = times.dropFirst().compactMap { Double($0) }.map { Int64($0 * 1000) }
            return Measurement(
                name: meaning, unit: "ms", ours: microseconds.median / 1000, limit: limit,
                iterations: microseconds.count)
        }
    }
}
