import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Extensions that take all they can get, as the device's other users notice it: not at all.
@Suite(.timeLimit(.minutes(30))) struct GreedTests {
    private static let greedy = "org.example.Fixtures.Hostile"
    /// What a log may hold with its predecessor, and what is on its way into it.
    private static let logLimit = 3 << 20

    @Test(arguments: [
        "takeThreads", "takeDescriptors", "takeProcessors", "takeMemory", "takeDisk", "floodLog",
    ])
    func `the device answers while an extension takes all it can get`(hostility: String) async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex("Hostile", .hostile, behaviour: hostility), TestAppex()))
            let host = device.host()
            let mark = Mark()
            async let pending = host.failure("", attachments: [mark.provider], to: Self.greedy)
            try await eventually("it begins") { mark.instant != nil }
            for _ in 0..<5 {
                // The broker, and an extension: at first a new process of it.
                #expect(try await host.processes().contains { $0.identifier == Self.greedy })
                try await host.expectAnswer()
            }
            // A host of its own has everything done anew.
            try await device.host().expectAnswer()
            sendSignal(SIGKILL, to: try await host.process(of: Self.greedy).pid)
            #expect(try await pending.code == .died)
            try await eventually("its process ends") {
                try await host.processes().allSatisfy { $0.identifier != Self.greedy }
            }
            try await host.expectAnswer()
            let logs = device.files(in: "device/Library/Logs").map {
                device.folder.appending("device/Library/Logs").pushing($0).string
            }
            for log in logs {
                let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
                #expect(try #require(size) <= Self.logLimit, "\(log)")
            }
        }
    }
}
