import AppexSystem
import Dispatch
import Foundation
import OpenFoundation
import Synchronization
import Testing

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

    @Test func `only the thread that the process was started with is the main thread`() async {
        #expect(!CurrentThread.isMain)
        #expect(CurrentThread.isMain == Thread.isMainThread)
    }
}
