/// The declared types and their conformances.
///
/// It is an immutable value; ``adding(exported:imported:)`` returns a new one. It keeps the text of its ``TypeList``:
/// names and conformances are parsed at once, everything else on demand.
///
/// Declarations of apps are not trusted. A conformance that would close a cycle is left out, so that conformance stays
/// a partial order, and a type has at most ``maximumPaths`` paths to its supertypes, so that every query is fast.
package struct TypeGraph: Sendable {
    /// The largest number of paths from one type to its supertypes, each step counted; conformances beyond it are left
    /// out. System types have a few dozen.
    package static let maximumPaths = 1_024

    /// The largest number of bytes of an identifier or tag; longer ones are ignored.
    package static let maximumLength = 1_024

    /// The system's types only.
    package static let system = TypeGraph(system: SystemTypes.table)

    /// A type that is declared, or that a declared type names as its supertype.
    struct Node {
        /// The start of its declaration in the text and its origin; nil if it is only named as a supertype.
        var line: (start: Int, origin: TypeDeclaration.Origin)?
        /// The range in `links` of the numbers of its supertypes, without those that would close a cycle.
        var parents = 0..<0
    }

    private(set) var text: [UInt8]
    private(set) var names: TypeNames
    /// The types, indexed by the number of their name.
    private(set) var nodes: [Node] = []
    private(set) var links: [Int] = []
    private(set) var tagIndex = TagIndex()

    private init(system table: String) {
        text = Array(table.utf8)
        // A line has about eighty bytes.
        names = TypeNames(capacity: text.count / 64)
        nodes.reserveCapacity(text.count / 64)
        links.reserveCapacity(text.count / 64)
        addLines(from: 0) { _ in .system }
    }
}

// MARK: - Building

extension TypeGraph {
    /// This graph with more declarations. System declarations take precedence over exported ones and those over
    /// imported ones; among equals the first one wins. Declarations with a malformed identifier are left out.
    package func adding(exported: [TypeDeclaration], imported: [TypeDeclaration]) -> TypeGraph {
        adding(list: TypeList.text(exported: exported, imported: imported))
    }

    /// This graph with the declarations of a ``TypeList``; those without an origin count as imported.
    package func adding(list: String) -> TypeGraph {
        var graph = self
        graph.tagIndex = TagIndex()
        graph.text.append(UInt8(ascii: "\n"))
        let start = graph.text.count
        graph.text += Array(list.utf8)
        graph.addLines(from: start) { reader in
            for _ in 0..<4 { reader.skipField() }
            return reader.word() == "exported" ? .exported : .imported
        }
        return graph
    }

    /// Adds the lines of the text from `start` on.
    ///
    /// - Parameter origin: reads the origin of a line, after its first field.
    private mutating func addLines(
        from start: Int, origin: (inout TypeLineReader) -> TypeDeclaration.Origin
    ) {
        var reader = TypeLineReader(text, from: start)
        repeat {
            let start = reader.position
            guard !reader.isComment, let name = reader.place(), name.count <= Self.maximumLength else { continue }
            let number = number(adding: name)
            let origin = origin(&reader)
            if let present = nodes[number].line, present.origin >= origin { continue }
            nodes[number].line = (start, origin)
        } while reader.nextLine()
        // All links are rebuilt, because a declaration that was replaced may have closed a cycle.
        links.removeAll(keepingCapacity: true)
        for number in nodes.indices {
            guard let line = nodes[number].line else { continue }
            var reader = TypeLineReader(text, from: line.start)
            reader.skipField()
            let firstLink = links.count
            for parent in reader.places() where parent.count <= Self.maximumLength {
                links.append(self.number(adding: parent))
            }
            nodes[number].parents = firstLink..<links.count
        }
        removeExcessLinks()
    }

    private mutating func number(adding name: Range<Int>) -> Int {
        let number = names.number(adding: name, in: text)
        if number == nodes.count { nodes.append(Node()) }
        return number
    }

    /// Removes every link that closes a cycle or creates too many paths, in one depth-first traversal. It uses an
    /// explicit stack because a chain of declarations can have any length.
    private mutating func removeExcessLinks() {
        /// The state of each node; from `done` on, the number of paths from the node, including the node itself.
        var states = [Int](repeating: LinkState.new, count: nodes.count)
        var stack: [Int] = []
        for start in nodes.indices where states[start] == LinkState.new {
            stack.append(start)
            while let number = stack.last {
                if states[number] == LinkState.new {
                    states[number] = LinkState.open
                    let depth = stack.count
                    for parent in links[nodes[number].parents] where states[parent] == LinkState.new {
                        stack.append(parent)
                    }
                    if stack.count > depth { continue }
                }
                stack.removeLast()
                if states[number] == LinkState.open { states[number] = settle(number, states) }
            }
        }
    }

    /// Keeps those links of a node that lead to finished nodes and do not create too many paths.
    ///
    /// - Returns: the number of paths from the node.
    private mutating func settle(_ number: Int, _ states: [Int]) -> Int {
        var ways = LinkState.done
        let parents = nodes[number].parents
        var end = parents.lowerBound
        for position in parents {
            let parent = links[position]
            // A parent that is still open is an ancestor in the traversal: the link to it would close a cycle.
            guard states[parent] >= LinkState.done, ways + states[parent] <= Self.maximumPaths else { continue }
            ways += states[parent]
            links[end] = parent
            end += 1
        }
        nodes[number].parents = parents.lowerBound..<end
        return ways
    }

    private enum LinkState {
        static let new = -1
        static let open = 0
        static let done = 1
    }
}
