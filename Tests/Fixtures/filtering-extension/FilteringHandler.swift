public import Foundation

/// An extension as it is written for Apple's systems: it imports only Foundation and has the names of predicate classes in
/// types. That it compiles shows that the generated entry point exports the types of extensions, and makes these names the
/// working classes.
public final class FilteringHandler: NSObject, NSExtensionRequestHandling {
    private let wanted: NSComparisonPredicate = .init(
        leftExpression: NSExpression(forKeyPath: "attributedTitle.string"),
        rightExpression: NSExpression(forConstantValue: "draft"), modifier: .direct, type: .contains)

    public func beginRequest(with context: NSExtensionContext) {
        let items = (context.inputItems as NSArray).filtered(using: wanted)
        context.completeRequest(returningItems: items.compactMap { $0 as? NSExtensionItem })
    }

    /// What the extension looks at.
    public func keys(of predicate: NSPredicate) -> [NSExpression] {
        guard let comparison = predicate as? NSComparisonPredicate else { return [] }
        return [comparison.leftExpression, comparison.rightExpression]
    }
}
