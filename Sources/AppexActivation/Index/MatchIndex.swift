package import OpenUniformTypeIdentifiers

/// Many activation rules, compiled so that one pass answers which of them activate for some items.
///
/// Rules ask much the same, so their parts become the nodes of one graph in which every distinct question
/// is there once (``RuleProgram``). A pass answers all of them, from the registered types up to the rules,
/// with one bit for each element of the share. A rule that cannot be put like that is evaluated as a
/// predicate, each distinct one once.
///
/// A value: an installation makes a new one out of the old one with ``updated(_:)``, which neither reads
/// nor compiles the rules that stay.
package struct MatchIndex: Sendable {
    /// The types by which attachments are judged. May be replaced when apps that declare types come or go.
    package var types: TypeGraph
    let program: RuleProgram
    /// The rules that are beyond nodes, each distinct one once.
    let predicates: [PredicateRule]
    /// For each rule what answers for it.
    let roots: [Root]
    private let typeNumbers: [String: Int32]

    /// What answers for a rule.
    enum Root: Hashable {
        /// A node of the level of the share.
        case node(Int32)
        /// One of the predicates.
        case predicate(Int32)
    }

    /// A rule of an index that is made out of another one.
    package enum Entry: Sendable {
        /// The rule at a position of the old index.
        case kept(Int)
        /// A new rule.
        case added(ActivationRule)
    }

    /// Compiles rules; a rule's position is the handle by which answers name it.
    package init(rules: [ActivationRule], types: TypeGraph) {
        var builder = MatchIndexBuilder()
        for rule in rules { builder.add(rule) }
        self = builder.index(types: types)
    }

    /// Takes parts that fit together.
    init(program: RuleProgram, predicates: [PredicateRule], roots: [Root], types: TypeGraph) {
        self.program = program
        self.predicates = predicates
        self.roots = roots
        self.types = types
        typeNumbers = Dictionary(
            zip(program.typeNames, 0..<Int32(program.typeNames.count)), uniquingKeysWith: { first, _ in first })
    }

    /// How many rules there are.
    package var count: Int { roots.count }

    /// The positions of the rules that activate for `items`, ascending.
    package func matches(_ items: [ItemTypes]) -> [Int] {
        let evaluation = RuleEvaluation(program, for: ShareShape(items, types: types, typeNumbers: typeNumbers))
        let share = PredicateShare(items, types: types)
        let activating = predicates.map { $0.activates(for: share) }
        return roots.indices.filter { position in
            switch roots[position] {
            case .node(let node): evaluation.holds(node)
            case .predicate(let number): activating[Int(number)]
            }
        }
    }

    /// An index of other rules, some of which are rules of this one.
    ///
    /// - Parameter entries: the rules in their new order. A position that this index does not have becomes a rule that
    ///   never activates.
    package func updated(_ entries: [Entry]) -> MatchIndex {
        var builder = MatchIndexBuilder()
        let kept = entries.compactMap { entry in
            if case .kept(let position) = entry, roots.indices.contains(position) { roots[position] } else { nil }
        }
        builder.copy(kept, of: self)
        for entry in entries {
            switch entry {
            case .added(let rule): builder.add(rule)
            case .kept(let position): builder.add(copyOf: roots.indices.contains(position) ? roots[position] : nil)
            }
        }
        return builder.index(types: types)
    }
}
