import SwiftSyntax

extension AttributeListSyntax {
    /// The attributes that make a member available to Objective-C.
    static let exposingNames: Set<String> = [
        "objc", "IBAction", "IBOutlet", "IBInspectable", "IBSegueAction", "GKInspectable",
    ]

    /// The names of the attributes.
    func names(in text: SourceText) -> Set<String> {
        var names: Set<String> = []
        for element in self {
            if case .attribute(let attribute) = element { names.insert(text[attribute.attributeName]) }
        }
        return names
    }

    /// The name in `@objc(name)`; `nil` if there is no such attribute.
    func objectiveCName(in text: SourceText) -> String? {
        for element in self {
            guard case .attribute(let attribute) = element, text[attribute.attributeName] == "objc",
                let arguments = attribute.arguments
            else { continue }
            let name = text[arguments].filter { !$0.isWhitespace && $0 != "`" }
            return name.isEmpty ? nil : name
        }
        return nil
    }

    /// Whether an attribute `@available(*, unavailable)` forbids the use of the declaration.
    func makesUnavailable(in text: SourceText) -> Bool {
        contains { element in
            guard case .attribute(let attribute) = element, text[attribute.attributeName] == "available",
                let arguments = attribute.arguments
            else { return false }
            return text[arguments].filter { !$0.isWhitespace }.hasPrefix("*,unavailable")
        }
    }
}
