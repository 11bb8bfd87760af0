import Foundation
import MobileCoreServices
import OpenExtensionFoundation
import ReaderText

/// The principal class: it chooses the background colour that `Colour.js` gives the page.
final class ColourRequestHandler: NSObject, NSExtensionRequestHandling {
    func beginRequest(with context: NSExtensionContext) {
        for item in context.inputItems as? [NSExtensionItem] ?? [] {
            for provider in item.attachments ?? []
            where provider.hasItemConformingToTypeIdentifier(kUTTypePropertyList as String) {
                provider.loadItem(forTypeIdentifier: kUTTypePropertyList as String, options: nil) { item, error in
                    guard let dictionary = item as? NSDictionary else {
                        return context.cancelRequest(withError: PageError.notLoaded(error).asNSError)
                    }
                    let results = dictionary[NSExtensionJavaScriptPreprocessingResultsKey] as? [String: Any]
                    Self.complete(context, with: PageColour(results: results ?? [:]))
                }
                return
            }
        }
        context.cancelRequest(withError: PageError.noPage.asNSError)
    }

    /// Passes the colour to the `finalize` function of `Colour.js`.
    private static func complete(_ context: NSExtensionContext, with colour: PageColour) {
        let item = NSExtensionItem()
        item.attachments = [
            NSItemProvider(
                item: [NSExtensionJavaScriptFinalizeArgumentKey: ["bgColor": colour.css]] as NSDictionary,
                typeIdentifier: kUTTypePropertyList as String)
        ]
        context.completeRequest(returningItems: [item], completionHandler: nil)
    }
}
