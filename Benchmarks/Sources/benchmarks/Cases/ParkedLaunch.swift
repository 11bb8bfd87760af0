import AppexSystem
import Glibc
import OpenExtensionKit

/// From a host's decision to use an extension until its `beginRequest`, when the extension had been prepared, and when
/// nothing of it runs, through the broker.
enum ParkedLaunch: Case {
    static let name = "parked-launch"

    private static let rounds = Repetitions.of(100)
    /// Milliseconds.
    private static let goal = 0.3
    /// What an extension that is started ahead of need has to get ready, and a launcher to get ready for the next one.
    private static let settling = Duration.milliseconds(60)

    static func measure() async throws -> [Measurement] {
        let appex = BenchDevice.Appex(name: "Parked")
        // One that has answered does not stay, so that every round has a process of its own.
        let device = try await BenchDevice(linger: 0, [appex])
        let host = device.host()
        let identity = try await host.extension(appex.identifier)
        var parked: [Int64] = []
        var cold: [Int64] = []
        // The first round fills caches and is not counted.
        for round in 0...rounds {
            let prepared = try await host.prepare(identity)
            try await Task.sleep(for: settling)
            guard prepared.isWaiting else { throw BenchmarkError("a prepared extension did not wait") }
            let warm = try await begin(host, identity)
            guard warm.launched == false else { throw BenchmarkError("a prepared extension was not used") }
            try await host.awaitEnd(of: appex.identifier)
            try await Task.sleep(for: settling)
            let fresh = try await begin(host, identity)
            try await host.awaitEnd(of: appex.identifier)
            guard round > 0 else { continue }
            parked.append(warm.time)
            cold.append(fresh.time)
        }
        await device.remove()
        return [
            Measurement(
                name: "parked launch to beginRequest", unit: "ms", ours: parked.median / 1e6, limit: goal,
                iterations: rounds),
            Measurement(
                name: "cold launch to beginRequest, with broker", unit: "ms", ours: cold.median / 1e6,
                iterations: rounds),
        ]
    }

    private static func begin(
        _ host: ExtensionHost, _ identity: AppExtensionIdentity
    ) async throws -> (time: Int64, launched: Bool) {
        let timeline = try await host.request([NSExtensionItem()], identity, timeout: .seconds(20)).timeline
        guard let began = timeline.began else { throw BenchmarkError("the extension did not begin the request") }
        return ((began - timeline.asked).nanoseconds, timeline.launched)
    }
}
