import AppexProtocol
import AppexSystem
import Foundation
import Glibc
import OpenExtensionKit
import Synchronization

/// From the death of an extension in the middle of a request until its host's error, with the report of it on the device;
/// and the death of the same program without a sandbox until its parent knows.
enum Death: Case {
    static let name = "death"

    private static let rounds = Repetitions.of(50)
    /// Milliseconds.
    private static let goal = 5.0

    static func measure() async throws -> [Measurement] {
        let appex = BenchDevice.Appex(name: "Mortal", behaviour: "silent")
        let device = try await BenchDevice(linger: 0, [appex])
        let program = try ExtensionUnderTest()
        defer { program.remove() }
        let host = device.host()
        let identity = try await host.extension(appex.identifier)
        var ours: [Int64] = []
        var floor: [Int64] = []
        for round in 0...rounds {
            let told = try await death(host, identity)
            let (bare, pid) = try await program.bare()
            let killed = ContinuousClock.now
            kill(pid, SIGKILL)
            var status: CInt = 0
            _ = retrying { waitpid(pid, &status, 0) }
            let known = ContinuousClock.now - killed
            withExtendedLifetime(bare) {}
            guard round > 0 else { continue }
            ours.append(told)
            floor.append(known.nanoseconds)
        }
        await device.remove()
        return [
            Measurement(
                name: "death of an extension to the host's error", unit: "ms", ours: ours.median / 1e6,
                floor: floor.median / 1e6, limit: goal, iterations: rounds)
        ]
    }

    private static func death(_ host: ExtensionHost, _ identity: AppExtensionIdentity) async throws -> Int64 {
        let began = AsyncStream.makeStream(of: Void.self)
        let item = NSExtensionItem()
        let mark = NSItemProvider()
        mark.registerDataRepresentation(forTypeIdentifier: "org.openextensionkit.mark", visibility: .all) { done in
            done(Data("go".utf8), nil)
            began.continuation.finish()
            return nil
        }
        item.attachments = [mark]
        let request = Task { [item = Handed(item)] in
            do {
                _ = try await host.send([item.item], to: identity, timeout: .seconds(20))
            } catch let error as ExtensionError where error.code == .died && error.reportIdentifier != nil {
                return ContinuousClock.now
            }
            throw BenchmarkError("a dead extension has answered")
        }
        for await _ in began.stream {}
        guard let pid = try await host.extensionProcesses().first?.pid, pid > 1 else {
            throw BenchmarkError("the extension does not run")
        }
        let killed = ContinuousClock.now
        kill(pid, SIGKILL)
        let told = try await request.value
        try await host.awaitEnd(of: identity.bundleIdentifier)
        return (told - killed).nanoseconds
    }
}

/// An item on its way into a task that alone uses it from then on.
private struct Handed: @unchecked Sendable {  // whoever makes it does not touch the item again
    let item: NSExtensionItem

    init(_ item: NSExtensionItem) { self.item = item }
}
