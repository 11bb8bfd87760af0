import Foundation
import OpenExtensionKit

/// `soak [REQUESTS]` sends requests through a real broker and launcher to a real extension in its sandbox, and looks
/// whether the memory and the descriptors of all processes stay where they were after the first tenth of them.
@main
enum Soak {
    private static let usualCount = 100_000
    /// Requests under way at any moment.
    private static let inFlight = 4
    private static let steps = 10

    static func main() async {
        do {
            let argument = CommandLine.arguments.dropFirst().first
            guard let count = argument.map({ Int($0) }) ?? usualCount, count >= steps else {
                throw SoakError("usage: soak [REQUESTS], \(steps) or more")
            }
            let device = try SoakDevice()
            let failures: [String]
            do {
                failures = try await soak(device, count)
                await device.end()
            } catch {
                await device.end()
                throw error
            }
            for failure in failures { print("NOT OK: \(failure)") }
            guard failures.isEmpty else { exit(1) }
            print("ok: \(count) requests, and nothing has grown")
        } catch {
            print("soak: \(error)")
            exit(1)
        }
    }

    private static func soak(_ device: SoakDevice, _ count: Int) async throws -> [String] {
        let host = try await device.host()
        let identity = try await host.extension(SoakDevice.extensionIdentifier)
        var watch = ProcessWatch(device)
        for step in 1...steps {
            let begun = ContinuousClock.now
            let share = count * step / steps - count * (step - 1) / steps
            try await send(share, to: identity, host, device)
            let each = (ContinuousClock.now - begun) / share
            try await watch.look(host, after: count * step / steps, each)
        }
        return watch.growth
    }

    /// Sends requests, of which several are under way at any moment, and waits for all of them.
    private static func send(
        _ count: Int, to identity: AppExtensionIdentity, _ host: ExtensionHost, _ device: SoakDevice
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= inFlight { try await group.next() }
                group.addTask { try await SoakRequest(number, device).send(to: identity, host) }
            }
            try await group.waitForAll()
        }
    }
}

/// Why there is no result.
struct SoakError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}
