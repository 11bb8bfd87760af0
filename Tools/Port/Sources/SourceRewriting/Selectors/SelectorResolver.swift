/// Finds the methods and properties to which `#selector` expressions refer.
struct SelectorResolver {
    /// The result of a search.
    enum Result {
        /// A selector, and the members of the module that have it.
        case found(String, members: [Int])
        /// The key path of a `#keyPath` expression, and the properties of the module on it.
        case keyPath(String, members: [Int])
        /// No such member is declared in the module. The compiler has to check the expression.
        case unknown(String)
        /// The reason for which the expression has no selector.
        case failed(String)
    }

    /// The declarations of the module.
    let index: ModuleIndex

    /// The maximum number of members with one name that are compared.
    private static let maximumCandidates = 1_000

    /// Finds what an expression refers to.
    func resolve(_ reference: SelectorReference) -> Result {
        switch reference.target {
        case .keyPath(let components): keyPath(components)
        case .getter(let name): property(name, reference, selector: { $0.selector })
        case .setter(let name): property(name, reference, selector: { SelectorName.setter($0.selector) })
        case .method(let name, let labels, let types): method(name, labels, types, reference)
        }
    }

    // MARK: Key paths

    private func keyPath(_ components: [String]) -> Result {
        // The types at the beginning are not a part of the path.
        let names = components.drop { $0.first?.isUppercase ?? true || $0 == "self" }
        guard !names.isEmpty else { return .failed("#keyPath has no property.") }
        let properties = Set(names).sorted().flatMap { name in
            index.members(named: name).prefix(Self.maximumCandidates).filter { !index.members[$0].isMethod }
        }
        return .keyPath(names.joined(separator: "."), members: properties)
    }

    // MARK: Properties

    private func property(
        _ name: String, _ reference: SelectorReference, selector: (MemberDeclaration) -> String
    ) -> Result {
        let found = candidates(name, reference).filter { !index.members[$0].isMethod }
        guard let first = found.first else {
            return .unknown(isSetter(reference) ? SelectorName.setter(name) : name)
        }
        return .found(selector(index.members[first]), members: [first])
    }

    private func isSetter(_ reference: SelectorReference) -> Bool {
        if case .setter = reference.target { true } else { false }
    }

    // MARK: Methods

    private func method(
        _ name: String, _ labels: [String]?, _ types: [String]?, _ reference: SelectorReference
    ) -> Result {
        var found = candidates(name, reference).filter { matches(index.members[$0], labels) }
        if let types, Set(found.map { index.members[$0].selector }).count > 1 {
            found = chosen(found, types)
        }
        let selectors = Set(found.map { index.members[$0].selector }).sorted()
        if let selector = selectors.first {
            guard selectors.count == 1 else {
                let names = Set(found.map { index.members[$0].fullName }).sorted().prefix(10).joined(separator: ", ")
                return .failed(
                    "#selector(\(reference.expression)) is ambiguous. Write the labels of one of these methods: \(names)."
                )
            }
            return .found(selector, members: found)
        }
        if let known = KnownSelectors.selector(name, labels: labels), !isClosed(reference) {
            // A method of a class of Apple's needs no check; one of a class of the module can be missing.
            return isForeign(reference) ? .found(known, members: []) : .unknown(known)
        }
        let selector = labels.map { SelectorName.method(name, labels: $0) } ?? name
        return isClosed(reference)
            ? .failed("#selector(\(reference.expression)) names a method that does not exist.") : .unknown(selector)
    }

    private func matches(_ member: MemberDeclaration, _ labels: [String]?) -> Bool {
        guard case .method(let own, _) = member.kind else { return false }
        return labels.map { $0 == own } ?? true
    }

    private func chosen(_ found: [Int], _ types: [String]) -> [Int] {
        let sameCount = found.filter { index.members[$0].parameterTypes.count == types.count }
        let same = sameCount.filter { index.members[$0].parameterTypes == types }
        return same.isEmpty ? sameCount : same
    }

    // MARK: Types

    /// The members with a name to which a reference can refer, in the nearest type that has one.
    private func candidates(_ name: String, _ reference: SelectorReference) -> [Int] {
        for type in owners(reference) {
            for supertype in index.supertypes(of: type) {
                let found = index.members(of: supertype, named: name)
                if !found.isEmpty { return Array(found.prefix(Self.maximumCandidates)) }
            }
        }
        // Without a type that can be found, the name alone decides.
        let owner = owners(reference).first.map { index.declaration($0)?.kind }
        return owner == nil || owner == .protocol
            ? Array(index.members(named: name).prefix(Self.maximumCandidates)) : []
    }

    /// The types in which a reference is looked for, the first one first.
    private func owners(_ reference: SelectorReference) -> [String] {
        guard let base = reference.base, base != "self", base != "Self" else { return reference.enclosing }
        if base == "super" {
            return reference.enclosing.prefix(1).flatMap { index.supertypes(of: $0).dropFirst() }
        }
        let type = base.prefix { $0 != "<" && $0 != "(" && $0 != "?" && $0 != "!" }
        if type.split(separator: ".").last?.first?.isUppercase == true {
            return [index.qualified(String(type), within: reference.enclosing)]
        }
        // A property of the enclosing type whose type is known.
        let name = type.hasPrefix("self.") ? String(type.dropFirst(5)) : String(type)
        for enclosing in reference.enclosing {
            for supertype in index.supertypes(of: enclosing) {
                for member in index.members(of: supertype, named: name) {
                    if case .property(let type?, _) = index.members[member].kind {
                        return [index.qualified(type, within: [index.members[member].owner])]
                    }
                }
            }
        }
        return []
    }

    /// Whether a reference names a type of another module.
    private func isForeign(_ reference: SelectorReference) -> Bool {
        guard let base = reference.base, base.split(separator: ".").last?.first?.isUppercase == true, base != "Self"
        else {
            return false
        }
        return owners(reference).allSatisfy { index.declaration($0) == nil }
    }

    /// Whether all members of the types in which a reference is looked for are declared in the module.
    private func isClosed(_ reference: SelectorReference) -> Bool {
        let owners = owners(reference)
        return !owners.isEmpty
            && owners.allSatisfy { owner in
                index.supertypes(of: owner).allSatisfy { name in
                    guard let type = index.declaration(name) else { return name == "NSObject" }
                    return type.kind == .class
                }
            }
    }
}
