/// The known types and which of them are a kind of which.
package struct TypeGraph: Sendable {
    /// The types of the system.
    package static let system = TypeGraph()

    /// Whether the type called `identifier` is the type called `other` or a kind of it, without case.
    /// Neither needs to be known: every identifier conforms to itself.
    package func identifier(_ identifier: String, conformsTo other: String) -> Bool {
        UTType.identifier(identifier, conformsTo: other)
    }

    /// Every type to which `identifier` conforms, in lower case, with itself.
    package func conformances(of identifier: String) -> Set<String> {
        var result: Set<String> = []
        var waiting = [identifier.lowercased()]
        while let next = waiting.popLast() {
            guard result.insert(next).inserted else { continue }
            waiting.append(contentsOf: UTType.table[next]?.parents ?? [])
        }
        return result
    }
}
