import MobileCoreServices
import UIKit

/// The handler of an action without a view as Xcode's template has it.
class ActionRequestHandler: NSObject, NSExtensionRequestHandling {
    var extensionContext: NSExtensionContext?

    func beginRequest(with context: NSExtensionContext) {
        // Do not call super in an Action extension with no user interface
        self.extensionContext = context
        guard let provider = provider(in: context.inputItems) else { return self.doneWithResults(nil) }
        provider.loadItem(
            forTypeIdentifier: String(kUTTypePropertyList), options: nil,
            completionHandler: { (item, error) in
                let dictionary = item as? [String: Any]
                OperationQueue.main.addOperation {
                    self.itemLoadCompletedWithPreprocessingResults(
                        dictionary?[NSExtensionJavaScriptPreprocessingResultsKey] as? [String: Any] ?? [:])
                }
            })
    }

    func provider(in items: [Any]) -> NSItemProvider? {
        for item in items as? [NSExtensionItem] ?? [] {
            for itemProvider in item.attachments ?? []
            where itemProvider.hasItemConformingToTypeIdentifier(String(kUTTypePropertyList)) {
                return itemProvider
            }
        }
        return nil
    }

    func itemLoadCompletedWithPreprocessingResults(_ javaScriptPreprocessingResults: [String: Any]) {
        let color = javaScriptPreprocessingResults["currentBackgroundColor"] as? String
        let isLight = color == nil || color == "" || color == "white"
        self.doneWithResults(["newBackgroundColor": isLight ? "red" : "white"])
    }

    func doneWithResults(_ resultsForJavaScriptFinalizeArg: [String: Any]?) {
        if let resultsForJavaScriptFinalize = resultsForJavaScriptFinalizeArg {
            let resultsDictionary = [NSExtensionJavaScriptFinalizeArgumentKey: resultsForJavaScriptFinalize]
            let resultsProvider = NSItemProvider(
                item: resultsDictionary as NSDictionary, typeIdentifier: String(kUTTypePropertyList))
            let resultsItem = NSExtensionItem()
            resultsItem.attachments = [resultsProvider]
            self.extensionContext?.completeRequest(returningItems: [resultsItem], completionHandler: nil)
        } else {
            self.extensionContext?.completeRequest(returningItems: [], completionHandler: nil)
        }
        self.extensionContext = nil
    }
}

extension ActionRequestHandler {
    /// Items as a browser hands them over.
    static var page: [Any] {
        let results: [String: Any] = ["currentBackgroundColor": "white"]
        let item = NSExtensionItem()
        item.attachments = [
            NSItemProvider(
                item: [NSExtensionJavaScriptPreprocessingResultsKey: results] as NSDictionary,
                typeIdentifier: kUTTypePropertyList as String)
        ]
        return [item]
    }
}
