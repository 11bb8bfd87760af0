import MobileCoreServices
import UIKit

// Takes what PageNotes.js has found in the page, and gives it a colour.
class PageNotesHandler: NSObject, NSExtensionRequestHandling {

    var extensionContext: NSExtensionContext?

    func beginRequest(with context: NSExtensionContext) {
        // Do not call super in an extension that has no view.
        self.extensionContext = context
        var found = false
        outer:
            for item in context.inputItems as! [NSExtensionItem] {  // Xcode's template casts so.
                if let attachments = item.attachments {
                    for itemProvider in attachments {
                        if itemProvider.hasItemConformingToTypeIdentifier(String(kUTTypePropertyList)) {
                            itemProvider.loadItem(forTypeIdentifier: String(kUTTypePropertyList), options: nil, completionHandler: { (item, error) in
                                let dictionary = item as! [String: Any]  // Xcode's template casts so.
                                OperationQueue.main.addOperation {
                                    self.itemLoadCompletedWithPreprocessingResults(dictionary[NSExtensionJavaScriptPreprocessingResultsKey] as! [String: Any]? ?? [:])  // Xcode's template casts so.
                                }
                            })
                            found = true
                            break outer
                        }
                    }
                }
        }
        if !found {
            self.doneWithResults(["newBackgroundColor": "none"])
        }
    }

    func itemLoadCompletedWithPreprocessingResults(_ javaScriptPreprocessingResults: [String: Any]) {
        let bgColor: Any? = javaScriptPreprocessingResults["currentBackgroundColor"]
        if bgColor == nil || bgColor! as! String == "" {  // Xcode's template casts so.
            self.doneWithResults(["newBackgroundColor": "red"])
        } else {
            self.doneWithResults(["newBackgroundColor": "green"])
        }
    }

    func doneWithResults(_ resultsForJavaScriptFinalizeArg: [String: Any]?) {
        if let resultsForJavaScriptFinalize = resultsForJavaScriptFinalizeArg {
            let resultsDictionary = [NSExtensionJavaScriptFinalizeArgumentKey: resultsForJavaScriptFinalize]
            let resultsProvider = NSItemProvider(item: resultsDictionary as NSDictionary, typeIdentifier: String(kUTTypePropertyList))
            let resultsItem = NSExtensionItem()
            resultsItem.attachments = [resultsProvider]
            resultsItem.attributedContentText = NSAttributedString(string: "The colour is \(resultsForJavaScriptFinalize["newBackgroundColor"]!)")
            self.extensionContext!.completeRequest(returningItems: [resultsItem], completionHandler: nil)
        } else {
            self.extensionContext!.completeRequest(returningItems: [], completionHandler: nil)
        }
        self.extensionContext = nil
    }
}
