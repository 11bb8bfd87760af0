import AppexModel
import AppexSigning
import AppexSystem
import ExtensionTesting
import Foundation
import FuzzSupport
import Glibc
import SystemPackage
import Testing

/// `kill -9` of `appex sign` at any instant leaves the app signed as before or as wanted.
@Suite(.timeLimit(.minutes(60))) struct InterruptedSigningTests {
    /// How often a process is killed; `Scripts/soak --kills` sets another number.
    private static let kills = ProcessInfo.processInfo.environment["APPEX_KILLS"].flatMap { Int($0) } ?? 24
    private static let seed =
        ProcessInfo.processInfo.environment["APPEX_KILLS_SEED"].flatMap { UInt64($0) } ?? 20_261_123

    @Test func `signing that is cut off has happened or not`() async throws {
        try await TestDevice.with { device in
            let app = try TestApp(TestAppex(behaviour: "uppercase")).write(into: device.folder.appending("files"))
            #expect(try await device.appex("identity", "create", "First").status == 0)
            #expect(try await device.appex("identity", "create", "Second").status == 0)
            var generator = SeededGenerator(seed: Self.seed)
            var durations: [Duration] = []
            for name in ["First", "Second", "First"] {
                let started = ContinuousClock.now
                #expect(try await device.appex("sign", app.string, "--identity", name).status == 0)
                durations.append(ContinuousClock.now - started)
            }
            // Follows the speed of the machine, which others may use too.
            var typical = durations.sorted()[1]
            var (signer, cutOff) = ("First", 0)
            for number in 0..<Self.kills {
                let wanted = number % 2 == 0 ? "Second" : "First"
                let delay = typical * Double.random(in: 0...1.1, using: &generator)
                let started = ContinuousClock.now
                if try await Self.sign(app, as: wanted, on: device, killedAfter: delay) {
                    typical = typical * 0.8 + (ContinuousClock.now - started) * 0.2
                } else {
                    cutOff += 1
                    typical = typical * 1.05
                }
                let verified = try await device.appex("verify", app.string)
                let found = ["First", "Second"].first { verified.output.contains("Signed by \($0), ") }
                #expect(
                    verified.status == 0 && (found == signer || found == wanted),
                    "\(verified.output)\(verified.errors)")
                signer = found ?? signer
            }
            #expect(cutOff >= Self.kills / 6, "only \(cutOff) runs were cut off")
            #expect(cutOff <= Self.kills * 19 / 20, "\(cutOff) runs were cut off or have failed")
            // A run that was killed may leave a folder beside the app, which the next one removes.
            #expect(try await device.appex("sign", app.string, "--identity", "First").status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: app.removingLastComponent().string).count == 1)
            print("\(cutOff) of \(Self.kills) runs were cut off; signing takes \(typical)")
        }
    }

    @Test func `the owner's identity is there and trusted, or the next signature makes it so`() async throws {
        try await TestDevice.with { device in
            let app = try TestApp(TestAppex(behaviour: "uppercase")).write(into: device.folder.appending("files"))
            let started = ContinuousClock.now
            #expect(try await device.appex("sign", app.string).status == 0)
            let typical = ContinuousClock.now - started
            var generator = SeededGenerator(seed: Self.seed)
            for _ in 0..<Self.kills / 2 {
                for folder in [device.place.layout.identities, device.place.layout.trust] {
                    try? FileManager.default.removeItem(atPath: folder.string)
                }
                let delay = typical * Double.random(in: 0...1, using: &generator)
                _ = try await Self.sign(app, as: nil, on: device, killedAfter: delay)
                #expect(try await device.appex("sign", app.string).status == 0)
                let verified = try await device.appex("verify", app.string)
                #expect(verified.status == 0, "\(verified.errors)")
                #expect(try await device.appex("identity").output.contains("Owner"))
            }
        }
    }

    /// - Parameter identity: nil for the owner's.
    /// - Returns: whether the process has ended before it was killed.
    private static func sign(
        _ app: FilePath, as identity: String?, on device: TestDevice, killedAfter delay: Duration
    ) async throws -> Bool {
        let loop = try EventLoop.shared()
        let arguments = ["sign", app.string] + (identity.map { ["--identity", $0] } ?? [])
        return try await device.appex(
            arguments,
            whileRunning: { process in
                await withCheckedContinuation { continuation in
                    _ = loop.schedule(at: .now + delay) { continuation.resume() }
                }
                sendSignal(SIGKILL, to: process)
            })
    }
}
