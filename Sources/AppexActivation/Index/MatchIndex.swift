package import OpenUniformTypeIdentifiers

/// An index of many activation rules, compiled so that one pass determines which of them match some items.
///
/// Many rules have the same conditions, so they become the nodes of one graph in which every distinct condition exists
/// once (``RuleProgram``). One pass evaluates all nodes, from the registered types up to the rules, with one bit for
/// each element of the share. A rule that cannot be compiled is evaluated as a predicate; equal predicates are
/// evaluated once.
///
/// The index is a value. An installation creates a new one from the old one with ``updated(_:)``, which neither reads
/// nor compiles the existing rules.
package struct MatchIndex: Sendable {
    /// The types that apply to attachments. They can be replaced when apps that declare types are installed or removed.
    package var types: TypeGraph
    let program: RuleProgram
    /// The rules that cannot be compiled, without duplicates.
    let predicates: [PredicateRule]
    /// The root of each rule: the number of a node of the share's level, or, beyond those, of a predicate.
    let roots: [Int32]
    private let typeNumbers: [String: Int32]
    /// The order in which each level is evaluated.
    private let schedules: [RuleSchedule]

    /// A rule of an index that is created from another one.
    package enum Entry: Sendable {
        /// The rule at a position of the old index.
        case kept(Int)
        /// A new rule.
        case added(ActivationRule)
    }

    /// Compiles rules. Results refer to a rule by its position.
    package init(rules: [ActivationRule], types: TypeGraph) {
        var builder = MatchIndexBuilder()
        for rule in rules { builder.add(rule) }
        self = builder.index(types: types)
    }

    /// Creates an index from consistent parts.
    init(program: RuleProgram, predicates: [PredicateRule], roots: [Int32], types: TypeGraph) {
        self.program = program
        self.predicates = predicates
        self.roots = roots
        self.types = types
        schedules = RuleLevel.allCases.map { RuleSchedule(program[$0]) }
        typeNumbers = Dictionary(
            zip(program.typeNames, 0..<Int32(program.typeNames.count)), uniquingKeysWith: { first, _ in first })
    }

    /// The number of rules.
    package var count: Int { roots.count }

    /// The positions of the rules that match `items`, in ascending order. Each rule has its own budget.
    ///
    /// - Parameter positions: as in ``outcome(for:among:app:)``.
    package func matches(_ items: [ItemTypes], among positions: [Int]? = nil) -> [Int] {
        outcome(for: items, among: positions) { $0 }.activating
    }

    /// Determines which rules match `items`, and which were given up.
    ///
    /// Predicates can be expensive. All predicates of one app share the budget of a single one, so that the cost of an
    /// app is bounded regardless of the number of its rules, and does not affect the rules of other apps.
    ///
    /// - Parameters:
    ///   - positions: the requested rules, `nil` for all. Other rules may be missing from the result, because their
    ///     predicates are not evaluated.
    ///   - app: returns a number for the app of a rule, by the position of the rule.
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
        // Without a branch, because the result is not predictable.
        return Array(unsafeUninitializedCapacity: roots.count) { result, count in
            for (position, root) in roots.enumerated() {
                result[count] = position
                count += answers[Int(root)].isNone ? 0 : 1
            }
        }
    }

    /// Creates an index that contains rules of this one and new rules.
    ///
    /// - Parameter entries: the rules in their new order. A position that does not exist in this index becomes a rule
    ///   that never matches.
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
