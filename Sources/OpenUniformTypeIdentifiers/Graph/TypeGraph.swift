/// All declared types and which conforms to which: the system's and those of a device's apps.
///
/// A value that never changes; ``adding(exported:imported:)`` makes a new one. It is a ``TypeList`` and what was found
/// in it: names and links are read at once, all else when it is asked.
///
/// What apps declare is hostile: where parents lead round in a circle the link that closes it is left out, so that
/// conformance stays a partial order, and a type has at most ``maximumPaths`` ways up, so that every question has a
/// short answer.
package struct TypeGraph: Sendable {
    /// The most ways that lead up from one type, each step counted; a link beyond that is left out. The system's types
    /// have a few dozen.
    package static let maximumPaths = 1_024

    /// The longest identifier or tag that counts, in bytes.
    package static let maximumLength = 1_024

    /// The system's types alone.
    package static let system = TypeGraph(system: SystemTypes.table)

    /// A type that is declared, or that a declared type names as its parent.
    struct Node {
        /// Where in the text the line of its declaration begins, and whose it is. Nil when it is only named by others.
        var line: (start: Int, origin: TypeDeclaration.Origin)?
        /// Where in `links` the numbers of what it conforms to are, without those that would close a circle.
        var parents = 0..<0
    }

    private(set) var text: [UInt8]
    private(set) var names: TypeNames
    /// By the number of the name.
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
    /// This graph with more declarations. The system's beat exported ones, and those imported ones; among equals the
    /// one added first counts. A declaration whose identifier cannot be one is left out.
    package func adding(exported: [TypeDeclaration], imported: [TypeDeclaration]) -> TypeGraph {
        adding(list: TypeList.text(exported: exported, imported: imported))
    }

    /// This graph with the declarations of a ``TypeList``; those that do not say whose they are count as imported.
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
    /// - Parameter origin: reads whose a line is, behind its first field
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
        // All links are made anew: a declaration that was replaced may have closed a circle.
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

    /// Leaves out every link that closes a circle or leads to too many ways up: one walk, parents before children,
    /// with a stack of its own because a chain of declarations can be as long as somebody likes.
    private mutating func removeExcessLinks() {
        /// How far the walk is with each node; from `done` on it is the number of ways up, the node itself counted.
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

    /// Keeps those links of a node that lead to settled nodes and not to too many ways.
    ///
    /// - Returns: the number of ways up from the node
    private mutating func settle(_ number: Int, _ states: [Int]) -> Int {
        var ways = LinkState.done
        let parents = nodes[number].parents
        var end = parents.lowerBound
        for position in parents {
            let parent = links[position]
            // A parent that is open is below this node in the stack: the link to it would close a circle.
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
