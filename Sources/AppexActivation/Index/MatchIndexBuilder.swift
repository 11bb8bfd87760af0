import OpenUniformTypeIdentifiers

/// Collects the rules of an index.
struct MatchIndexBuilder {
    private var compiler = PredicateCompiler()
    private var predicates: [PredicateRule] = []
    private var roots: [Root] = []
    /// The roots of the predicates that were added, by their texts. Many rules have identical texts.
    private var known: [String: Root] = [:]
    /// The roots of another index, with their copies in this one.
    private var copies: [Int32: Root] = [:]

    /// The root of a rule.
    private enum Root: Hashable {
        /// A node of the share's level.
        case node(Int32)
        /// One of the predicates.
        case predicate(Int32)
    }

    /// The index of all rules that were added.
    func index(types: TypeGraph) -> MatchIndex {
        let program = compiler.builder.program
        let nodes = Int32(program[.share].nodes.count)
        let numbers = roots.map { root in
            switch root {
            case .node(let number): number
            case .predicate(let number): nodes + number
            }
        }
        return MatchIndex(program: program, predicates: predicates, roots: numbers, types: types)
    }

    /// Compiles a rule and adds it.
    mutating func add(_ rule: ActivationRule) {
        switch rule.form {
        case _ where rule.obstacle != nil: add(constant: false)
        case .none: add(constant: rule.activatesWithoutRule)
        case .unreadable: add(constant: false)
        case .dictionary(let rule): roots.append(.node(compiler.builder.number(of: rule)))
        case .predicate(let rule): roots.append(root(of: rule))
        }
    }

    /// Copies roots of another index. Must be called before any of its rules is added.
    mutating func copy(_ old: Set<Int32>, of index: MatchIndex) {
        let count = Int32(index.program[.share].nodes.count)
        let nodes = old.filter { $0 < count }
        let copy = RuleProgramCopy(of: nodes, in: index.program, to: &compiler.builder)
        for number in nodes { copies[number] = copy[number].map(Root.node) }
        for number in old.sorted() where number >= count { copies[number] = add(index.predicates[Int(number - count)]) }
    }

    /// Adds a rule of the other index. A rule that does not exist there never matches.
    mutating func add(copyOf root: Int32?) {
        if let root = root.flatMap({ copies[$0] }) { roots.append(root) } else { add(constant: false) }
    }

    private mutating func add(constant value: Bool) {
        roots.append(.node(compiler.builder.number(of: RuleNode(value ? .always : .never), at: .share)))
    }

    private mutating func root(of rule: PredicateRule) -> Root {
        if let root = known[rule.text] { return root }
        guard let node = compiler.compile(rule.predicate) else { return add(rule) }
        known[rule.text] = .node(node)
        return .node(node)
    }

    private mutating func add(_ rule: PredicateRule) -> Root {
        if let root = known[rule.text] { return root }
        let root = Root.predicate(Int32(predicates.count))
        predicates.append(rule)
        known[rule.text] = root
        return root
    }
}
