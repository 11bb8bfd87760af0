import AppexSystem
import Glibc
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
        let lines = try output(of: words)
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

    /// - Parameter words: a command, without apostrophes.
    /// - Returns: the lines that it prints.
    private static func output(of words: [String]) throws -> [String] {
        guard let pipe = popen(words.map { "'\($0)'" }.joined(separator: " "), "r") else {
            throw BenchmarkError("\(words[0]) cannot be started")
        }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { text += buffer.prefix(count) }
        guard pclose(pipe) == 0 else { throw BenchmarkError("the browser's part failed") }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
