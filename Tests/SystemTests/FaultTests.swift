import AppexProtocol
import Foundation
import OpenExtensionKit
import Synchronization
import TestSupport
import Testing

/// Every fault, with real processes: the host is told what the documentation promises, the report says the same, and
/// the next request works.
@Suite(.timeLimit(.minutes(30))) struct FaultTests {
    /// A fault, and what comes of it.
    struct Promise: Sendable, CustomTestStringConvertible {
        let fault: Fault
        let code: ExtensionError.Code
        /// What the host is told, behind the name of the extension.
        let message: String
        /// nil when there is nobody left to write a report.
        let report: TestDevice.Report.Kind?

        var testDescription: String { fault.description }
    }

    private static let points: [Fault.Point] = [.beginRequest, .load(2), .complete]

    private static let promises: [Promise] = points.flatMap { point in
        [
            Promise(
                fault: .crash(at: point), code: .died, message: "crashed (SIGSEGV) before it answered", report: .crash),
            Promise(
                fault: .kill(at: point), code: .died, message: "was killed (SIGKILL) before it answered",
                report: .killed),
            Promise(
                fault: .outOfMemory(at: point), code: .died, message: "of memory", report: .limit),
            Promise(
                fault: .hang(at: point), code: .timedOut, message: "did not answer within",
                report: .timedOut),
            Promise(
                fault: .suspend(at: point), code: .timedOut, message: "did not answer within",
                report: .timedOut),
            Promise(
                fault: .dropConnection(at: point), code: .died, message: "closed its connection without an answer",
                report: .refused),
            Promise(
                fault: .killLauncher(at: point), code: .died, message: "The launcher ended", report: .launcherEnded),
            Promise(fault: .killBroker(at: point), code: .died, message: "The broker ended", report: nil),
        ]
    }

    /// One item that makes the fixture load two attachments and answer.
    private static func item() -> NSExtensionItem {
        let item = NSExtensionItem()
        item.userInfo = ["FixtureBehaviour": "echo"]
        item.attachments = ["public.data", "public.plain-text"].map { type in
            let provider = NSItemProvider()
            // Made for each load: what goes along with the request is loaded without a message.
            provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { done in
                done(Data("content".utf8), nil)
                return nil
            }
            return provider
        }
        return item
    }

    private func failure(_ device: TestDevice, _ faults: Fault..., timeout: Duration) async throws -> ExtensionError {
        let error = await #expect(throws: ExtensionError.self) {
            _ = try await device.send([Self.item()], to: fixtureIdentifier, faults: faults, timeout: timeout)
        }
        return try #require(error)
    }

    @Test(arguments: promises)
    func `a fault is the error and the report that are promised, and the next request works`(
        promise: Promise
    ) async throws {
        try await TestDevice.withGrowingLimit { device, limit in
            try await device.install(TestAppex())
            let isLimited = promise.code == .timedOut
            let failure = try await failure(device, promise.fault, timeout: isLimited ? limit : .ample)
            let reports = device.reports(of: fixtureIdentifier)
            // A limit that was over before the fault is not the one of the promise.
            if isLimited, reports.map(\.kind) != [promise.report] { return false }
            #expect(failure.code == promise.code, "\(failure)")
            #expect(failure.message.contains(promise.message), "\(failure)")
            if isLimited { #expect(failure.message.contains(" \(limit.components.seconds) seconds"), "\(failure)") }
            #expect(reports.map(\.kind) == [promise.report].compactMap { $0 }, "\(reports)")
            #expect(failure.reportIdentifier == reports.first?.id)
            #expect(try await device.send([Self.item()], to: fixtureIdentifier).count == 1)
            return true
        }
    }

    @Test(arguments: [Fault.crash(), .kill(), .killLauncher()])
    func `a fault in a process that was there already is not hidden by another attempt`(fault: Fault) async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            try await host.expectAnswer()
            #expect(try await failure(device, fault, timeout: .ample).code == .died)
            try await host.expectAnswer()
        }
    }

    @Test func `a process is not harmed for others before the point is reached`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let loads = Mutex(0)
            let item = Self.item()
            item.attachments = (0..<3).map { _ in
                let provider = NSItemProvider()
                provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
                    loads.withLock { $0 += 1 }
                    done(Data([1]), nil)
                    return nil
                }
                return provider
            }
            await #expect(throws: ExtensionError.self) {
                _ = try await device.send([item], to: fixtureIdentifier, faults: [.kill(at: .load(3))])
            }
            // The fixture loads one after the other: the third was asked for and not served.
            #expect(loads.withLock { $0 } == 2)
        }
    }

    @Test func `slow loads come later, and the request succeeds`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let started = ContinuousClock.now
            let items = try await device.send(
                [Self.item()], to: fixtureIdentifier, faults: [.slowLoad(by: .milliseconds(150))])
            #expect(items.first?.attachments?.count == 2)
            // Two attachments, one after the other.
            #expect(ContinuousClock.now - started >= .milliseconds(300))
        }
    }

    @Test func `a fault that the request does not come to fails the run`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let faults: [Fault] = [.slowLoad(by: .zero), .kill(at: .load(3))]
            let error = await #expect(throws: TestDeviceError.self) {
                _ = try await device.send([Self.item()], to: fixtureIdentifier, faults: faults)
            }
            #expect(try #require(error).description.contains("before it came to kill@load:3, so the fault"))
        }
    }

    @Test func `only a session of one's own can be harmed`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark(holding: true)
            async let pending = host.send("echo", attachments: [mark.provider])
            try await mark.wait()
            let other = device.host()
            for session in 0..<UInt64(32) {
                let error = await #expect(throws: ExtensionError.self) {
                    _ = try await other.broker.call(BrokerInterface.Inject(session: session, harm: .kill))
                }
                #expect(error?.code == .refused)
            }
            mark.release()
            #expect(try await pending.count == 1)
        }
    }

    @Test func `appex run takes faults, and tells of one that was not reached`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "echo"))
            let file = try device.write(Data("text".utf8), to: "a.txt")
            var run = try await device.appex("run", fixtureIdentifier, file, "--fault", "crash@beginRequest")
            #expect(run.status == 4)
            #expect(run.errors.contains("crashed (SIGSEGV) before it answered"), "\(run.errors)")
            run = try await device.appex(
                "run", fixtureIdentifier, "--fault", "slow-load:1ms", "--fault", "kill@load:9")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.contains("ended before the fault kill@load:9"), "\(run.errors)")
        }
    }

    @Test(arguments: [
        "", "crash@", "crash@load:0", "crash@load:x", "smash", "slow-load", "slow-load:5", "slow-load:-1ms",
        "kill@load:2:3",
    ])
    func `a text that is no fault is refused in a sentence that names those that are`(text: String) async throws {
        try await TestDevice.with { device in
            let run = try await device.appex("run", fixtureIdentifier, "--fault", text)
            #expect(run.status == 2)
            for name in ["crash", "oom", "broker-kill", "drop-connection", "@load:NUMBER", "slow-load:100ms"] {
                #expect(run.errors.contains(name), "\(run.errors)")
            }
        }
    }

    @Test(arguments: [
        "crash@beginRequest", "kill@load:2", "oom@load:1", "hang@complete", "launcher-kill@load:1", "slow-load:100ms",
        "drop-connection@complete",
    ])
    func `a fault is written as it is read`(text: String) throws {
        #expect(try InjectedFault(parsing: text).description == text)
    }

    @Test func `a fault without a point is that of the beginning`() throws {
        #expect(try InjectedFault(parsing: "suspend") == .action(.suspend, at: .beginRequest))
        #expect(try InjectedFault(parsing: "kill@load") == .action(.kill, at: .load(1)))
        #expect(try InjectedFault(parsing: "slow-load:2s") == .slowLoad(.seconds(2)))
    }
}
