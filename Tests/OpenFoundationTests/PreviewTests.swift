import Foundation
import OpenFoundation
import Testing

@Suite(.accounted) struct PreviewTests {
    @Test(arguments: Distance.allCases) func `a preview image is made for the size that is wanted`(_ distance: Distance)
        async throws
    {
        let provider = NSItemProvider()
        provider.previewImageHandler = { completion, _, options in
            let size = (options?[NSItemProviderPreferredImageSizeKey] as? NSValue)?.sizeValue ?? .zero
            completion?(Data("\(size.width) x \(size.height)".utf8) as NSData, nil)
        }
        provider.preferredPresentationSize = CGSize(width: 320, height: 240.5)
        try await distance.with(provider) {
            #expect($0.preferredPresentationSize == CGSize(width: 320, height: 240.5))
            let options = [NSItemProviderPreferredImageSizeKey: NSValue(size: NSSize(width: 64, height: 48))]
            let image = try await $0.loadPreviewImage(options: options)
            #expect(image as? NSData == Data("64.0 x 48.0".utf8) as NSData)
        }
    }

    @Test(arguments: Distance.allCases) func `a preview image may be a file`(_ distance: Distance) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let file = try folder.file("preview.png", Data("png".utf8))
        let provider = NSItemProvider()
        provider.previewImageHandler = { completion, _, _ in completion?(file as NSURL, nil) }
        try await distance.with(provider) {
            let url = try #require(try await $0.loadPreviewImage() as? NSURL)
            #expect(try Data(contentsOf: url as URL) == Data("png".utf8))
        }
    }

    @Test(arguments: Distance.allCases) func `no preview, none after all, and one of another class are errors`(
        _ distance: Distance
    ) async throws {
        func code(_ handler: NSItemProvider.LoadHandler?) async throws -> String {
            let provider = NSItemProvider()
            provider.previewImageHandler = handler
            return try await distance.with(provider) { provider in
                domainAndCode(await failure { _ = try await provider.loadPreviewImage() })
            }
        }
        #expect(try await code(nil) == "NSItemProviderErrorDomain -1000")
        #expect(try await code { completion, _, _ in completion?(nil, nil) } == "NSItemProviderErrorDomain -1000")
        #expect(try await code { _, _, _ in } == "NSItemProviderErrorDomain -1000")
        #expect(
            try await code { completion, _, _ in completion?(NSString(string: "x"), nil) }
                == "NSItemProviderErrorDomain -1100")
        #expect(
            try await code { completion, _, _ in completion?(nil, NSError(domain: "darkroom", code: 5)) }
                == "darkroom 5")
    }
}
