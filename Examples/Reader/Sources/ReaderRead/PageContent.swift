import Foundation
import MobileCoreServices
import OpenExtensionFoundation
import ReaderText

/// What a request asks to read.
enum PageContent: Sendable {
    /// The article of a page.
    case article(Article)
    /// An address without its page, with the title if the request has one.
    case address(Article)
    /// Nothing that can be read, and the reason.
    case nothing(PageError)

    /// Finds the page among the items of a request, or else an address.
    ///
    /// - Parameter completion: called once, on any thread.
    static func load(from items: [NSExtensionItem], completion: @escaping @Sendable (PageContent) -> Void) {
        for item in items {
            for provider in item.attachments ?? []
            where provider.hasItemConformingToTypeIdentifier(kUTTypePropertyList as String) {
                provider.loadItem(forTypeIdentifier: kUTTypePropertyList as String, options: nil) { item, error in
                    guard let dictionary = item as? NSDictionary else {
                        return completion(.nothing(.notLoaded(error)))
                    }
                    let results = dictionary[NSExtensionJavaScriptPreprocessingResultsKey] as? [String: Any]
                    completion(.article(Article(results: results ?? [:])))
                }
                return
            }
        }
        loadAddress(from: items, completion: completion)
    }

    private static func loadAddress(
        from items: [NSExtensionItem], completion: @escaping @Sendable (PageContent) -> Void
    ) {
        for item in items {
            let title = (item.attributedTitle ?? item.attributedContentText)?.string
            for provider in item.attachments ?? []
            where provider.hasItemConformingToTypeIdentifier(kUTTypeURL as String) {
                _ = provider.loadObject(ofClass: URL.self) { url, error in
                    guard let url else { return completion(.nothing(.notLoaded(error))) }
                    let article = Article(results: ["title": title ?? "", "URL": url.absoluteString])
                    completion(article.address == nil ? .nothing(.noPage) : .address(article))
                }
                return
            }
        }
        completion(.nothing(.noPage))
    }
}
