import AppexPages
import AppexProtocol
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers

/// What an extension has returned, as the panel reads it.
struct ReturnedContent: Encodable, Sendable {
    /// A picture to download.
    struct Picture: Encodable, Sendable {
        let name: String
        /// The media type.
        let type: String
        let data: Data
    }

    /// The texts of items and attachments.
    private(set) var texts: [String] = []
    /// Attachments of HTML.
    private(set) var html: [String] = []
    private(set) var pictures: [Picture] = []
    /// The argument for the script's function `finalize`; nil if the extension has returned none.
    private(set) var finalize: String?

    /// Creates an empty content.
    init() {}

    /// Loads returned items.
    ///
    /// - Throws: ``PageFailure`` if the argument for `finalize` cannot be passed to a script; the error of an attachment that
    ///   cannot be loaded.
    nonisolated(nonsending) init(loading items: [NSExtensionItem]) async throws {
        if let argument = await WebPage.finalizeArgument(in: items) {
            guard let value = ItemValue(argument), let text = PageValue(value).text,
                text.utf8.count <= PageValue.maximumBytes
            else {
                throw PageFailure("What the extension has returned for the page cannot be passed to its script.")
            }
            finalize = text
        }
        texts = items.compactMap { $0.attributedContentText?.string }.filter { !$0.isEmpty }
        for provider in items.flatMap({ $0.attachments ?? [] }).prefix(BrowserLimits.returnedItems) {
            try await take(provider)
        }
    }

    nonisolated(nonsending) private mutating func take(_ provider: NSItemProvider) async throws {
        func has(_ type: UTType) -> Bool { provider.hasItemConformingToTypeIdentifier(type.identifier) }
        if has(.image) {
            let bytes = try await Self.load(provider, .image, upTo: BrowserLimits.pictureBytes + 1)
            let total = pictures.reduce(bytes.count) { $0 + $1.data.count }
            guard bytes.count <= BrowserLimits.pictureBytes, total <= BrowserLimits.returnedPictureBytes,
                let kind = PictureKind(bytes)
            else {
                throw PageFailure("A returned picture is larger than 16 MB, or of a kind that browsers do not show.")
            }
            let stem = (provider.suggestedName ?? "Picture").split(separator: "/").last.map(String.init) ?? "Picture"
            let name = stem.lowercased().hasSuffix(".\(kind.rawValue)") ? stem : "\(stem).\(kind.rawValue)"
            pictures.append(Picture(name: name, type: kind.mediaType, data: bytes))
        } else if has(.html) {
            html.append(
                String(decoding: try await Self.load(provider, .html, upTo: BrowserLimits.textBytes), as: UTF8.self))
        } else if has(.plainText) {
            texts.append(
                String(
                    decoding: try await Self.load(provider, .plainText, upTo: BrowserLimits.textBytes), as: UTF8.self)
            )
        }
    }

    nonisolated(nonsending) private static func load(
        _ provider: NSItemProvider, _ type: UTType, upTo limit: Int
    ) async throws -> Data {
        try await provider.withFileRepresentation(forTypeIdentifier: type.identifier) {
            try FileHandle(forReadingFrom: $0).read(upToCount: limit) ?? Data()
        }
    }
}
