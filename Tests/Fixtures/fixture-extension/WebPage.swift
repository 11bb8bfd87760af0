import Foundation
import OpenExtensionFoundation

extension Request {
    /// Returns a text about the page: its title, the types of its attachments, its address and the number of results. The
    /// results become the argument of the script's function `finalize`, unless they have a member `keep`.
    func answerPage() async {
        let item = context.inputItems.first as? NSExtensionItem
        let attachments = item?.attachments ?? []
        let types = attachments.map { $0.registeredTypeIdentifiers.joined(separator: "+") }
        var words = [item?.attributedContentText?.string ?? "no title"] + types
        let returned = NSExtensionItem()
        for provider in attachments {
            if provider.hasItemConformingToTypeIdentifier("com.apple.property-list") {
                let list = try? await provider.loadItem(NSDictionary.self, forTypeIdentifier: "com.apple.property-list")
                let results = list?[NSExtensionJavaScriptPreprocessingResultsKey] as? [String: Any]
                words.append("\(results?.count ?? -1) results")
                guard let results, results["keep"] == nil else { continue }
                let argument = [NSExtensionJavaScriptFinalizeArgumentKey: results] as NSDictionary
                returned.attachments = [NSItemProvider(item: argument, typeIdentifier: "com.apple.property-list")]
            } else if let url = try? await provider.loadItem(NSURL.self, forTypeIdentifier: "public.url") {
                words.append(url.absoluteString)
            }
        }
        returned.attributedContentText = NSAttributedString(string: words.joined(separator: ", "))
        context.completeRequest(returningItems: [returned])
    }
}
