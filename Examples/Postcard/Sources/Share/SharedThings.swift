import Foundation
import OpenExtensionFoundation

/// What a host shares, brought here.
@MainActor struct SharedThings {
    private(set) var links: [URL] = []
    /// Copies of the pictures, in a temporary folder.
    private(set) var pictures: [URL] = []
    /// Texts that are attached, beside what stands in the compose sheet.
    private(set) var texts: [String] = []

    /// Loads everything that a postcard can hold.
    init(_ items: [NSExtensionItem]) async throws {
        for provider in items.flatMap({ $0.attachments ?? [] }) {
            if provider.hasItemConformingToTypeIdentifier("public.image") {
                pictures.append(try await provider.copyFile(ofType: "public.image"))
            } else if provider.hasItemConformingToTypeIdentifier("public.url") {
                if let url = try await provider.loadItem(forTypeIdentifier: "public.url") as? URL { links.append(url) }
            } else if provider.hasItemConformingToTypeIdentifier("public.plain-text") {
                let text = try await provider.loadItem(forTypeIdentifier: "public.plain-text")
                if let text = text as? String { texts.append(text) }
            }
        }
    }
}

extension NSItemProvider {
    /// Copies the item's file to a temporary folder, as its own is only there for a moment.
    func copyFile(ofType type: String) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            _ = loadFileRepresentation(forTypeIdentifier: type) { file, error in
                continuation.resume(
                    with: Result {
                        guard let file else { throw error ?? CocoaError(.fileReadUnknown) }
                        let folder = try FileManager.default.url(
                            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: file, create: true)
                        let copy = folder.appending(path: file.lastPathComponent)
                        try FileManager.default.copyItem(at: file, to: copy)
                        return copy
                    })
            }
        }
    }
}
