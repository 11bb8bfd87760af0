import OpenUniformTypeIdentifiers

/// Collects the rules of an index.
struct MatchIndexBuilder {
    private var compiler = PredicateCompiler()
    private var predicates: [PredicateRule] = []
    private var roots: [MatchIndex.Root] = []
    /// What answers for a predicate that was added: rules are often the same, word for word.
    private var known: [PredicateRule: MatchIndex.Root] = [:]
    /// What the roots of another index have become in this one.
    private var copies: [MatchIndex.Root: MatchIndex.Root] = [:]

    /// The index of all that was added.
    func index(types: TypeGraph) -> MatchIndex {
        MatchIndex(program: compiler.builder.program, predicates: predicates, roots: roots, types: types)
    }

    /// Compiles a rule and adds it.
    mutating func add(_ rule: ActivationRule) {
        switch rule.form {
        case .none: add(constant: rule.activatesWithoutRule)
        case .unreadable: add(constant: false)
        case .dictionary(let rule): roots.append(.node(compiler.builder.number(of: rule)))
        case .predicate(let rule): roots.append(root(of: rule))
        }
    }

    /// Takes over what answers for rules of another index, before any of them is added.
    mutating func copy(_ old: [MatchIndex.Root], of index: MatchIndex) {
        let numbers = Set(old).compactMap { if case .node(let number) = $0 { number } else { nil } }
        let copy = RuleProgramCopy(of: numbers, in: index.program, to: &compiler.builder)
        for number in numbers { copies[.node(number)] = copy[number].map(MatchIndex.Root.node) }
        for case .predicate(let number) in Set(old) {
            copies[.predicate(number)] = addPredicate(index.predicates[Int(number)])
        }
    }

    /// Adds a rule of the other index; one that it does not have never activates.
    mutating func add(copyOf root: MatchIndex.Root?) {
        if let root = root.flatMap({ copies[$0] }) { roots.append(root) } else { add(constant: false) }
    }

    private mutating func add(constant value: Bool) {
        roots.append(.node(compiler.builder.number(of: .constant(value), at: .share)))
    }

    private mutating func root(of rule: PredicateRule) -> MatchIndex.Root {
        if let root = known[rule] { return root }
        guard let node = compiler.compile(rule.predicate) else { return addPredicate(rule) }
        known[rule] = .node(node)
        return .node(node)
    }

    private mutating func addPredicate(_ rule: PredicateRule) -> MatchIndex.Root {
        if let root = known[rule] { return root }
        let root = MatchIndex.Root.predicate(Int32(predicates.count))
        predicates.append(rule)
        known[rule] = root
        return root
    }
}
