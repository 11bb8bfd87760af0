import Foundation
import OpenExtensionFoundation

/// The text of the first item, or its first attachment that is a text.
func text(from context: NSExtensionContext) async throws -> String? {
    let items = context.inputItems.compactMap { $0 as? NSExtensionItem }
    if let text = items.first?.attributedContentText?.string { return text }
    for attachment in items.flatMap({ $0.attachments ?? [] })
    where attachment.hasItemConformingToTypeIdentifier("public.text") {
        return try await attachment.loadItem(String.self, forTypeIdentifier: "public.text")
    }
    return nil
}

/// The bytes of the first attachment that is an image.
func photograph(from context: NSExtensionContext) async throws -> Data? {
    let items = context.inputItems.compactMap { $0 as? NSExtensionItem }
    let attachments = items.flatMap { $0.attachments ?? [] }
    guard let attachment = attachments.first(where: { $0.hasItemConformingToTypeIdentifier("public.image") })
    else { return nil }
    return try await attachment.loadItem(Data.self, forTypeIdentifier: "public.image")
}

/// The first link among the attachments.
func link(from context: NSExtensionContext) async throws -> URL? {
    let items = context.inputItems.compactMap { $0 as? NSExtensionItem }
    for attachment in items.flatMap({ $0.attachments ?? [] })
    where attachment.hasItemConformingToTypeIdentifier("public.url") {
        return try await attachment.loadItem(URL.self, forTypeIdentifier: "public.url")
    }
    return nil
}

/// Completes the request with a file, which the host loads while it holds the returned item.
func complete(_ context: NSExtensionContext, with data: Data, named name: String) {
    let provider = NSItemProvider()
    provider.suggestedName = name
    provider.registerDataRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { completion in
        completion(data, nil)
        return nil
    }
    let item = NSExtensionItem()
    item.attachments = [provider]
    context.completeRequest(returningItems: [item])
}

final class RequestHandler: NSObject, NSExtensionRequestHandling {
    func beginRequest(with context: NSExtensionContext) {
        Task { await RequestHandler.handle(context) }
    }

    private static func handle(_ context: NSExtensionContext) async {
        context.completeRequest(returningItems: [])
    }
}
