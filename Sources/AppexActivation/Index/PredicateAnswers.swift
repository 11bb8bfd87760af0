import AppexPredicates

/// The results of an index's predicates for one share. Each app has its own budget.
struct PredicateAnswers {
    /// Whether each predicate is known to activate.
    private(set) var activating: [Bool]
    /// The positions of the rules whose app had too few steps left, in ascending order.
    private(set) var givenUp: [Int] = []
    /// The total number of steps.
    private(set) var steps = 0

    /// Evaluates the predicates of the rules that are asked for, each once.
    ///
    /// - Parameters:
    ///   - roots: the roots of all rules; those from `first` on are predicates.
    ///   - positions: the requested rules, `nil` for all.
    ///   - app: returns a number for the app of the rule at a position.
    ///   - share: creates the share; called at most once, if there is a predicate to evaluate.
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

    /// The state of a predicate.
    private enum State {
        /// Not evaluated, or only with too few steps: an app with more steps left may succeed.
        case open
        case answered
        /// A whole budget is not sufficient.
        case tooExpensive
    }
}
