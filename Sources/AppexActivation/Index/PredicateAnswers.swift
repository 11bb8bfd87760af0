import AppexPredicates

/// The answers of an index's predicates for one share, each app with a budget of its own.
struct PredicateAnswers {
    /// Whether each predicate is known to activate.
    private(set) var activating: [Bool]
    /// The positions of rules whose app had too few steps left, ascending.
    private(set) var givenUp: [Int] = []
    /// How many steps were taken in all.
    private(set) var steps = 0

    /// Evaluates the predicates of the rules that are asked for, each once.
    ///
    /// - Parameters:
    ///   - roots: for each rule what answers for it; from `first` on that is a predicate.
    ///   - positions: the rules that are asked for, `nil` for all.
    ///   - app: a number for the app of the rule at a position.
    ///   - share: makes the share; called once, and only if there is something to evaluate.
    init(
        of predicates: [PredicateRule], roots: [Int32], first: Int, among positions: [Int]?, app: (Int) -> Int,
        share: () -> PredicateShare
    ) {
        activating = Array(repeating: false, count: predicates.count)
        if predicates.isEmpty { return }
        let asked = (positions ?? Array(roots.indices)).filter {
            roots.indices.contains($0) && Int(roots[$0]) >= first
        }
        if asked.isEmpty { return }
        let share = share()
        let budget = share.context.limits.steps
        var states = Array(repeating: State.open, count: predicates.count)
        var left: [Int: Int] = [:]
        for position in asked {
            let number = Int(roots[position]) - first
            let before = left[app(position)] ?? budget
            guard states[number] == .open, before > 0 else { continue }
            var after = before
            if let answer = predicates[number].activates(for: share, spending: &after) {
                states[number] = .answered
                activating[number] = answer
            } else if before == budget {
                states[number] = .tooExpensive
            }
            left[app(position)] = after
            steps += before - after
        }
        givenUp = asked.filter { states[Int(roots[$0]) - first] != .answered }.sorted()
    }

    /// What is known of a predicate.
    private enum State {
        /// It has not been evaluated, or with too few steps: an app that has more left may get an answer.
        case open
        case answered
        /// A whole budget does not suffice, so nobody need try again.
        case tooExpensive
    }
}
