import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import Synchronization
import TestSupport
import Testing

/// What a host sees when an extension's process ends under it. `Documentation/LifeCycle.md` has the table.
@Suite(.timeLimit(.minutes(30))) struct InterruptionTests {
    @Test func `AT-25: a process that dies with requests and loads under way ends each of them once, promptly`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let provider = try #require(try await host.send("loadNeverEnds")[0].attachments?.first)
            let outcomes = Mutex<[Int]>([])
            for _ in 0..<20 {
                _ = provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, error in
                    outcomes.withLock { $0.append(data == nil ? (error as NSError?)?.code ?? 0 : 1) }
                }
            }
            let marks = (0..<5).map { _ in Mark() }
            let failures = try await withThrowingTaskGroup(of: ExtensionError.self) { group in
                for mark in marks {
                    group.addTask { try await host.failure("silent", attachments: [mark.provider]) }
                }
                for mark in marks { try await mark.wait() }
                sendSignal(SIGKILL, to: try await host.process().pid)
                let killed = ContinuousClock.now
                let failures = try await group.reduce(into: []) { $0.append($1) }
                #expect(ContinuousClock.now - killed < .promptly)
                return failures
            }
            #expect(failures.map(\.code) == [.died, .died, .died, .died, .died])
            #expect(Set(failures.map(\.reportIdentifier)).count == 1 && device.reports.count == 1)
            try await eventually("every load has failed") { outcomes.withLock { $0.count == 20 } }
            #expect(Set(outcomes.withLock { $0 }) == [-1000])
            // A load after the end fails as well, and the next request works.
            let error = await #expect(throws: (any Error).self) { try await provider.data() }
            #expect((error as NSError?)?.code == -1000)
            try await host.expectAnswer()
            #expect(outcomes.withLock { $0.count } == 20)
        }
    }

    /// Points whose hosts go on without the extension: they show a notification as it came, the system's keyboard, a
    /// share sheet without a result, a widget's place without it.
    private static let points = [
        "com.apple.usernotifications.service", "com.apple.keyboard-service", "com.apple.share-services",
        "com.apple.widget-extension",
    ]

    @Test(arguments: points, ["crash", "silent"])
    func `a host that has something to fall back on uses it when the extension dies or is late`(
        point: String, behaviour: String
    ) async throws {
        try await TestDevice.withGrowingLimit { device, limit in
            try await device.install(TestAppex(point: point))
            // A keyboard has to be switched on first.
            #expect(try await device.appex("enable", fixtureIdentifier).status == 0)
            let host = device.host()
            let original = NSExtensionItem()
            original.userInfo = ["FixtureBehaviour": behaviour]
            original.attributedContentText = NSAttributedString(string: "original")
            let data = NSItemProvider(item: Data([7]) as NSData, typeIdentifier: "public.data")
            let mark = Mark()
            original.attachments = [data, mark.provider]
            let identity = try await host.extension(fixtureIdentifier)
            let shown = (try? await host.send([original], to: identity, timeout: limit)) ?? [original]
            guard mark.instant != nil else { return false }
            #expect(shown.map(\.text) == ["original"])
            #expect(try await shown[0].attachments?.first?.data() == Data([7]))
            #expect(device.reports.count == 1)
            return true
        }
    }

    @Test func `an extension that is switched off is an error before anything is started`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let identity = try await host.extension(fixtureIdentifier)
            #expect(try await device.appex("disable", fixtureIdentifier).status == 0)
            let error = await #expect(throws: ExtensionError.self) {
                try await host.send([NSExtensionItem()], to: identity, timeout: .ample)
            }
            #expect(error?.code == .refused && error?.reportIdentifier == nil, "\(error as Any)")
            #expect(try await host.extensionProcesses().isEmpty && device.reports.isEmpty)
        }
    }
}
