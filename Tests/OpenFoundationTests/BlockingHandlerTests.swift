import AppexSystem
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import OpenFoundation

private typealias UserDefaults = OpenFoundation.UserDefaults

/// Handlers that block, as code may that knows nothing of the threads that call it.
@Suite(.accounted, .timeLimit(.minutes(30))) struct BlockingHandlerTests {
    private static func load(_ provider: NSItemProvider, _ body: @escaping @Sendable (Int?) -> Void) {
        _ = provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, _ in body(data?.count) }
    }

    @Test(arguments: Distance.allCases) func `a completion handler may wait for further loads`(_ distance: Distance)
        async throws
    {
        try await distance.with(NSItemProvider(Data(count: 3), "public.data")) { provider in
            let sizes = Promise<[Int?]>()
            Self.load(provider) { first in
                let second = Mutex<[Int?]>([])
                let isThere = DispatchSemaphore(value: 0)
                for _ in 0..<2 {
                    Self.load(provider) { size in
                        second.withLock { $0.append(size) }
                        isThere.signal()
                    }
                    isThere.wait()
                }
                sizes.give([first] + second.withLock { $0 })
            }
            let all = try await sizes.value
            #expect(all == [3, 3, 3])
        }
    }

    @Test(arguments: Distance.allCases) func `a load handler may wait for another one to be called`(
        _ distance: Distance
    ) async throws {
        let called = DispatchSemaphore(value: 0)
        let provider = NSItemProvider()
        for (type, waits) in [("public.jpeg", true), ("public.png", false)] {
            provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { done in
                if waits { called.wait() } else { called.signal() }
                done(Data(type.utf8), nil)
                return nil
            }
        }
        try await distance.with(provider) { provider in
            async let waiting = provider.data("public.jpeg")
            async let other = provider.data("public.png")
            let loaded = try await [waiting, other]
            #expect(loaded == [Data("public.jpeg".utf8), Data("public.png".utf8)])
        }
    }

    @Test(arguments: Distance.allCases) func `twelve load handlers may each wait for a further load`(
        _ distance: Distance
    )
        async throws
    {
        let further = NSItemProvider(Data(count: 3), "public.data")
        let provider = NSItemProvider()
        let meeting = Meeting(of: 12)
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
            meeting.wait()
            let loaded = Mutex<Data?>(nil)
            let isThere = DispatchSemaphore(value: 0)
            _ = further.loadDataRepresentation(forTypeIdentifier: "public.data") { data, _ in
                loaded.withLock { $0 = data }
                isThere.signal()
            }
            isThere.wait()
            done(loaded.withLock { $0 }, nil)
            return nil
        }
        try await distance.with(provider) { provider in
            let sizes = try await withThrowingTaskGroup { group in
                for _ in 0..<12 { group.addTask { try await provider.data("public.data").count } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(sizes == Array(repeating: 3, count: 12))
        }
    }

    @Test(arguments: Distance.allCases)
    func `32 completion handlers may wait for each other, whose load handlers answer in tasks`(_ distance: Distance)
        async throws
    {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
            Task { done(Data(count: 3), nil) }
            return nil
        }
        try await distance.with(provider) { provider in
            let meeting = Meeting(of: 32)
            let sizes = (1...32).map { _ in Promise<Int?>() }
            for size in sizes {
                Self.load(provider) { count in
                    meeting.wait()
                    size.give(count)
                }
            }
            for size in sizes {
                let count = try await size.value
                #expect(count == 3)
            }
        }
    }

    @Test func `the completion handlers of 64 requests may wait for each other`() async throws {
        let meeting = Meeting(of: 64)
        let ended = (1...64).map { _ in Promise<Bool>() }
        for end in ended {
            let context = NSExtensionContext(inputItems: [], protecting: ProtectedWork()) { _, told in told() }
            context.completeRequest(returningItems: nil) { expired in
                meeting.wait()
                end.give(expired)
            }
        }
        for end in ended { #expect(try await end.value == false) }
    }

    @Test func `the observers of 64 keys may wait for each other`() async throws {
        let name = "org.openextensionkit.tests.\(UUID().uuidString)"
        let defaults = UserDefaults()
        let meeting = Meeting(of: 64)
        let told = (1...64).map { _ in Promise<Void>() }
        let keys = (1...64).map { "\(name).\($0)" }
        let observations = zip(keys, told).map { key, told in
            defaults.observe(forKey: key) { _ in
                meeting.wait()
                told.give(())
            }
        }
        defaults.register(defaults: Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }))
        for told in told { try await told.value }
        withExtendedLifetime(observations) {}
    }

    @Test func `only the thread that the process was started with is the main thread`() async {
        #expect(!CurrentThread.isMain)
        #expect(CurrentThread.isMain == Thread.isMainThread)
    }
}
