import OpenUniformTypeIdentifiers

/// The structure of a share as rule programs use it: the elements by number, and their types.
struct ShareShape {
    /// The children of each element of each level, as a range of the elements of the level below.
    private(set) var children: [[Range<Int>]] = [[], [], [], []]
    /// The numbers of the named types to which each registered type conforms.
    private(set) var conformances: [[Int32]] = []
    /// The number of the named type that each registered type equals; `nil` if no rule names it.
    private(set) var names: [Int32?] = []
    /// Whether some item has a text.
    let hasText: Bool

    /// Numbers the elements of some items.
    ///
    /// - Parameter typeNumbers: the number of each type that rules name, by its name in lower case.
    init(_ items: [ItemTypes], types: TypeGraph, typeNumbers: [String: Int32]) {
        hasText = items.contains(where: \.hasText)
        // A large number of attachments usually has the same few types.
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

    /// The number of elements of a level.
    func count(of level: RuleLevel) -> Int { children[level.rawValue].count }
}
