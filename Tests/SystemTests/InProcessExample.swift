import ExtensionTesting
import Foundation
import OpenExtensionFoundation
import OpenExtensionKit
import Testing

final class Shout: NSObject, NSExtensionRequestHandling {
    func beginRequest(with context: NSExtensionContext) {
        let text = (context.inputItems.first as? NSExtensionItem)?.attributedContentText?.string ?? ""
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: text.uppercased())
        context.completeRequest(returningItems: [item])
    }
}

struct ShoutTests {
    @Test func `it shouts`() async throws {
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: "hello")
        let returned = try await InProcessExtension { Shout() }.send([item])
        #expect(returned.first?.attributedContentText?.string == "HELLO")
    }
}
