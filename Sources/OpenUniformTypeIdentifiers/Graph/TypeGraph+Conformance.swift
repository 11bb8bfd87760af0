extension TypeGraph {
    /// Whether the type `identifier` is `other` or one of its subtypes.
    ///
    /// An undeclared type conforms only to itself, and a dynamic type to the supertypes that its identifier encodes.
    /// Identifiers are compared without regard to ASCII case.
    package func identifier(_ identifier: String, conformsTo other: String) -> Bool {
        let name = identifier.lowercasedASCII
        let target = other.lowercasedASCII
        if name == target { return true }
        guard let number = names.number(of: name, in: text) else {
            return DynamicType(name)?.parents.contains { self.identifier($0, conformsTo: target) } ?? false
        }
        guard let goal = names.number(of: target, in: text) else { return false }
        return anyAncestor(of: number) { $0 == goal }
    }

    /// All types that a type conforms to, directly or indirectly, itself included, in lower case.
    package func conformances(of identifier: String) -> Set<String> {
        let name = identifier.lowercasedASCII
        var result: Set<String> = [name]
        if let number = names.number(of: name, in: text) {
            _ = anyAncestor(of: number) {
                result.insert(self.name(of: $0))
                return false
            }
        } else {
            for parent in DynamicType(name)?.parents ?? [] { result.formUnion(conformances(of: parent)) }
        }
        return result
    }

    /// The declaration of a type; nil if there is none.
    package func declaration(of identifier: String) -> TypeDeclaration? {
        names.number(of: identifier.lowercasedASCII, in: text).flatMap(declaration)
    }

    /// Who declares a type; nil if nobody does.
    package func origin(of identifier: String) -> TypeDeclaration.Origin? {
        names.number(of: identifier.lowercasedASCII, in: text).flatMap { nodes[$0].line?.origin }
    }

    /// The name of a type for people: its own, or otherwise that of the first supertype that has one, depth first and
    /// in declared order. Nil if there is none, and for a dynamic type.
    package func description(of identifier: String) -> String? {
        guard let number = names.number(of: identifier.lowercasedASCII, in: text) else { return nil }
        if let own = declaration(number)?.description { return own }
        var description: String?
        _ = anyAncestor(of: number) {
            description = declaration($0)?.description
            return description != nil
        }
        return description
    }

    /// The identifiers of all types that are declared.
    package var identifiers: [String] { nodes.indices.filter { nodes[$0].line != nil }.map(name) }

    /// The identifier of a type by its number.
    func name(of number: Int) -> String {
        String(decoding: text[names.places[number]], as: UTF8.self)
    }

    /// The declaration of a type by its number; nil if there is none.
    func declaration(_ number: Int) -> TypeDeclaration? {
        guard let line = nodes[number].line else { return nil }
        var reader = TypeLineReader(text, from: line.start)
        return TypeList.declaration(from: &reader)
    }

    /// Whether `matches` returns true for a type that another conforms to, all by number and visited depth first in
    /// declared order. A type can be visited more than once: there are no cycles and at most ``maximumPaths`` steps,
    /// which also bound the recursion.
    private func anyAncestor(of number: Int, where matches: (Int) -> Bool) -> Bool {
        for position in nodes[number].parents {
            if matches(links[position]) || anyAncestor(of: links[position], where: matches) { return true }
        }
        return false
    }
}

extension String {
    /// The string with A to Z in lower case and everything else unchanged, which is how identifiers and tags are
    /// compared.
    var lowercasedASCII: String {
        guard utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else { return self }
        return String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
            as: UTF8.self)
    }
}
