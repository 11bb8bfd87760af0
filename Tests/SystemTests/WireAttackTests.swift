import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import Subprocess
import SystemPackage
import TestSupport
import Testing

private let attacker = "org.example.Fixtures.Attacker"

/// An extension in C that sends the most expensive message it may a thousand times, for each message of each of its sockets, while
/// other clients and extensions are served.
///
/// What is bounded is the processor time that broker and host spend meanwhile, which is the same on a busy machine.
@Suite(.timeLimit(.minutes(60))) struct WireAttackTests {
    /// Attacks on the broker, by coordination and by the control socket.
    static let onBroker = [
        "claim-presented", "claim-paths", "claim-too-much", "release-claim", "move", "present", "withdraw",
        "withdraw-request",
        "coordination-unknown", "control-event", "control-request", "control-answer",
    ]
    /// Attacks on the host by the session.
    static let onHost = [
        "ready", "load", "progress", "release-memory", "open-url", "share", "update", "image", "release-images",
        "session-unknown", "complete", "cancel",
    ]

    /// How many requests to others have to be answered meanwhile.
    private static let requests = 10

    /// The processor time that is allowed for some requests: what an extension may use at once and meanwhile, and as much again for the
    /// requests themselves.
    private func allowance(for time: Duration, share: Int, atOnce: Duration) -> Duration {
        atOnce * 2 + time * share / 50 + .seconds(1)
    }

    private func install(on device: TestDevice) async throws {
        try await device.install(TestApp(TestAppex("Attacker", .attacker), TestAppex()))
    }

    private func hasBegun(_ attack: String, on device: TestDevice) async throws {
        try await eventually("\(attack) begins") { device.log(of: attacker).contains("\(attack) begins") }
    }

    @Test(arguments: onBroker) func `a broker answers others while an extension attacks it`(attack: String) async throws
    {
        try await TestDevice.with { device in
            try await install(on: device)
            let (host, neighbour) = (device.host(), device.host())
            try await neighbour.expectAnswer()
            let request = Task {
                _ = try? await host.send("", text: "attack=\(attack);", to: attacker, timeout: .ample)
            }
            try await hasBegun(attack, on: device)
            let (start, began) = (try await brokerTime(neighbour), ContinuousClock.now)
            for _ in 0..<Self.requests {
                _ = try await neighbour.extensions()
                try await neighbour.expectAnswer()
            }
            let spent = try await brokerTime(neighbour) - start
            let allowed = allowance(for: ContinuousClock.now - began, share: 10, atOnce: .milliseconds(200))
            #expect(spent < allowed, "the broker has used \(spent) of \(allowed)")
            request.cancel()
            await request.value
            try await neighbour.expectAnswer()
        }
    }

    private func brokerTime(_ host: ExtensionHost) async throws -> Duration {
        let broker = try await host.process("the broker") { $0.role == .broker }
        return .microseconds(broker.processorTime)
    }

    @Test(arguments: onHost) func `a host gets its other answers while an extension attacks it`(attack: String)
        async throws
    {
        try await TestDevice.with { device in
            try await install(on: device)
            _ = try await run(
                .path(BuiltProgram.host.path),
                arguments: ["--beside", attacker, "attack=\(attack);", fixtureIdentifier],
                environment: device.subprocessEnvironment, input: .none, output: .sequence, error: .discarded
            ) { execution in
                var answers = 0
                for try await line in execution.standardOutput.strings() {
                    let words = line.split(whereSeparator: \.isWhitespace)
                    guard words.first == "answered", words.count == 3, let time = Int(words[1]),
                        let spent = Int(words[2])
                    else {
                        Issue.record("the host has printed \(line)")
                        break
                    }
                    guard device.log(of: attacker).contains("\(attack) begins") else { continue }
                    let allowed = allowance(for: .microseconds(time), share: 50, atOnce: .seconds(1))
                    #expect(.microseconds(spent) < allowed, "the host has used \(spent) µs in \(time) µs")
                    answers += 1
                    if answers == Self.requests { break }
                }
                #expect(answers == Self.requests)
                kill(execution.processIdentifier.value, SIGKILL)
            }
        }
    }
}
