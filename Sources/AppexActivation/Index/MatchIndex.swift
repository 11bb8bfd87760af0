package import OpenUniformTypeIdentifiers

/// Many activation rules, asked all at once which of them activate for some items.
package struct MatchIndex: Sendable {
    /// The types by which attachments are judged. May be replaced when apps that declare types come or go.
    package var types: TypeGraph
    private let rules: [ActivationRule]

    /// Compiles rules; a rule's position is the handle by which answers name it.
    package init(rules: [ActivationRule], types: TypeGraph) {
        self.rules = rules
        self.types = types
    }

    /// The positions of the rules that activate for `items`, ascending.
    package func matches(_ items: [ItemTypes]) -> [Int] {
        rules.indices.filter { rules[$0].activates(for: items, types: types) }
    }
}
