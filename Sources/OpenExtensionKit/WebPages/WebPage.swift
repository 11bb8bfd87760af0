public import Foundation
public import OpenFoundation
import OpenUniformTypeIdentifiers

/// A web page that a host shares, as Safari does: one item with the page's address and title, and with what an extension's
/// JavaScript has read from the page.
///
/// ```
/// let page = WebPage(url: url, title: "Tea")
/// for offer in try await host.extensions(for: page) {
///     let results = offer.usesScript ? try evaluate(offer.script()) : nil
///     let returned = try await host.send(page.items(results: results), to: offer.identity)
///     if let argument = try await WebPage.finalizeArgument(in: returned) { finalize(argument) }
/// }
/// ```
///
/// Source: https://developer.apple.com/library/archive/documentation/General/Conceptual/ExtensibilityPG/ExtensionScenarios.html
public struct WebPage: Sendable, Equatable {
    /// The address of the page.
    public var url: URL
    /// The title of the page; empty if it has no title.
    public var title: String

    /// Describes a page.
    public init(url: URL, title: String) {
        self.url = url
        self.title = title
    }

    /// Creates the items for an extension.
    ///
    /// The item's text is the title. Its attachments are the results of the script, if there are some, and the address.
    /// The results come first, because extensions look at the first attachment.
    ///
    /// - Parameter results: what the script's function `run` has passed to its completion function, made of property-list
    ///   objects; nil if no script has run.
    public func items(results: (any NSSecureCoding)? = nil) -> [NSExtensionItem] {
        let item = NSExtensionItem()
        if !title.isEmpty { item.attributedContentText = NSAttributedString(string: title) }
        var attachments: [NSItemProvider] = []
        if let results {
            let dictionary = NSDictionary(
                object: results, forKey: NSExtensionJavaScriptPreprocessingResultsKey as NSString)
            attachments.append(NSItemProvider(item: dictionary, typeIdentifier: UTType.propertyList.identifier))
        }
        attachments.append(NSItemProvider(item: url as NSURL, typeIdentifier: UTType.url.identifier))
        item.attachments = attachments
        return [item]
    }

    /// The argument for the script's function `finalize` in the items that an extension has returned.
    ///
    /// - Returns: the first dictionary under `NSExtensionJavaScriptFinalizeArgumentKey` in an attachment of the type
    ///   `com.apple.property-list`; nil if no item has one, in which case the function must not be called.
    /// - Throws: the error of a property list that cannot be loaded. One that is not a dictionary is no error.
    nonisolated(nonsending) public static func finalizeArgument(
        in items: [NSExtensionItem]
    ) async throws -> sending NSDictionary? {
        let type = UTType.propertyList.identifier
        for provider in items.flatMap({ $0.attachments ?? [] })
        where provider.hasItemConformingToTypeIdentifier(type) {
            let list: NSDictionary
            do { list = try await provider.loadItem(NSDictionary.self, forTypeIdentifier: type) } catch {
                guard isOfAnotherClass(error) else { throw error }
                continue
            }
            guard let argument = list.object(forKey: NSExtensionJavaScriptFinalizeArgumentKey as NSString) else {
                continue
            }
            if let argument = argument as? NSDictionary { return argument }
            if let argument = argument as? [String: Any] { return NSDictionary(dictionary: argument) }
        }
        return nil
    }

    /// Whether an item was loaded, but is not of the class that was asked for.
    private static func isOfAnotherClass(_ error: any Error) -> Bool {
        let error = error as NSError
        let codes: [NSItemProvider.ErrorCode] = [.unavailableCoercionError, .unexpectedValueClassError]
        return error.domain == NSItemProvider.errorDomain && codes.contains { $0.rawValue == error.code }
    }
}
