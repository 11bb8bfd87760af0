import AppexProtocol
import AppexSystem
import Foundation
import FuzzSupport
import OpenExtensionKit
import TestSupport
import Testing

/// A host that changes its mind.
@Suite(.timeLimit(.minutes(30))) struct CancellationTests {
    @Test func `cancelling the task ends the request at once, and the process with it`() async throws {
        try await TestDevice.with(linger: 3600) { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark()
            let request = Task { _ = try await host.send("silent", attachments: [mark.provider]) }
            try await mark.wait()
            let process = try await host.process()
            let cancelled = ContinuousClock.now
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            #expect(ContinuousClock.now - cancelled < .promptly)
            _ = try await ProcessEnd.of(process.pid, atMost: .promptly)
            try await host.expectAnswer()
            try await host.endExtensions()
        }
    }

    @Test func `cancelling one request leaves the others of the process alone`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let held = try await host.send("large")
            let process = try await host.process()
            let mark = Mark()
            let request = Task { _ = try await host.send("silent", attachments: [mark.provider]) }
            try await mark.wait()
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            #expect(try await held[0].attachments?.first?.data().count == 5_000_000)
            #expect(try await host.process().pid == process.pid)
            #expect(try await host.process().sessions == 1)
        }
    }

    @Test func `a request that is cancelled at any moment leaves no session open`() async throws {
        try await TestDevice.with(linger: 3600) { device in
            try await device.install(TestAppex())
            let host = device.host()
            let loop = try EventLoop.shared()
            var generator = SeededGenerator(seed: 7)
            for _ in 0..<40 {
                let delay = Duration.microseconds(Int.random(in: 0..<30_000, using: &generator))
                let request = Task { _ = try await host.send("silent") }
                await withCheckedContinuation { continuation in
                    _ = loop.schedule(at: .now + delay) { continuation.resume() }
                }
                request.cancel()
                let result = await request.result
                guard case .failure(let error) = result else {
                    Issue.record("a request that nobody answers has been answered")
                    continue
                }
                // The look-up of the extension before it has typed errors of its own.
                #expect(
                    error is CancellationError || (error as? ExtensionError)?.code == .brokerUnavailable, "\(error)")
            }
            // The host stays connected and the linger time is long, so only abandoned sessions end the process.
            try await eventually("every process ends") {
                try await host.processes().allSatisfy { $0.role != .appExtension }
            }
            try await host.expectAnswer()
            try await host.endExtensions()
        }
    }

    @Test func `a request in a cancelled task is not sent`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let identity = try await host.extension(fixtureIdentifier)
            let request = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await host.send([], to: identity)
            }
            await #expect(throws: CancellationError.self) { try await request.value }
            try await eventually("no process is left") {
                try await host.processes().allSatisfy { $0.role != .appExtension }
            }
        }
    }
}
