import Foundation
import OpenFoundation
import Synchronization
import Testing

@Suite(.accounted) struct NSItemProviderTests {
    private func provider(_ data: Data, _ type: String = "public.jpeg") -> NSItemProvider {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
            $0(data, nil)
            return nil
        }
        return provider
    }

    @Test(arguments: Distance.allCases) func `AT-43: type identifiers keep the order of registration`(
        _ distance: Distance
    ) async throws {
        let provider = NSItemProvider()
        for type in ["public.png", "public.jpeg", "public.plain-text"] {
            provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
                $0(Data(type.utf8), nil)
                return nil
            }
        }
        try await distance.with(provider) {
            #expect($0.registeredTypeIdentifiers == ["public.png", "public.jpeg", "public.plain-text"])
            #expect($0.hasItemConformingToTypeIdentifier("public.image"))
            #expect(!$0.hasItemConformingToTypeIdentifier("com.adobe.pdf"))
            let best = try await $0.data("public.image")
            #expect(String(decoding: best, as: UTF8.self) == "public.png")
        }
    }

    @Test(arguments: Distance.allCases, [0, 1, 32 * 1024, 32 * 1024 + 1, 5_000_000])
    func dataOfAnySizeArriveUnchanged(_ distance: Distance, _ size: Int) async throws {
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try await distance.with(provider(data)) {
            let arrived = try await $0.data("public.jpeg")
            #expect(arrived == data)
        }
    }

    @Test(arguments: Distance.allCases) func aTypeThatIsNotThereIsItemUnavailable(_ distance: Distance) async throws {
        try await distance.with(provider(Data())) { provider in
            let error = await failure { _ = try await provider.data("com.adobe.pdf") }
            #expect(error?.domain == NSItemProvider.errorDomain)
            #expect(error?.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
        }
    }

    @Test(arguments: Distance.allCases) func anOwnersErrorReachesTheLoader(_ distance: Distance) async throws {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) {
            $0(nil, NSError(domain: "darkroom", code: 7, userInfo: [NSLocalizedDescriptionKey: "The film is torn."]))
            return nil
        }
        try await distance.with(provider) { provider in
            let error = await failure { _ = try await provider.data("public.data") }
            #expect(error?.localizedDescription == "The film is torn.")
        }
    }

    @Test(arguments: Distance.allCases) func anOwnerThatNeverCallsBackIsAnError(_ distance: Distance) async throws {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { _ in nil }
        try await distance.with(provider) { provider in
            let error = await failure { _ = try await provider.data("public.data") }
            #expect(error?.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
        }
    }

    @Test(arguments: Distance.allCases) func anOwnerThatCallsBackTwiceIsHeardOnce(_ distance: Distance) async throws {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) {
            $0(Data("first".utf8), nil)
            $0(Data("second".utf8), nil)
            return nil
        }
        try await distance.with(provider) {
            let arrived = try await $0.data("public.data")
            #expect(String(decoding: arrived, as: UTF8.self) == "first")
        }
    }

    @Test(arguments: Distance.allCases) func cancellingReachesTheOwnerAndGivesUserCancelled(_ distance: Distance)
        async throws
    {
        let (begun, began) = AsyncStream.makeStream(of: Void.self)
        let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
        let pending = Mutex<(@Sendable (Data?, (any Error)?) -> Void)?>(nil)
        let held = Held(pending)
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { completion in
            held.completion.withLock { $0 = completion }
            let progress = Progress(totalUnitCount: 1)
            progress.cancellationHandler = { stop.finish() }
            began.finish()
            return progress
        }
        try await distance.with(provider) { provider in
            let (results, result) = AsyncStream.makeStream(of: NSError.self)
            let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.data") { _, error in
                if let error { result.yield(error as NSError) }
                result.finish()
            }
            for await _ in begun {}
            progress.cancel()
            var errors: [NSError] = []
            for await error in results { errors.append(error) }
            #expect(errors.map(\.domain) == [NSCocoaErrorDomain])
            #expect(errors.map(\.code) == [CocoaError.Code.userCancelled.rawValue])
            for await _ in stopped {}
        }
    }

    @Test func `AT-44: a representation for its own process is not offered to others`() async throws {
        let provider = provider(Data("public".utf8), "public.plain-text")
        provider.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .ownProcess) {
            $0(Data("private".utf8), nil)
            return nil
        }
        #expect(provider.hasItemConformingToTypeIdentifier("public.jpeg"))
        try await Distance.acrossSession.with(provider) { provider in
            #expect(provider.registeredTypeIdentifiers == ["public.plain-text"])
            #expect(await failure { _ = try await provider.data("public.jpeg") } != nil)
        }
    }

    @Test func aCopyOffersTheSame() async throws {
        let original = provider(Data("same".utf8))
        original.suggestedName = "same.jpg"
        let copy = try #require(original.copy() as? NSItemProvider)
        #expect(copy.suggestedName == "same.jpg")
        #expect(try await copy.data("public.jpeg") == Data("same".utf8))
    }

    private final class Held: Sendable {
        let completion: Mutex<(@Sendable (Data?, (any Error)?) -> Void)?>

        init(_ completion: consuming Mutex<(@Sendable (Data?, (any Error)?) -> Void)?>) { self.completion = completion }
    }
}
