import AppexSystem
import CFloor
import OpenExtensionKit

/// The time until a form of 63 views is shown when it is loaded from a storyboard, compared with the same form built in code.
///
/// The time is measured from the host's decision to show the form until all of its controls have arrived, first with an extension
/// that has to be started, and then with one that was prepared.
enum StoryboardView: Case {
    static let name = "storyboard"

    private static let rounds = Repetitions.of(40)
    /// The largest acceptable ratio to the time of the same form built in code.
    private static let goal = 1.2
    private static let settling = Duration.milliseconds(60)
    private static let traits = ViewTraits(width: 390, height: 844)

    static func measure() async throws -> [Measurement] {
        guard let apps = CurrentProcess.environment["APPEX_BENCH_APPS"] else {
            throw BenchmarkError("APPEX_BENCH_APPS names no folder with Survey; run Scripts/bench")
        }
        let device = try await BenchDevice(linger: 0, [])
        let host = device.host()
        _ = try await host.administration.install("\(apps)/Survey.app", acceptsUntrusted: true)
        let forms = [
            try await host.extension("org.openextensionkit.Survey.Code"),
            try await host.extension("org.openextensionkit.Survey.Storyboard"),
        ]
        var cold: [[Int64]] = [[], []]
        var parked: [[Int64]] = [[], []]
        // The first round fills caches and is not counted.
        for round in 0...rounds {
            // Each of them is the first of a round as often as the other.
            for index in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                let form = forms[index]
                let first = try await show(form, on: host)
                _ = try await host.prepare(form)
                try await Task.sleep(for: settling)
                let second = try await show(form, on: host)
                guard round > 0 else { continue }
                cold[index].append(first)
                parked[index].append(second)
            }
        }
        await device.remove()
        return zip(["cold", "parked"], [cold, parked]).map { state, times in
            Measurement(
                name: "first view of a storyboard, \(state), beside the same in code", unit: "ms",
                ours: times[1].median / 1e6, floor: times[0].median / 1e6, goal: goal, iterations: rounds)
        }
    }

    /// Shows a form, and lets its process end.
    private static func show(_ form: AppExtensionIdentity, on host: ExtensionHost) async throws -> Int64 {
        let start = floor_now()
        let view = try await host.present(ExtensionHost.items(sharing: ["text"]), to: form, traits: traits)
        for await update in view.updates where isComplete(update.tree) { break }
        let time = floor_now() - start
        await view.dismiss()
        try await host.awaitEnd(of: form.bundleIdentifier)
        return time
    }

    private static func isComplete(_ tree: ViewTree) -> Bool {
        tree.nodes.values.contains { $0.kind == .button && $0.text(.text) == "Send" }
            && tree.nodes.values.contains { $0.text(.text) == "Survey of 1" }
    }
}
