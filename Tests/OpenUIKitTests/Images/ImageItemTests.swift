import Foundation
import OpenFoundation
@testable import OpenUIKit
import Testing

/// Pictures as items, in one process and across a session.
@Suite struct ImageItemTests {
    private let photo: Data

    init() throws {
        photo = try SamplePictures.jpeg(width: 24, height: 16)
    }

    private func object(_ provider: NSItemProvider) async throws -> UIImage {
        try await withCheckedThrowingContinuation { continuation in
            provider.loadObject(ofClass: UIImage.self) { object, error in
                if let image = object as? UIImage {
                    continuation.resume(returning: image)
                } else {
                    continuation.resume(throwing: error ?? CancellationError())
                }
            }
        }
    }

    @Test(arguments: Distance.allCases)
    func `AT-38: a picture, its data and its URL come as what they are`(_ distance: Distance) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
        try photo.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let image = try #require(UIImage(data: photo))
        try await distance.with(NSItemProvider(item: image, typeIdentifier: "public.jpeg")) {
            let item = try await $0.loadItem(forTypeIdentifier: "public.image")
            #expect((item as? UIImage)?.size == CGSize(width: 24, height: 16))
        }
        try await distance.with(NSItemProvider(item: photo as NSData, typeIdentifier: "public.jpeg")) {
            let item = try await $0.loadItem(forTypeIdentifier: "public.image")
            #expect(item as? Data == photo)
        }
        try await distance.with(NSItemProvider(item: file as NSURL, typeIdentifier: "public.jpeg")) {
            let url = try #require(try await $0.loadItem(forTypeIdentifier: "public.image") as? URL)
            #expect(try Data(contentsOf: url) == photo)
        }
    }

    @Test(arguments: Distance.allCases)
    func `AT-39: a picture registered as an object is no item of public.data, and is one of public.png`(
        _ distance: Distance
    ) async throws {
        try await distance.with(NSItemProvider(object: SamplePictures.quarters)) { provider in
            #expect(provider.registeredTypeIdentifiers == ["public.png", "public.jpeg"])
            await #expect(throws: (any Error).self) {
                _ = try await provider.loadItem(forTypeIdentifier: "public.data")
            }
            let data = try await provider.loadItem(forTypeIdentifier: "public.png") as? Data
            #expect(data.flatMap { UIImage(data: $0) }?.has(Colour.green, x: 3, y: 0) == true)
        }
    }

    @Test(arguments: Distance.allCases)
    func `AT-50: an edited picture is loaded as a picture, whatever it is registered as`(_ distance: Distance)
        async throws
    {
        let edited = UIGraphicsImageRenderer(size: CGSize(width: 12, height: 8)).image { _ in
            UIImage(data: photo)?.draw(in: CGRect(x: 0, y: 0, width: 12, height: 8))
        }
        let asData = NSItemProvider()
        asData.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { completion in
            completion(edited.jpegData(compressionQuality: 0.9), nil)
            return nil
        }
        for provider in [NSItemProvider(object: edited), asData] {
            try await distance.with(provider) {
                #expect($0.canLoadObject(ofClass: UIImage.self))
                let image = try await object($0)
                #expect(image.size == CGSize(width: 12, height: 8))
            }
        }
    }

    @Test(arguments: Distance.allCases)
    func `data and files become a picture, and a picture becomes data, where the class is named`(_ distance: Distance)
        async throws
    {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jpg")
        try photo.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let image = try #require(UIImage(data: photo))
        let sources = [
            NSItemProvider(item: photo as NSData, typeIdentifier: "public.jpeg"),
            NSItemProvider(item: file as NSURL, typeIdentifier: "public.jpeg"),
            try #require(NSItemProvider(contentsOf: file)),
            NSItemProvider(item: image, typeIdentifier: "public.jpeg"), NSItemProvider(object: image),
        ]
        for source in sources {
            try await distance.with(source) {
                let loaded = try await $0.loadItem(UIImage.self, forTypeIdentifier: "public.image")
                #expect(loaded.size == image.size)
                let data = try await $0.loadItem(Data.self, forTypeIdentifier: "public.image")
                #expect(data == photo)
            }
        }
        let text = NSItemProvider(item: NSString(string: "text"), typeIdentifier: "public.plain-text")
        try await distance.with(text) { provider in
            let error = await #expect(throws: (any Error).self) {
                _ = try await provider.loadItem(UIImage.self, forTypeIdentifier: "public.plain-text")
            }
            #expect((error as? NSError)?.code == NSItemProvider.ErrorCode.unavailableCoercionError.rawValue)
        }
    }

    @Test(arguments: Distance.allCases)
    func `a picture as an item is written in the form of the type that it is loaded as`(_ distance: Distance)
        async throws
    {
        let provider = NSItemProvider(item: SamplePictures.quarters, typeIdentifier: "public.jpeg")
        try await distance.with(provider) { provider in
            let data: Data? = try await withCheckedThrowingContinuation { continuation in
                provider.loadDataRepresentation(forTypeIdentifier: "public.jpeg") { data, error in
                    continuation.resume(with: Result { try data ?? { throw error ?? CancellationError() }() })
                }
            }
            #expect(data?.starts(with: [0xFF, 0xD8]) == true)
        }
    }

    @Test func `a picture larger than a message crosses`() async throws {
        let noise = SamplePictures.noise(width: 1600, height: 1200)
        let provider = NSItemProvider(item: noise, typeIdentifier: "public.image")
        try await Distance.acrossSession.with(provider) {
            let image = try await $0.loadItem(forTypeIdentifier: "public.image") as? UIImage
            #expect(image?.encoded.map { $0.count > 4 << 20 } == true)
            #expect(image?.size == noise.size)
        }
    }

    @Test(arguments: Distance.allCases) func `a preview may be a picture`(_ distance: Distance) async throws {
        let provider = NSItemProvider()
        provider.previewImageHandler = { completion, _, _ in completion?(SamplePictures.quarters, nil) }
        try await distance.with(provider) {
            let preview = try await $0.loadPreviewImage() as? UIImage
            #expect(preview?.size == CGSize(width: 4, height: 2))
        }
    }

    @Test(arguments: Distance.allCases)
    func `a damaged picture and a symbol are errors of their load`(_ distance: Distance) async throws {
        let half = try #require(UIImage(data: try SamplePictures.halfJPEG))
        let heart = try #require(UIImage(systemName: "heart"))
        #expect(NSItemProvider(object: heart).registeredTypeIdentifiers == [])
        for provider in [
            NSItemProvider(item: half, typeIdentifier: "public.png"),
            NSItemProvider(item: heart, typeIdentifier: "public.png"),
        ] {
            try await distance.with(provider) { provider in
                let error: (any Error)? = await withCheckedContinuation { continuation in
                    provider.loadDataRepresentation(forTypeIdentifier: "public.png") { _, error in
                        continuation.resume(returning: error)
                    }
                }
                #expect((error as? NSError)?.domain == NSItemProvider.errorDomain)
            }
        }
    }

    @Test func `pictures and symbols are archived`() throws {
        let image = try #require(UIImage(data: photo, scale: 2))
        for original in [image, try #require(UIImage(systemName: "star"))] {
            let archive = try NSKeyedArchiver.archivedData(withRootObject: original, requiringSecureCoding: true)
            let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: UIImage.self, from: archive))
            #expect(copy.size == original.size && copy.scale == original.scale && copy.symbol == original.symbol)
        }
    }
}
