import Foundation
import OpenExtensionKit

/// One request with small values, a small attachment, a text, a file and data that travel in shared memory. The
/// extension loads all of them and returns them, and the host loads what is returned.
struct SoakRequest {
    private let number: Int
    private let file: URL

    init(_ number: Int, _ device: SoakDevice) {
        self.number = number
        file = device.file
    }

    private static let small = Data(repeating: 1, count: 64)
    private static let large = Data(repeating: 2, count: 256 * 1024)
    private static let text = "a short text"

    func send(to identity: AppExtensionIdentity, _ host: ExtensionHost) async throws {
        let items = try await host.send([item], to: identity)
        guard let returned = items.first, let attachments = returned.attachments, attachments.count == 4,
            returned.userInfo?["number"] as? Int == number
        else { throw SoakError("request \(number) came back as \(items)") }
        let expected = [Self.small, Data(Self.text.utf8), SoakDevice.fileContent, Self.large]
        for (provider, content) in zip(attachments, expected) {
            guard let type = provider.registeredTypeIdentifiers.first, try await data(provider, type) == content else {
                throw SoakError("an attachment of request \(number) has changed on its way")
            }
        }
        try await loadFile(attachments[2])
    }

    // Without an attributed text: each of those leaks 192 bytes and its attributes in Foundation on Linux, however it is
    // made (swift-corelibs-foundation, pull request 5256).
    private var item: NSExtensionItem {
        let item = NSExtensionItem()
        item.userInfo = ["FixtureBehaviour": "echo", "number": number, "values": ["a", "b"], "date": Date()]
        item.attachments = [
            NSItemProvider(item: Self.small as NSData, typeIdentifier: "public.data"),
            NSItemProvider(item: Self.text as NSString, typeIdentifier: "public.utf8-plain-text"),
            NSItemProvider(contentsOf: file, contentType: nil),
            NSItemProvider(item: Self.large as NSData, typeIdentifier: "public.data"),
        ]
        return item
    }

    private func data(_ provider: NSItemProvider, _ type: String) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            provider.loadDataRepresentation(forTypeIdentifier: type) { data, error in
                continuation.resume(with: data.map { .success($0) } ?? .failure(error ?? SoakError("no data came")))
            }
        }
    }

    /// Loads an attachment into a temporary file, which is gone afterwards.
    private func loadFile(_ provider: NSItemProvider) async throws {
        let type = provider.registeredTypeIdentifiers.first ?? ""
        let content: Data = try await withCheckedThrowingContinuation { continuation in
            provider.loadFileRepresentation(forTypeIdentifier: type) { url, error in
                continuation.resume(
                    with: Result {
                        guard let url else { throw error ?? SoakError("no file came") }
                        return try Data(contentsOf: url)
                    })
            }
        }
        guard content == SoakDevice.fileContent else { throw SoakError("a file has changed on its way") }
    }
}
