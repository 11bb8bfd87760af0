extension TypeGraph {
    /// Whether type `identifier` is `other` or a kind of it.
    ///
    /// Neither needs to be declared: an undeclared type conforms to itself alone, and a dynamic one to what is encoded
    /// in it. Identifiers are compared without regard to ASCII case.
    package func identifier(_ identifier: String, conformsTo other: String) -> Bool {
        let name = identifier.lowercasedASCII
        let target = other.lowercasedASCII
        if name == target { return true }
        guard let position = positions[name] else {
            return DynamicType(name)?.parents.contains { self.identifier($0, conformsTo: target) } ?? false
        }
        guard let goal = positions[target] else { return false }
        return anyAncestor(of: position) { $0 == goal }
    }

    /// All that a type conforms to, directly or not, in lower case and with itself.
    package func conformances(of identifier: String) -> Set<String> {
        let name = identifier.lowercasedASCII
        var result: Set<String> = [name]
        if let position = positions[name] {
            _ = anyAncestor(of: position) {
                result.insert(nodes[$0].identifier)
                return false
            }
        } else {
            for parent in DynamicType(name)?.parents ?? [] { result.formUnion(conformances(of: parent)) }
        }
        return result
    }

    /// The declaration of a type, nil when nobody declares it.
    package func declaration(of identifier: String) -> TypeDeclaration? {
        positions[identifier.lowercasedASCII].flatMap { nodes[$0].declaration?.value }
    }

    /// Who declares a type, nil when nobody does.
    package func origin(of identifier: String) -> TypeDeclaration.Origin? {
        positions[identifier.lowercasedASCII].flatMap { nodes[$0].declaration?.origin }
    }

    /// What a type is called, from its own declaration or else from the first supertype that says, depth first and in
    /// declared order. Nil when nobody says, and for a dynamic type.
    package func description(of identifier: String) -> String? {
        guard let position = positions[identifier.lowercasedASCII] else { return nil }
        if let own = nodes[position].declaration?.value.description { return own }
        var description: String?
        _ = anyAncestor(of: position) {
            description = nodes[$0].declaration?.value.description
            return description != nil
        }
        return description
    }

    /// Whether `matches` says yes to a type that the one at `position` conforms to; they come depth first, in
    /// declared order. A type may come more than once. No type is remembered as seen: there are no circles, and at most
    /// ``maximumPaths`` steps.
    private func anyAncestor(of position: Int, where matches: (Int) -> Bool) -> Bool {
        var waiting = Array(nodes[position].parents.reversed())
        while let next = waiting.popLast() {
            if matches(next) { return true }
            waiting.append(contentsOf: nodes[next].parents.reversed())
        }
        return false
    }
}

extension String {
    /// The string with A to Z in lower case and nothing else changed, as identifiers and tags are compared.
    var lowercasedASCII: String {
        guard utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else { return self }
        return String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
            as: UTF8.self)
    }
}
