import AppexModel
import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// What a host is told while the answer to its question becomes another.
@Suite(.timeLimit(.minutes(30))) struct LiveDiscoveryTests {
    private func picture() -> NSExtensionItem {
        let item = NSExtensionItem()
        item.attachments = [NSItemProvider(item: NSString("x"), typeIdentifier: "public.jpeg")]
        return item
    }

    private func app(_ name: String, _ rule: TestAppex.Rule) -> TestApp {
        var app = TestApp(TestAppex(rule: rule))
        (app.identifier, app.name) = ("org.example.\(name)", name)
        return app
    }

    @Test func `an install, an election and an uninstall are told, and nothing that makes no difference`() async throws
    {
        try await TestDevice.with(idle: 2) { device in
            let host = device.host()
            var updates = host.updates(matching: [picture()], at: "com.apple.services").makeAsyncIterator()
            func next() async -> [String]? { await updates.next()?.map(\.bundleIdentifier) }
            #expect(await next() == [])
            try await device.install(app("Text", .counts(["Text": 1])))
            try await device.install(app("A", .counts(["ImageWithMaxCount": 1])))
            #expect(await next() == ["org.example.A.Fixture"])
            try await device.install(app("B", .predicate("TRUEPREDICATE")))
            #expect(await next() == ["org.example.A.Fixture", "org.example.B.Fixture"])
            try await host.disable("org.example.Text.Fixture")
            try await host.enable("org.example.B.Fixture", first: true)
            #expect(await next() == ["org.example.B.Fixture", "org.example.A.Fixture"])
            try await host.disable("org.example.A.Fixture")
            #expect(await next() == ["org.example.B.Fixture"])
            _ = try await device.appex("uninstall", "org.example.B")
            #expect(await next() == [])
        }
    }

    @Test func `a broker that is killed is started again, and what has changed meanwhile is seen`() async throws {
        try await TestDevice.with(idle: 2) { device in
            try await device.install(app("A", .predicate("TRUEPREDICATE")))
            let host = device.host()
            var updates = host.updates(matching: [picture()]).makeAsyncIterator()
            #expect(await updates.next()?.count == 1)
            for count in [2, 3] {
                let broker = try #require(device.broker)
                sendSignal(SIGKILL, to: broker)
                _ = try await ProcessEnd.of(broker)
                try await device.install(app("App\(count)", .predicate("TRUEPREDICATE")))
                #expect(await updates.next()?.count == count)
            }
        }
    }

    @Test func `a host that is told nothing can go, and one that does not ask is told the last`() async throws {
        try await TestDevice.with(idle: 0.1) { device in
            let host = device.host()
            var updates = host.updates().makeAsyncIterator()
            #expect(await updates.next()?.isEmpty == true)
            for name in ["A", "B", "C"] { try await device.install(app(name, .predicate("TRUEPREDICATE"))) }
            #expect(await updates.next()?.count == 3)
            let waiting = Task { [updates] in
                var updates = updates
                return await updates.next()
            }
            waiting.cancel()
            #expect(await waiting.value == nil)
        }
    }

    @Test func `a host with more sequences than a client may watch is told by each of them`() async throws {
        try await TestDevice.with(idle: 2) { device in
            let host = device.host()
            let lists = try await withThrowingTaskGroup { group in
                let (started, start) = AsyncStream.makeStream(of: Void.self)
                for _ in 0..<MatchLimits.watches + 2 {
                    group.addTask {
                        var updates = host.updates().makeAsyncIterator()
                        let first = await updates.next()
                        start.yield()
                        return (first?.count, await updates.next()?.count)
                    }
                }
                var ready = started.makeAsyncIterator()
                for _ in 0..<MatchLimits.watches + 2 { await ready.next() }
                try await device.install(app("A", .predicate("TRUEPREDICATE")))
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(lists.count == MatchLimits.watches + 2)
            #expect(lists.allSatisfy { $0 == (0, 1) }, "\(lists)")
        }
    }

    @Test func `Apple's sequence of identities finds the device of the environment`() async throws {
        try await TestDevice.with(idle: 2) { device in
            try await device.install(app("A", .predicate("FALSEPREDICATE")))
            // Without items no rule is asked.
            var updates = AppExtensionIdentity.Identities(
                broker: device.host().broker, query: MatchQuery(points: ["com.apple.services", "x"], items: nil)
            ).makeAsyncIterator()
            #expect(await updates.next()?.map(\.bundleIdentifier) == ["org.example.A.Fixture"])
        }
    }

    // MARK: Hostile clients

    /// A question that no decent client asks.
    private struct Hostile: WireRequest {
        typealias Reply = MatchAnswer
        static let code = BrokerInterface.Match.code
        let body: [UInt8]

        init(_ body: [UInt8]) { self.body = body }
        init(from decoder: inout WireDecoder) throws(WireError) { body = [] }

        func encode(to encoder: inout WireEncoder) throws(WireError) {
            for byte in body { encoder.integer(byte) }
        }
    }

    private static func question(
        points: Int = 0, items: Int = 1, attachments: Int = 0, types: Int = 0, bytes: Int = 1
    ) throws -> [UInt8] {
        var encoder = WireEncoder()
        try encoder.strings(Array(repeating: "a.b", count: points))
        encoder.boolean(true)
        encoder.integer(UInt32(items))
        for _ in 0..<items {
            encoder.integer(UInt32(attachments))
            for _ in 0..<attachments {
                try encoder.strings(Array(repeating: String(repeating: "x", count: bytes), count: types))
            }
            encoder.boolean(false)
        }
        return encoder.bytes
    }

    @Test func `questions beyond the limits are refused, those at them are answered`() async throws {
        try await TestDevice.with(idle: 2) { device in
            let host = device.host()
            _ = try await host.extensions()
            for question in try [
                Self.question(points: 65), Self.question(items: 1_025), Self.question(items: 2, attachments: 2_049),
                Self.question(attachments: 4_097), Self.question(attachments: 1, types: 65),
                Self.question(attachments: 257, types: 64),
                Self.question(attachments: 1, types: 1, bytes: 1_025), [], [1, 2, 3],
            ] {
                let connection = try await device.connectToBroker()
                let error = await #expect(throws: WireError.self) {
                    try await connection.call(Hostile(question), within: .ample)
                }
                guard case .remote(let failure) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(failure.code == WireFailure.malformed)
            }
            for question in try [
                Self.question(points: 64), Self.question(items: 1_024), Self.question(items: 2, attachments: 2_048),
                Self.question(attachments: 256, types: 64), Self.question(attachments: 1, types: 64, bytes: 1_024),
            ] {
                let connection = try await device.connectToBroker()
                let answer = try await connection.call(Hostile(question), within: .ample).0
                #expect(answer.extensions.isEmpty)
                connection.close()
            }
            // Nobody else has noticed.
            _ = try await host.extensions()
        }
    }

    @Test func `a host's own question beyond the limits is refused before it is sent`() async throws {
        try await TestDevice.with(idle: 2) { device in
            let many = NSExtensionItem()
            many.attachments = Array(
                repeating: NSItemProvider(item: NSString("x"), typeIdentifier: "public.jpeg"), count: 4_097)
            let host = device.host()
            let failure = await #expect(throws: ExtensionError.self) { try await host.extensions(matching: [many]) }
            #expect(failure?.code == .refused && failure?.message.contains("4096") == true)
            var updates = host.updates(matching: [many]).makeAsyncIterator()
            #expect(await updates.next() == nil)
        }
    }

    @Test func `a client may watch so much and no more, and what it gives up is free again`() async throws {
        try await TestDevice.with(idle: 2) { device in
            let connection = try await device.connectToBroker()
            let query = MatchQuery(points: [], items: nil)
            let known = try await connection.call(BrokerInterface.Match(query), within: .ample).0.fingerprint
            let watch = BrokerInterface.Watch(query, known: known)
            let numbers = (0..<MatchLimits.watches).map { _ in
                connection.begin(watch, within: .ample) { _ in }
            }
            let refusal = await #expect(throws: WireError.self) {
                try await connection.call(watch, within: .ample)
            }
            guard case .remote(let failure) = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            #expect(failure.code == FailureCode.refused)
            connection.cancel(numbers[0])
            let (told, tell) = AsyncStream.makeStream(of: Bool.self)
            connection.begin(watch, within: .ample) { result in tell.yield((try? result.get()) != nil) }
            try await device.install(app("A", .predicate("TRUEPREDICATE")))
            #expect(await told.first { _ in true } == true)
            connection.close()
        }
    }
}
