import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

/// What an extension gets out of a host's attachments, inside its sandbox.
@Suite(.timeLimit(.minutes(30))) struct ItemLoadTests {
    /// What the fixture says of its loads.
    private func lines(_ device: TestDevice, _ providers: [NSItemProvider], _ orders: String...) async throws
        -> [String]
    {
        let items = try await device.host().send(
            "load", text: orders.joined(separator: "\n"), attachments: providers)
        return try #require(items.first?.userInfo?["lines"] as? [String])
    }

    private func provider(_ type: String, _ data: Data, _ visibility: NSItemProviderRepresentationVisibility = .all)
        -> NSItemProvider
    {
        let provider = NSItemProvider()
        add(type, data, visibility, to: provider)
        return provider
    }

    private func add(
        _ type: String, _ data: Data, _ visibility: NSItemProviderRepresentationVisibility = .all,
        to provider: NSItemProvider
    ) {
        provider.registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) {
            $0(data, nil)
            return nil
        }
    }

    @Test func `AT-36: handlers in an extension run off its main thread`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let answers = try await lines(device, [provider("public.png", Data([1]))], "thread public.png")
            #expect(answers == ["main false"])
        }
    }

    @Test func `AT-37: a temporary file is gone after the handler`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let file = try device.write(Data("content".utf8), to: "photo.png")
            let contents = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: file)))
            #expect(try await lines(device, [contents], "file public.png") == ["photo.png, then gone"])
        }
    }

    @Test func `AT-38: an object, data and a URL come as what they are`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let file = try device.write(Data("pixels".utf8), to: "photo.png")
            let text = NSAttributedString(string: "image", attributes: [NSAttributedString.Key("weight"): 7])
            for (item, expected) in [
                (text, "attributed image [\"weight 7\"]"), (Data([1, 2]) as NSData, "data of 2 bytes"),
                (URL(fileURLWithPath: file) as NSURL, "file photo.png of 6 bytes"),
            ] as [(any NSSecureCoding, String)] {
                let provider = NSItemProvider(item: item, typeIdentifier: "public.png")
                #expect(try await lines(device, [provider], "item public.image") == [expected])
            }
        }
    }

    @Test func `AT-39: an object that writes itself as text is no item of public.data`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let answers = try await lines(
                device, [NSItemProvider(object: NSString(string: "written"))], "item public.data",
                "item public.utf8-plain-text", "object public.utf8-plain-text", "data public.data")
            #expect(
                answers == ["NSItemProviderErrorDomain -1000", "data of 7 bytes", "written", "data of 7 bytes"])
        }
    }

    @Test func `AT-40: unknown type, wrong class and impossible coercion have codes of their own`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let provider = NSItemProvider(item: NSNumber(value: 4), typeIdentifier: "org.example.number")
            provider.registerItem(forTypeIdentifier: "org.example.made") { completion, _, _ in
                completion?(NSNumber(value: 5), nil)
            }
            let answers = try await lines(
                device, [provider], "item org.example.unknown", "text org.example.made", "text org.example.number")
            #expect(
                answers == [
                    "NSItemProviderErrorDomain -1000", "NSItemProviderErrorDomain -1100",
                    "NSItemProviderErrorDomain -1200",
                ])
        }
    }

    @Test func `AT-42: what cannot be archived is an error for the extension, and the host goes on`() async throws {
        final class Uncodable: NSObject, NSSecureCoding {
            static var supportsSecureCoding: Bool { false }
            override init() {}
            func encode(with coder: NSCoder) {}
            init?(coder: NSCoder) { nil }
        }
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let provider = NSItemProvider(item: Uncodable(), typeIdentifier: "org.example.thing")
            add("public.png", Data([1]), to: provider)
            let answers = try await lines(device, [provider], "item org.example.thing", "data public.png")
            #expect(answers == ["NSItemProviderErrorDomain -1200", "data of 1 bytes"])
        }
    }

    @Test func `AT-43: types keep their order in the extension, AT-44: and those for others are not there`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let provider = provider("public.png", Data([1]))
            for (type, visibility) in [
                ("public.jpeg", .all), ("org.example.team", .team), ("org.example.group", .group),
                ("org.example.own", .ownProcess), ("public.plain-text", .all),
            ] as [(String, NSItemProviderRepresentationVisibility)] {
                add(type, Data([2]), visibility, to: provider)
            }
            let answers = try await lines(
                device, [provider], "types public.png", "data org.example.team", "data org.example.own")
            #expect(
                answers == [
                    "public.png public.jpeg public.plain-text", "NSItemProviderErrorDomain -1000",
                    "NSItemProviderErrorDomain -1000",
                ])
        }
    }

    @Test func `AT-45: a folder comes as a zip archive, or as a folder, and never as a descriptor`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let folder = device.folder.appending("files/Album").string
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            _ = try device.write(Data(repeating: 1, count: 100_000), to: "Album/a.bin")
            let provider = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: folder)))
            let answers = try await lines(
                device, [provider], "file public.folder", "data public.folder", "types public.folder")
            #expect(answers[0] == "Album, then gone")
            #expect(answers[1].hasPrefix("data of "))
            #expect(answers[2] == "public.folder public.file-url")
            // As the extension got it, with the folder at the top.
            let echoed = try #require(
                try await device.host().send("echo", attachments: [provider])[0].attachments?.first)
            let archive = try await echoed.data("public.folder")
            #expect(archive.starts(with: Data("PK".utf8)))
            #expect(archive.range(of: Data("Album/a.bin".utf8)) != nil)
        }
    }

    @Test func `AT-46: a file is named as suggested, with the extension of its type`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let named = provider("public.png", Data([1]))
            named.suggestedName = "photo"
            #expect(try await lines(device, [named], "file public.png") == ["photo.png, then gone"])
            #expect(
                try await lines(device, [provider("public.png", Data([1]))], "file public.png") == [
                    "item.png, then gone"
                ])
        }
    }

    @Test func `AT-49: a shared file offers its content's type first, and both can be loaded`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let file = try device.write(Data(repeating: 3, count: 9), to: "clip.mov")
            let provider = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: file)))
            let answers = try await lines(
                device, [provider], "types public.movie", "bytes com.apple.quicktime-movie", "item public.file-url")
            #expect(
                answers == ["com.apple.quicktime-movie public.file-url", "9 bytes", "file clip.mov of 9 bytes"])
        }
    }

    @Test func `an extension sees the host's progress, and stops it`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
            let provider = NSItemProvider()
            provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { done in
                let progress = Progress(totalUnitCount: 4)
                progress.completedUnitCount = 2
                progress.cancellationHandler = {
                    stop.finish()
                    done(nil, nil)
                }
                return progress
            }
            #expect(try await lines(device, [provider], "half public.data") == ["NSCocoaErrorDomain 3072"])
            for await _ in stopped {}
        }
    }

    @Test func `an extension gets a preview image of the size that it wants`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let provider = provider("public.png", Data([1]))
            provider.previewImageHandler = { completion, _, options in
                let size = (options?[NSItemProviderPreferredImageSizeKey] as? NSValue)?.sizeValue ?? .zero
                completion?(Data(count: Int(size.width)) as NSData, nil)
            }
            #expect(try await lines(device, [provider], "preview public.png") == ["data of 64 bytes"])
        }
    }
}
