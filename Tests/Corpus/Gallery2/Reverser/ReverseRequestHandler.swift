import Foundation
import MobileCoreServices

@objc(ReverseRequestHandler)
class ReverseRequestHandler: NSObject, NSExtensionRequestHandling {

    var extensionContext: NSExtensionContext?

    func beginRequest(with context: NSExtensionContext) {
        self.extensionContext = context
        for item in context.inputItems as! [NSExtensionItem] {  // Xcode's template casts so.
            for provider in item.attachments ?? [] {
                if provider.hasItemConformingToTypeIdentifier(String(kUTTypePlainText)) {
                    provider.loadItem(forTypeIdentifier: String(kUTTypePlainText), options: nil) { item, error in
                        OperationQueue.main.addOperation {
                            self.itemLoadCompleted(item as? String ?? "")
                        }
                    }
                    return
                }
            }
        }
        doneWithResults(nil)
    }

    func itemLoadCompleted(_ text: String) {
        doneWithResults(["reversed": String(text.reversed())])
    }

    func doneWithResults(_ results: [String: String]?) {
        guard let results = results else {
            extensionContext!.completeRequest(returningItems: [], completionHandler: nil)
            self.extensionContext = nil
            return
        }
        // What a page's script would be given is returned as a property list.
        let dictionary: NSDictionary = [NSExtensionJavaScriptFinalizeArgumentKey: results]
        let provider = NSItemProvider(item: dictionary, typeIdentifier: String(kUTTypePropertyList))
        let item = NSExtensionItem()
        item.attachments = [provider]
        item.attributedContentText = NSAttributedString(string: results["reversed"]!)
        extensionContext!.completeRequest(returningItems: [item], completionHandler: nil)
        self.extensionContext = nil
    }
}
