/// All declared types and which conforms to which: the system's and those of a device's apps.
///
/// A value that never changes; ``adding(exported:imported:)`` makes a new one. What apps declare is hostile: where
/// parents lead round in a circle the link that closes it is left out, so that conformance stays a partial order, and
/// a type has at most ``maximumPaths`` ways up, so that every question has a short answer.
package struct TypeGraph: Sendable {
    /// The most ways that lead up from one type, each step counted; a link beyond that is left out. The system's types
    /// have a few dozen.
    package static let maximumPaths = 1_024

    /// The longest identifier or tag that counts, in bytes. A declaration with a longer identifier is left out.
    package static let maximumLength = 1_024

    /// The system's types alone.
    package static let system = TypeGraph(declarations: TypeList.entries(of: SystemTypes.table, origin: .system))

    /// A type that is declared, or that a declared type names as its parent.
    struct Node {
        /// In lower case.
        let identifier: String
        /// Nil when only named by others.
        var declaration: (origin: TypeDeclaration.Origin, value: TypeDeclaration)?
        /// Positions in `nodes` of what it conforms to, without those that would close a circle.
        var parents: [Int] = []
    }

    private(set) var nodes: [Node] = []
    private(set) var positions: [String: Int] = [:]
    private(set) var tagIndex = TagIndex()

    private init(declarations: [TypeList.Entry]) {
        nodes.reserveCapacity(declarations.count)
        positions.reserveCapacity(declarations.count)
        add(declarations)
    }
}

// MARK: - Building

extension TypeGraph {
    /// This graph with more declarations. The system's beat exported ones, and those imported ones; among equals the
    /// one added first counts.
    package func adding(exported: [TypeDeclaration], imported: [TypeDeclaration]) -> TypeGraph {
        var graph = self
        graph.add(exported.map { (.exported, $0) } + imported.map { (.imported, $0) })
        return graph
    }

    private mutating func add(_ declarations: [TypeList.Entry]) {
        tagIndex = TagIndex()
        for (origin, declaration) in declarations where declaration.identifier.utf8.count <= Self.maximumLength {
            let position = position(adding: declaration.identifier)
            if let present = nodes[position].declaration, present.origin >= origin { continue }
            nodes[position].declaration = (origin, declaration)
        }
        // All links are made anew: a declaration that was replaced may have closed a circle.
        for position in nodes.indices {
            guard let declaration = nodes[position].declaration?.value else { continue }
            nodes[position].parents.removeAll()
            for parent in declaration.parents where parent.utf8.count <= Self.maximumLength {
                nodes[position].parents.append(self.position(adding: parent))
            }
        }
        removeExcessLinks()
    }

    /// The position of the node of a type, which is made if there is none.
    private mutating func position(adding identifier: String) -> Int {
        let name = identifier.lowercasedASCII
        if let position = positions[name] { return position }
        nodes.append(Node(identifier: name))
        positions[name] = nodes.count - 1
        return nodes.count - 1
    }

    /// Leaves out every link that closes a circle or leads to too many ways up: one walk, parents before children,
    /// with a stack of its own because a chain of declarations can be as long as somebody likes.
    private mutating func removeExcessLinks() {
        /// The ways up from a node, the node itself counted; nil before it is known.
        var paths = [Int?](repeating: nil, count: nodes.count)
        var isOpen = [Bool](repeating: false, count: nodes.count)
        for start in nodes.indices where paths[start] == nil {
            var stack = [start]
            while let position = stack.last {
                if paths[position] != nil {
                    stack.removeLast()
                    continue
                }
                if !isOpen[position] {
                    isOpen[position] = true
                    let circular = nodes[position].parents.contains { isOpen[$0] && paths[$0] == nil }
                    if circular { nodes[position].parents.removeAll { isOpen[$0] && paths[$0] == nil } }
                    let unknown = nodes[position].parents.filter { paths[$0] == nil }
                    stack.append(contentsOf: unknown.reversed())
                    if !unknown.isEmpty { continue }
                }
                var total = 1
                var kept: [Int] = []
                for parent in nodes[position].parents {
                    guard let ways = paths[parent], total + ways <= Self.maximumPaths else { continue }
                    total += ways
                    kept.append(parent)
                }
                if kept.count != nodes[position].parents.count { nodes[position].parents = kept }
                paths[position] = total
                stack.removeLast()
            }
        }
    }
}
