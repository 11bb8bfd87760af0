import AppexProtocol
import Foundation
import OpenExtensionKit

/// The broker's answers to one client beside an extension that attacks it, against the same beside one that only computes, by turns. One
/// attack sends the most expensive messages of its session and of coordination; it breaks rules, is ended, and begins again. The other one
/// goes on with expensive messages that break no rule: the processor time that the broker spends on it is measured too.
enum HostileExtension: Case {
    static let name = "hostile"

    private static let computing = BenchDevice.Appex(
        name: "Computing", program: "hostile-extension", behaviour: "takeProcessors")
    private static let attacker = BenchDevice.Appex(name: "Attacker", program: "wire-attacker")
    /// What the attacker is told to do.
    private static let attack = "attack=everything;"
    private static let lastingAttack = "attack=lasting;"

    private static let blocks = Repetitions.of(3)
    private static let requestsPerBlock = Repetitions.of(400)
    /// How much the slowest hundredth of the answers may be slower.
    private static let goal = 3.0
    /// Percent of a processor.
    private static let limit = 10.0
    /// What a noise needs to get going, or to end.
    private static let settling = Duration.milliseconds(500)
    /// What the attacker needs to use up what it may use at once.
    private static let exhaustion = Duration.seconds(3)
    /// For how long the broker's processor time is measured.
    private static let period = Duration.seconds(4)

    static func measure() async throws -> [Measurement] {
        let device = try await BenchDevice(linger: 60, [computing, attacker])
        let host = device.host()
        _ = try await times(host)
        var (quiet, beside, lasting) = ([Int64](), [Int64](), [Int64]())
        var (idle, spent) = ([Double](), [Double]())
        for _ in 0..<blocks {
            quiet += try await among(computing, "", host, device) {
                idle.append(try await share(host))
                return try await times(host)
            }
            beside += try await among(attacker, attack, host, device) { try await times(host) }
            spent.append(
                try await among(attacker, lastingAttack, host, device) {
                    try await Task.sleep(for: exhaustion)
                    let share = try await share(host)
                    lasting += try await times(host)
                    return share
                })
        }
        await device.remove()
        return [
            Measurement(
                name: "99th percentile of the broker's answers beside an attack", unit: "us",
                ours: beside.highest / 1000,
                floor: quiet.highest / 1000, goal: goal, iterations: beside.count),
            Measurement(
                name: "99th percentile beside an attack that breaks no rule", unit: "us", ours: lasting.highest / 1000,
                floor: quiet.highest / 1000, goal: goal, iterations: lasting.count),
            Measurement(
                name: "median of the broker's answers beside an attack", unit: "us", ours: beside.median / 1000,
                floor: quiet.median / 1000, iterations: beside.count),
            Measurement(
                name: "processor of the broker for an attack", unit: "%", ours: spent.max() ?? 0,
                floor: idle.max() ?? 0, limit: limit, iterations: spent.count),
        ]
    }

    private static func among<Result>(
        _ appex: BenchDevice.Appex, _ text: String, _ host: ExtensionHost, _ device: BenchDevice,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let noise = try Noise(appex.identifier, text, on: device)
        try await Task.sleep(for: settling)
        let result = try await body()
        noise.end()
        try await host.awaitEnd(of: appex.identifier)
        try await Task.sleep(for: settling)
        return result
    }

    private static func times(_ host: ExtensionHost) async throws -> [Int64] {
        var times: [Int64] = []
        for _ in 0..<requestsPerBlock {
            let asked = ContinuousClock.now
            _ = try await host.broker.call(BrokerInterface.Greet())
            times.append((ContinuousClock.now - asked).nanoseconds)
        }
        return times
    }

    /// The share of a processor that the broker uses, in percent.
    private static func share(_ host: ExtensionHost) async throws -> Double {
        let (start, began) = (try await processorTime(host), ContinuousClock.now)
        try await Task.sleep(for: period)
        let spent = try await processorTime(host) - start
        return 100 * Double(spent) * 1000 / Double((ContinuousClock.now - began).nanoseconds)
    }

    /// Microseconds.
    private static func processorTime(_ host: ExtensionHost) async throws -> UInt64 {
        let processes = try await host.broker.call(BrokerInterface.Processes()).0.elements
        guard let broker = processes.first(where: { $0.role == .broker }) else {
            throw BenchmarkError("the broker does not list itself")
        }
        return broker.processorTime
    }
}
