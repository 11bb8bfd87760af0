import AppexProtocol
import Foundation
import OpenExtensionKit
import TestSupport
import Testing

/// What a host gets out of an extension's items, and what both hear of each other.
@Suite(.timeLimit(.minutes(30))) struct ReturnedItemTests {
    @Test func `AT-47: attributed text comes back with its attributes`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let item = try #require(try await device.host().send("offer").first)
            let text = try #require(item.attributedContentText)
            #expect(text.string == "offered")
            #expect(text.attribute(NSAttributedString.Key("weight"), at: 0, effectiveRange: nil) as? Int == 700)
        }
    }

    @Test func `AT-50: an edited image comes back as an item whose attachment can be loaded afterwards`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let file = try device.write(Data([0xFF, 0xD8, 1, 2]), to: "photo.jpg")
            let photo = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: file)))
            let items = try await device.host().send("image", attachments: [photo])
            let provider = try #require(items.first?.attachments?.first)
            #expect(provider.hasItemConformingToTypeIdentifier("public.image"))
            #expect(provider.suggestedName == "photo.jpg")
            let edited = try await provider.data("public.jpeg")
            #expect(edited == Data([0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 0x68, 0x69, 1, 2]))
        }
    }

    @Test func `AT-48: what is assigned to userInfo decides what crosses, in both directions`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let identity = try await host.extension(fixtureIdentifier)
            let provider = NSItemProvider(item: Data([5]) as NSData, typeIdentifier: "public.data")
            let item = NSExtensionItem()
            item.attachments = [provider, provider]
            item.userInfo = ["FixtureBehaviour": "echo"]
            #expect(try await host.send([item], to: identity)[0].attachments == nil)
            item.userInfo = ["FixtureBehaviour": "echo", NSExtensionItemAttachmentsKey: [provider]]
            let returned = try #require(try await host.send([item], to: identity).first)
            let attachment = try #require(returned.attachments?.first)
            #expect(try await attachment.data() == Data([5]))
            returned.userInfo = ["custom": 1]
            #expect(returned.attachments == nil)
            returned.userInfo = [NSExtensionItemAttachmentsKey: [attachment]]
            #expect(try await returned.attachments?.first?.data() == Data([5]))
        }
    }

    @Test func `what was returned can be loaded again and again, until its process has gone`() async throws {
        try await TestDevice.with(linger: 0) { device in
            try await device.install(TestAppex())
            let host = device.host()
            let item = try #require(try await host.send("offer").first)
            let provider = try #require(item.attachments?[4])
            for _ in 0..<3 {
                #expect(
                    try await provider.loadItem(Data.self, forTypeIdentifier: "public.plain-text")
                        == Data("original".utf8))
            }
            // Without a word from the host for longer than a process lingers.
            let process = try await host.process()
            try await eventually("time passes") { try await host.process().age > process.age + UInt64(500) }
            #expect(
                try await provider.loadItem(Data.self, forTypeIdentifier: "public.plain-text") == Data("original".utf8))
            // A load that waits when the process goes ends as one that comes later.
            let (errors, ended) = AsyncStream.makeStream(of: NSError.self)
            let slow = try #require(item.attachments?[2])
            let progress = slow.loadDataRepresentation(forTypeIdentifier: "org.example.slow") { _, error in
                if let error { ended.yield(error as NSError) }
                ended.finish()
            }
            try await eventually("the extension is half way") { progress.fractionCompleted == 0.5 }
            sendSignal(SIGKILL, to: process.pid)
            let codes = await errors.reduce(into: []) { $0.append($1.code) }
            #expect(codes == [NSItemProvider.ErrorCode.itemUnavailableError.rawValue])
            let error = await #expect(throws: (any Error).self) {
                try await provider.loadItem(Data.self, forTypeIdentifier: "public.plain-text")
            }
            #expect((error as NSError?)?.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
        }
    }

    @Test func `what nobody holds any more lets the process go, loaded or not`() async throws {
        try await TestDevice.with(linger: 0) { device in
            try await device.install(TestAppex())
            let host = device.host()
            for loads in [true, false] {
                var items = try await host.send("offer")
                let process = try await host.process()
                // One of several is enough.
                var provider = items.first?.attachments?[4]
                items = []
                if loads {
                    #expect(
                        try await provider?.loadItem(Data.self, forTypeIdentifier: "public.plain-text")
                            == Data("original".utf8))
                }
                #expect(try await host.process().pid == process.pid)
                provider = nil
                _ = try await ProcessEnd.of(process.pid)
                withExtendedLifetime((items, provider)) {}
            }
        }
    }

    @Test func `attachments of every kind can be loaded from an extension`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let item = try #require(try await device.host().send("offer").first)
            let providers = try #require(item.attachments)
            try #require(providers.count == 7)
            let dictionary = try await providers[0].loadItem(
                NSDictionary.self, forTypeIdentifier: "org.example.dictionary")
            #expect(dictionary["k"] as? [Int] == [1, 2])
            let text = try await withCheckedThrowingContinuation { continuation in
                providers[1].loadObject(ofClass: String.self) { text, error in
                    continuation.resume(with: Result { try text ?? { throw error ?? CancellationError() }() })
                }
            }
            #expect(text == "an object")
            try await expectFolder(providers[3])
            try await expectOriginal(providers[4])
            let size = NSValue(size: NSSize(width: 64, height: 48))
            let preview = try await providers[5].loadPreviewImage(options: [NSItemProviderPreferredImageSizeKey: size])
            #expect(preview as? NSData == Data("64".utf8) as NSData)
            #expect(providers[5].preferredPresentationSize == CGSize(width: 30, height: 20))
            let error = await #expect(throws: (any Error).self) {
                try await providers[6].loadItem(forTypeIdentifier: "org.example.uncodable")
            }
            #expect((error as NSError?)?.code == NSItemProvider.ErrorCode.unavailableCoercionError.rawValue)
        }
    }

    /// Packed inside the sandbox, unpacked here.
    private func expectFolder(_ provider: NSItemProvider) async throws {
        let archive = try await provider.loadItem(Data.self, forTypeIdentifier: "public.folder")
        #expect(archive.range(of: Data("Album/inner/a.txt".utf8)) != nil)
        let content = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Data, any Error>) in
            provider.loadFileRepresentation(forTypeIdentifier: "public.folder") { url, error in
                continuation.resume(
                    with: Result {
                        guard let url else { throw error ?? CancellationError() }
                        return try Data(contentsOf: url.appendingPathComponent("inner/a.txt"))
                    })
            }
        }
        #expect(content == Data("a".utf8))
    }

    private func expectOriginal(_ provider: NSItemProvider) async throws {
        #expect(provider.registeredTypeIdentifiers(fileOptions: .openInPlace) == ["public.plain-text"])
        let (url, isInPlace) = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<(URL, Bool), any Error>) in
            provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.plain-text") { url, isInPlace, error in
                continuation.resume(with: Result { (try url ?? { throw error ?? CancellationError() }(), isInPlace) })
            }
        }
        #expect(try Data(contentsOf: url) == Data("original".utf8))
        #expect(!isInPlace)
        withExtendedLifetime(provider) {}
    }

    @Test func `a host sees an extension's progress, and stops it`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let item = try #require(try await device.host().send("offer").first)
            let provider = try #require(item.attachments?[2])
            let (errors, ended) = AsyncStream.makeStream(of: NSError.self)
            let progress = provider.loadDataRepresentation(forTypeIdentifier: "org.example.slow") { _, error in
                if let error { ended.yield(error as NSError) }
                ended.finish()
            }
            try await eventually("the extension is half way") { progress.fractionCompleted == 0.5 }
            progress.cancel()
            let codes = await errors.reduce(into: []) { $0.append($1.code) }
            #expect(codes == [CocoaError.Code.userCancelled.rawValue])
            try await eventually("the extension hears of it") { device.log().contains("the slow load was stopped") }
            withExtendedLifetime(item) {}
        }
    }

    @Test func `AT-23: an error about an item names the host's own item`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let items = (0..<3).map { _ in NSExtensionItem() }
            items[0].userInfo = ["FixtureBehaviour": "cancelBecauseOfAnItem"]
            let host = device.host()
            let identity = try await host.extension(fixtureIdentifier)
            let failure = await #expect(throws: ExtensionError.self) { _ = try await host.send(items, to: identity) }
            let error = try #require(failure?.underlying) as NSError
            let errors = try #require(error.userInfo[NSExtensionItemsAndErrorsKey] as? [NSExtensionItem: NSError])
            #expect(errors.count == 1)
            #expect(errors[items[1]]?.code == 9)
            #expect(errors[items[1]]?.localizedDescription == "Too blue.")
            #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 9)
        }
    }

    @Test func `AT-31: an extension hears what its host does, with its context and without userInfo`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            func ready() -> (AsyncStream<Void>, NSItemProvider) {
                let (listening, ready) = AsyncStream.makeStream(of: Void.self)
                let provider = NSItemProvider()
                provider.registerDataRepresentation(forTypeIdentifier: "org.example.ready", visibility: .all) {
                    ready.finish()
                    $0(Data(), nil)
                    return nil
                }
                return (listening, provider)
            }
            // A second host, whose extension is in the same process, does nothing.
            let (others, othersProvider) = ready()
            let other = Task { try await device.host().send("followHost", attachments: [othersProvider]).count }
            for await _ in others {}
            let (listening, provider) = ready()
            let items = Task {
                try await host.send("followHost", attachments: [provider]).first?.userInfo?["lines"] as? [String]
            }
            for await _ in listening {}
            for change in [
                .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive,
            ] as [HostStateChange] { host.notify(change) }
            let heard = try await items.value
            #expect(
                heard == [
                    "NSExtensionHostWillResignActiveNotification mine nil",
                    "NSExtensionHostDidEnterBackgroundNotification mine nil",
                    "NSExtensionHostWillEnterForegroundNotification mine nil",
                    "NSExtensionHostDidBecomeActiveNotification mine nil",
                ])
            // It has heard of nothing, or it would have answered.
            other.cancel()
            await #expect(throws: CancellationError.self) { try await other.value }
        }
    }

    @Test func `AT-41: when a host is killed while an extension loads from it, the load ends with an error`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            // Keeps the process of the extension alive.
            let mark = Mark()
            let other = Task {
                try await device.host().send("silent", attachments: [mark.provider]).count
            }
            try await mark.wait()
            try await device.killHost(whenAskedBy: "loadForever")
            for form in ["data", "file", "item", "inPlace"] {
                try await eventually("the extension hears of it") {
                    device.log().contains("\(form) load ended: NSItemProviderErrorDomain -1000")
                }
            }
            other.cancel()
            _ = await other.result
        }
    }
}
