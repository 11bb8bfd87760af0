import AppexProtocol
import Glibc
import OpenExtensionKit

/// A device on which 200 extensions live, each with a process of its own, after a request each.
enum ManyExtensions: Case {
    static let name = "many-extensions"

    private static let count = Repetitions.of(200)
    /// Mebibytes, of the broker and of each extension.
    private static let goals = (broker: 30.0, idle: 2.0)
    private static let lookers = Repetitions.of(500)

    static func measure() async throws -> [Measurement] {
        let extensions = (0..<count).map { BenchDevice.Appex(name: "Number\($0)") }
        let device = try await BenchDevice(linger: 300, extensions)
        let host = device.host()
        for appex in extensions {
            _ = try await host.send([NSExtensionItem()], to: host.extension(appex.identifier))
        }
        let processes = try await host.broker.call(BrokerInterface.Processes()).0.elements
        let idle = processes.filter { $0.role == .appExtension }
        guard idle.count == count, let broker = processes.first(where: { $0.role == .broker }) else {
            throw BenchmarkError("of \(count) extensions \(idle.count) live")
        }
        let memory = try idle.map { try ProcessMemory(of: $0.pid).all }
        let own = try ProcessMemory(of: broker.pid).all
        // Whether one of many answers as one of few does.
        let identity = try await host.extension(extensions[count / 2].identifier)
        var times: [Int64] = []
        for _ in 0..<lookers {
            let asked = ContinuousClock.now
            _ = try await host.send([NSExtensionItem()], to: identity)
            times.append((ContinuousClock.now - asked).nanoseconds)
        }
        await device.remove()
        return [
            Measurement(
                name: "private memory of the broker of \(count) live extensions", unit: "MiB", ours: Double(own) / 1024,
                limit: goals.broker, iterations: 1),
            Measurement(
                name: "private memory of each of \(count) idle extensions", unit: "MiB", ours: memory.median / 1024,
                limit: goals.idle, iterations: count),
            Measurement(
                name: "request to one of \(count) live extensions", unit: "us", ours: times.median / 1000,
                iterations: lookers),
        ]
    }
}
