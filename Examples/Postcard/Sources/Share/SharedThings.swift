import Foundation
import OpenExtensionFoundation

/// What a host shares, brought here.
@MainActor struct SharedThings {
    private(set) var links: [URL] = []
    /// Copies of the pictures, each in a temporary folder of its own, until ``discard()``.
    private(set) var pictures: [URL] = []
    /// Texts that are attached, beside what stands in the compose sheet.
    private(set) var texts: [String] = []

    /// Loads everything that a postcard can hold.
    init(_ items: [NSExtensionItem]) async throws {
        do {
            for provider in items.flatMap({ $0.attachments ?? [] }) { try await load(provider) }
        } catch {
            discard()
            throw error
        }
    }

    /// Removes what has not been moved elsewhere of the copies, and their folders.
    func discard() {
        for picture in pictures { try? FileManager.default.removeItem(at: picture.deletingLastPathComponent()) }
    }

    private mutating func load(_ provider: NSItemProvider) async throws {
        if provider.hasItemConformingToTypeIdentifier("public.image") {
            pictures.append(try await provider.copyFile(ofType: "public.image"))
        } else if provider.hasItemConformingToTypeIdentifier("public.url") {
            links.append(try await Self.value { provider.loadObject(ofClass: URL.self, completionHandler: $0) })
        } else if provider.hasItemConformingToTypeIdentifier("public.plain-text") {
            texts.append(try await Self.value { provider.loadObject(ofClass: String.self, completionHandler: $0) })
        }
    }

    /// What a load gives to its completion handler.
    private static func value<Value: Sendable>(
        _ load: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Progress
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            _ = load { value, error in
                continuation.resume(with: value.map { .success($0) } ?? .failure(error ?? CocoaError(.fileReadUnknown)))
            }
        }
    }
}

extension NSItemProvider {
    /// Copies the item's file to a temporary folder of its own, as its own is only there for a moment.
    func copyFile(ofType type: String) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            _ = loadFileRepresentation(forTypeIdentifier: type) { file, error in
                continuation.resume(
                    with: Result {
                        guard let file else { throw error ?? CocoaError(.fileReadUnknown) }
                        let folder = try FileManager.default.url(
                            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: file, create: true)
                        let copy = folder.appending(path: file.lastPathComponent)
                        do {
                            try FileManager.default.copyItem(at: file, to: copy)
                        } catch {
                            try? FileManager.default.removeItem(at: folder)
                            throw error
                        }
                        return copy
                    })
            }
        }
    }
}
