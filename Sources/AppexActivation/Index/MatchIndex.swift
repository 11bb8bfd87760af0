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
    /// For each rule what answers for it: the number of a node of the share's level, or behind those of a predicate.
    let roots: [Int32]
    private let typeNumbers: [String: Int32]
    /// The order in which each level is evaluated.
    private let schedules: [RuleSchedule]

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
    init(program: RuleProgram, predicates: [PredicateRule], roots: [Int32], types: TypeGraph) {
        self.program = program
        self.predicates = predicates
        self.roots = roots
        self.types = types
        schedules = RuleLevel.allCases.map { RuleSchedule(program[$0]) }
        typeNumbers = Dictionary(
            zip(program.typeNames, 0..<Int32(program.typeNames.count)), uniquingKeysWith: { first, _ in first })
    }

    /// How many rules there are.
    package var count: Int { roots.count }

    /// The positions of the rules that activate for `items`, ascending. Each rule has a budget of its own.
    ///
    /// - Parameter positions: as in ``outcome(for:among:app:)``.
    package func matches(_ items: [ItemTypes], among positions: [Int]? = nil) -> [Int] {
        outcome(for: items, among: positions) { $0 }.activating
    }

    /// Which rules activate for `items`, and which were given up.
    ///
    /// Predicates are what can be expensive. All those of one app have together as many steps as one of them has by itself,
    /// so an app costs the same however many rules it brings, and takes nothing away from the rules of another one.
    ///
    /// - Parameters:
    ///   - positions: the rules that are asked for, `nil` for all. Of the others any may be missing from the answer: nobody
    ///     waits for a predicate whose answer nobody wants.
    ///   - app: a number for the app that a rule belongs to, by the position of the rule.
    package func outcome(
        for items: [ItemTypes], among positions: [Int]? = nil, app: (Int) -> Int
    ) -> MatchOutcome {
        let shape = ShareShape(items, types: types, typeNumbers: typeNumbers)
        let answers = PredicateAnswers(
            of: predicates, roots: roots, first: program[.share].nodes.count, among: positions, app: app
        ) { PredicateShare(items, types: types) }
        let activating =
            shape.fitsIntoWords
            ? matches(RuleEvaluation<OneWord>(program, schedules, for: shape).result, answers.activating)
            : matches(RuleEvaluation<ManyWords>(program, schedules, for: shape).result, answers.activating)
        return MatchOutcome(activating: activating, givenUp: answers.givenUp, steps: answers.steps)
    }

    private func matches<Mask: AnswerMask>(_ answers: [Mask], _ activating: [Bool]) -> [Int] {
        let answers = answers + activating.map { Mask($0 ? 0..<1 : 0..<0, count: 1) }
        // Without a branch: which rules activate cannot be foreseen.
        return Array(unsafeUninitializedCapacity: roots.count) { result, count in
            for (position, root) in roots.enumerated() {
                result[count] = position
                count += answers[Int(root)].isNone ? 0 : 1
            }
        }
    }

    /// An index of other rules, some of which are rules of this one.
    ///
    /// - Parameter entries: the rules in their new order. A position that this index does not have becomes a rule that
    ///   never activates.
    package func updated(_ entries: [Entry]) -> MatchIndex {
        var builder = MatchIndexBuilder()
        var kept: Set<Int32> = []
        for case .kept(let position) in entries where roots.indices.contains(position) { kept.insert(roots[position]) }
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
