import Foundation
import MobileCoreServices
import OpenExtensionFoundation
import ReaderText

/// The principal class: it chooses the word that `Highlight.js` marks in the page.
final class HighlightRequestHandler: NSObject, NSExtensionRequestHandling {
    func beginRequest(with context: NSExtensionContext) {
        for item in context.inputItems as? [NSExtensionItem] ?? [] {
            for provider in item.attachments ?? []
            where provider.hasItemConformingToTypeIdentifier(kUTTypePropertyList as String) {
                provider.loadItem(forTypeIdentifier: kUTTypePropertyList as String, options: nil) { item, error in
                    guard let dictionary = item as? NSDictionary else {
                        return context.cancelRequest(withError: PageError.notLoaded(error).asNSError)
                    }
                    let results = dictionary[NSExtensionJavaScriptPreprocessingResultsKey] as? [String: Any]
                    guard let choice = WordChoice(results: results ?? [:]) else {
                        return context.cancelRequest(withError: PageError.noWord.asNSError)
                    }
                    Self.complete(context, with: choice)
                }
                return
            }
        }
        context.cancelRequest(withError: PageError.noPage.asNSError)
    }

    /// Passes the word to the `finalize` function of `Highlight.js`.
    private static func complete(_ context: NSExtensionContext, with choice: WordChoice) {
        let argument: [String: Any] = ["word": choice.word, "count": choice.count]
        let item = NSExtensionItem()
        item.attachments = [
            NSItemProvider(
                item: [NSExtensionJavaScriptFinalizeArgumentKey: argument] as NSDictionary,
                typeIdentifier: kUTTypePropertyList as String)
        ]
        context.completeRequest(returningItems: [item], completionHandler: nil)
    }
}
