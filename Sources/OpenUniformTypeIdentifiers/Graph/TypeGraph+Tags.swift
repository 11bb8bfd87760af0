import Synchronization

extension TypeGraph {
    /// The identifiers of the declared types that have a tag, the preferred one first: the system's before exported
    /// ones before imported ones, then in the order of declaration.
    ///
    /// - Parameters:
    ///   - tag: compared without regard to ASCII case
    ///   - tagClass: the identifier of the tag's class
    ///   - parent: what the types conform to, nil for anything
    package func types(tag: String, tagClass: String, conformingTo parent: String?) -> [String] {
        let positions = tagIndex.positions(in: nodes)["\(tagClass) \(tag.lowercasedASCII)"] ?? []
        let names = positions.map { nodes[$0].identifier }
        guard let parent else { return names }
        return names.filter { identifier($0, conformsTo: parent) }
    }

    /// The tags of a type by the identifier of their class, preferred ones first; empty when it has none.
    package func tags(of identifier: String) -> [String: [String]] {
        declaration(of: identifier)?.tags ?? DynamicType(identifier.lowercasedASCII)?.tags ?? [:]
    }

    /// From tag to types, made when it is first asked: many a process never asks.
    final class TagIndex: Sendable {
        private let index = Mutex<[String: [Int]]?>(nil)

        /// The positions of the nodes that have a tag, by class and tag in lower case, preferred ones first.
        func positions(in nodes: [Node]) -> [String: [Int]] {
            index.withLock { index in
                if let index { return index }
                var made: [String: [Int]] = [:]
                for origin in [TypeDeclaration.Origin.system, .exported, .imported] {
                    for (position, node) in nodes.enumerated() where node.declaration?.origin == origin {
                        for (tagClass, tags) in node.declaration?.value.tags ?? [:] {
                            for tag in tags where tag.utf8.count <= TypeGraph.maximumLength {
                                made["\(tagClass) \(tag.lowercasedASCII)", default: []].append(position)
                            }
                        }
                    }
                }
                index = made
                return made
            }
        }
    }
}
