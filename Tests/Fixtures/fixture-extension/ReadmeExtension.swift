import OpenExtensionFoundation

final class Shout: NSObject, NSExtensionRequestHandling {
    func beginRequest(with context: NSExtensionContext) {
        let text = (context.inputItems.first as? NSExtensionItem)?.attributedContentText?.string ?? ""
        let item = NSExtensionItem()
        item.attributedContentText = NSAttributedString(string: text.uppercased())
        context.completeRequest(returningItems: [item])
    }
}
