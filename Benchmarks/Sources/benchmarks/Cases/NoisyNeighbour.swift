import Foundation
import OpenExtensionKit

/// The requests of one extension while another takes all it can get of something, against the same requests alone, by
/// turns. Nothing is pinned: all share the processors, as on a user's machine.
enum NoisyNeighbour: Case {
    static let name = "noisy-neighbour"

    private static let quiet = BenchDevice.Appex(name: "Quiet")
    /// What it takes, and how the tests' hostile extension is told to.
    private static let noises = [
        (
            name: "processors",
            appex: BenchDevice.Appex(name: "Processors", program: hostile, behaviour: "takeProcessors")
        ),
        (name: "memory", appex: BenchDevice.Appex(name: "Memory", program: hostile, behaviour: "takeMemory")),
        (name: "its log", appex: BenchDevice.Appex(name: "Log", program: hostile, behaviour: "floodLog")),
        (name: "its socket", appex: BenchDevice.Appex(name: "Socket", program: hostile, behaviour: "floodEvents")),
    ]
    private static let hostile = "hostile-extension"

    private static let blocks = Repetitions.of(5)
    private static let requestsPerBlock = Repetitions.of(200)
    /// How much the slowest hundredth of the requests may be slower.
    private static let goal = 1.2
    /// What a noise needs to get going, or to end.
    private static let settling = Duration.milliseconds(300)

    static func measure() async throws -> [Measurement] {
        let device = try await BenchDevice(linger: 60, [quiet] + noises.map(\.appex))
        let host = device.host()
        let identity = try await host.extension(quiet.identifier)
        _ = try await times(host, identity)
        var result: [Measurement] = []
        for noise in noises {
            var alone: [Int64] = []
            var beside: [Int64] = []
            for _ in 0..<blocks {
                alone += try await times(host, identity)
                let running = try Noise(noise.appex.identifier, on: device)
                try await Task.sleep(for: settling)
                beside += try await times(host, identity)
                running.end()
                try await host.awaitEnd(of: noise.appex.identifier)
                try await Task.sleep(for: settling)
            }
            let name = "beside one that takes all of \(noise.name)"
            result.append(
                Measurement(
                    name: "99th percentile of requests \(name)", unit: "us", ours: beside.highest / 1000,
                    floor: alone.highest / 1000, goal: goal, iterations: beside.count))
            result.append(
                Measurement(
                    name: "median of requests \(name)", unit: "us", ours: beside.median / 1000,
                    floor: alone.median / 1000, iterations: beside.count))
        }
        await device.remove()
        return result
    }

    private static func times(_ host: ExtensionHost, _ identity: AppExtensionIdentity) async throws -> [Int64] {
        var times: [Int64] = []
        for _ in 0..<requestsPerBlock {
            let asked = ContinuousClock.now
            _ = try await host.send([NSExtensionItem()], to: identity)
            times.append((ContinuousClock.now - asked).nanoseconds)
        }
        return times
    }
}

extension [Int64] {
    /// The 99th percentile.
    var highest: Double { sorted().dropFirst(count * 99 / 100).first.map(Double.init) ?? 0 }
}
