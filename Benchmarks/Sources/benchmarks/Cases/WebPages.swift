import AppexSystem
import SystemPackage

/// What a person sees of extensions in web pages, timed in the panel of the WebExtension in Debian's Chromium, beside a
/// native messaging host that only echoes. `Benchmarks/Browser/measure_pages.py` is the part that drives the browser.
enum WebPages: Case {
    static let name = "web-pages"

    /// What each line of the other part is called, and the milliseconds that it may take.
    private static let meanings = [
        "cold": ("click to the first view in the panel, cold", 150.0),
        "parked": ("click to the first view in the panel, parked", 60.0),
        "finalize": ("finalize to the changed page", 30.0),
        "script": ("run, to the answer in the panel, 1 MB of text", nil),
        "small": ("click to the result without a view, small answer", nil),
        "large": ("click to the result without a view, 1 MB of text", nil),
    ]

    /// Hands over the text of the page, and changes its title.
    private static let script = """
        var ExtensionPreprocessingJS = {
            run: function(a) { a.completionFunction({ text: document.body.textContent, keep: true }); },
            finalize: function(a) { document.title = a.title; }
        };
        """

    static func measure() async throws -> [Measurement] {
        let environment = CurrentProcess.environment
        guard let python = environment["APPEX_BENCH_PYTHON"], let folder = environment["APPEX_BENCH_BROWSER"] else {
            throw BenchmarkError("APPEX_BENCH_PYTHON names no Python that can drive a browser; run Scripts/bench")
        }
        let device = try await BenchDevice(
            linger: 0,
            [
                BenchDevice.Appex(name: "Text", behaviour: "page", script: script),
                BenchDevice.Appex(
                    name: "View", program: "fixture-view", principal: "fixture_view.FixtureViewController",
                    point: "com.apple.share-services"),
            ])
        let program = try ExtensionUnderTest.program("appex")
        let words =
            ["env"] + device.environment.map { "\($0.key)=\($0.value)" }
            + [python, "\(folder)/measure_pages.py", program.string]
        let lines = try Command.lines(words)
        await device.remove()
        var times: [String: (median: Double, count: Int)] = [:]
        for line in lines {
            let numbers = line.split(separator: " ")
            let microseconds = numbers.dropFirst().compactMap { Double($0) }.map { Int64($0 * 1000) }
            if let name = numbers.first { times[String(name)] = (microseconds.median / 1000, microseconds.count) }
        }
        return try meanings.sorted { $0.key < $1.key }.map { name, meaning in
            guard let time = times[name] else { throw BenchmarkError("the browser's part has not measured \(name)") }
            return Measurement(
                name: meaning.0, unit: "ms", ours: time.median, floor: times["echo-\(name)"]?.median,
                limit: meaning.1, iterations: time.count)
        }
    }
}
