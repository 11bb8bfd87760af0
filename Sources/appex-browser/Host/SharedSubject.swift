import AppexPages
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers

/// The content of a web page that a person shares with an extension. All of it comes from the page.
enum SharedSubject: Decodable, Sendable {
    /// The page itself.
    case page(WebPage)
    /// The selected part of a page, as text and as HTML.
    case selection(text: String, html: String?)
    /// A link in a page, with its text.
    case link(URL, text: String)
    /// A picture in a page.
    case picture(SharedPicture)

    private enum Key: String, CodingKey { case page, selection, link, picture, url, title, text, html }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        if let picture = try values.decodeIfPresent(SharedPicture.self, forKey: .picture) {
            self = .picture(picture)
        } else if values.contains(.link) {
            let link = try values.nestedContainer(keyedBy: Key.self, forKey: .link)
            let text = try Self.text(.text, of: link, limit: BrowserLimits.titleBytes)
            self = .link(try Self.url(of: link), text: text)
        } else if values.contains(.selection) {
            let selection = try values.nestedContainer(keyedBy: Key.self, forKey: .selection)
            let html = try Self.text(.html, of: selection, limit: BrowserLimits.textBytes)
            let text = try Self.text(.text, of: selection, limit: BrowserLimits.textBytes)
            self = .selection(text: text, html: html.isEmpty ? nil : html)
        } else {
            self = .page(try Self.page(of: try values.nestedContainer(keyedBy: Key.self, forKey: .page)))
        }
    }

    private static func page(of values: KeyedDecodingContainer<Key>) throws -> WebPage {
        let title = try text(.title, of: values, limit: BrowserLimits.titleBytes)
        return WebPage(url: try url(of: values), title: title)
    }

    private static func url(of values: KeyedDecodingContainer<Key>) throws -> URL {
        let text = try values.decode(String.self, forKey: .url)
        guard text.utf8.count <= BrowserLimits.addressBytes, let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), !localSchemes.contains(scheme)
        else {
            throw PageFailure("The address of this page or link means nothing outside of the browser, or is too long.")
        }
        return url
    }

    /// Schemes of addresses that mean something only in the browser or on this machine.
    private static let localSchemes: Set<String> = [
        "about", "blob", "chrome", "chrome-extension", "data", "devtools", "file", "filesystem", "javascript",
        "moz-extension", "resource", "view-source",
    ]

    private static func text(
        _ key: Key, of values: KeyedDecodingContainer<Key>, limit: Int
    ) throws -> String {
        let text = try values.decodeIfPresent(String.self, forKey: key) ?? ""
        guard text.utf8.count <= limit else { throw PageFailure("This is too much text. Select a part of it.") }
        return text
    }

    /// Creates the items for an extension.
    ///
    /// - Parameter results: what the extension's script has answered; nil if it has not run.
    /// - Throws: ``PageFailure`` if the picture is not one.
    func items(results: (any NSSecureCoding)? = nil) throws(PageFailure) -> [NSExtensionItem] {
        switch self {
        case .page(let page): return page.items(results: results)
        case .link(let url, let text):
            return WebPage(url: url, title: text).items()
        case .selection(let text, let html):
            let item = NSExtensionItem()
            item.attributedContentText = NSAttributedString(string: text)
            let provider = NSItemProvider(item: text as NSString, typeIdentifier: UTType.plainText.identifier)
            if let html {
                provider.registerDataRepresentation(
                    forTypeIdentifier: UTType.html.identifier, visibility: .all
                ) { deliver in
                    deliver(Data(html.utf8), nil)
                    return nil
                }
            }
            item.attachments = [provider]
            return [item]
        case .picture(let picture):
            let item = NSExtensionItem()
            item.attachments = [try picture.provider()]
            return [item]
        }
    }

    /// The items that decide which extensions are offered.
    ///
    /// - Throws: ``PageFailure`` if the type of the picture is not known.
    func matchedItems() throws(PageFailure) -> [NSExtensionItem] {
        switch self {
        case .page(let page): ExtensionHost.items(sharing: [page.url])
        case .picture(let picture): [try picture.describedItem()]
        case .link(let url, _): ExtensionHost.items(sharing: [url])
        case .selection: try items()
        }
    }
}
