import OpenUniformTypeIdentifiers

/// A share as a program sees it: elements by number, and which types they are.
struct ShareShape {
    /// For each element of each level its children, which are a stretch of the elements of the level below.
    private(set) var children: [[Range<Int>]] = [[], [], [], []]
    /// For each registered type the numbers of the named types that it conforms to.
    private(set) var conformances: [[Int32]] = []
    /// For each registered type the number of the named type that it is; `nil` when no rule names it.
    private(set) var names: [Int32?] = []
    /// Whether some item has a text.
    let hasText: Bool

    /// Numbers the elements of some items.
    ///
    /// - Parameter typeNumbers: the number of each type that rules name, by its name in lower case.
    init(_ items: [ItemTypes], types: TypeGraph, typeNumbers: [String: Int32]) {
        hasText = items.contains(where: \.hasText)
        // Many attachments are mostly of the same few types.
        var known: [String: (conformances: [Int32], name: Int32?)] = [:]
        for item in items {
            let firstAttachment = count(of: .attachments)
            for attachment in item.attachments {
                let firstType = conformances.count
                for identifier in attachment {
                    let type =
                        known[identifier]
                        ?? (
                            types.conformances(of: identifier).compactMap { typeNumbers[$0] },
                            typeNumbers[identifier.lowercasedASCII]
                        )
                    known[identifier] = type
                    conformances.append(type.0)
                    names.append(type.1)
                }
                children[RuleLevel.attachments.rawValue].append(firstType..<conformances.count)
            }
            children[RuleLevel.items.rawValue].append(firstAttachment..<count(of: .attachments))
        }
        children[RuleLevel.types.rawValue] = Array(repeating: 0..<0, count: conformances.count)
        children[RuleLevel.share.rawValue] = [0..<items.count]
    }

    /// Whether the elements of each level fit into the bits of one word.
    var fitsIntoWords: Bool { children.allSatisfy { $0.count <= UInt64.bitWidth } }

    /// How many elements a level has.
    func count(of level: RuleLevel) -> Int { children[level.rawValue].count }
}
