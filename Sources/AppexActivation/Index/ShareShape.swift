import OpenUniformTypeIdentifiers

/// A share as a program sees it: elements by number, and which types they are.
struct ShareShape {
    /// How many elements each level has.
    private(set) var elements = [0, 0, 0, 1]
    /// For each element of a level its children, as numbers of elements of the level below.
    private(set) var children: [[Range<Int>]] = [[], [], [], []]
    /// For each registered type the numbers of the named types that it conforms to.
    private(set) var conformances: [[Int32]] = []
    /// For each registered type the number of the named type that it is.
    private(set) var names: [Int32?] = []
    /// Whether some item has a text.
    let hasText: Bool

    /// Numbers the elements of some items.
    ///
    /// - Parameter typeNumbers: the number of each type that rules name, by its name in lower case.
    init(_ items: [ItemTypes], types: TypeGraph, typeNumbers: [String: Int32]) {
        hasText = items.contains(where: \.hasText)
        for item in items {
            let firstAttachment = elements[RuleLevel.attachments.rawValue]
            for attachment in item.attachments {
                let firstType = conformances.count
                for identifier in attachment {
                    conformances.append(types.conformances(of: identifier).compactMap { typeNumbers[$0] })
                    names.append(typeNumbers[identifier.lowercasedASCII])
                }
                add(.attachments, children: firstType..<conformances.count)
            }
            add(.items, children: firstAttachment..<elements[RuleLevel.attachments.rawValue])
        }
        elements[RuleLevel.types.rawValue] = conformances.count
        children[RuleLevel.types.rawValue] = Array(repeating: 0..<0, count: conformances.count)
        children[RuleLevel.share.rawValue] = [0..<items.count]
    }

    private mutating func add(_ level: RuleLevel, children range: Range<Int>) {
        children[level.rawValue].append(range)
        elements[level.rawValue] += 1
    }
}
