import AppexPredicates

/// Does everything with a text that can be done with a predicate's text. Shared by the seeded test and the
/// coverage-guided fuzzer.
enum HostilePredicate {
    /// What was found to be wrong with the reader, not with the text.
    struct Finding: Error {
        let what: String
    }

    /// - Returns: whether the text is a predicate.
    /// - Throws: ``Finding`` when an error points out of the text, or a predicate does not come back from its text.
    static func read(_ text: String) throws(Finding) -> Bool {
        let predicate: Predicate
        do throws(PredicateSyntaxError) {
            predicate = try Predicate(parsing: text, arguments: arguments(for: text))
        } catch {
            guard (0...text.count).contains(error.offset), error.line >= 1, error.column >= 1,
                error.caret.split(separator: "\n", omittingEmptySubsequences: false).count == 2
            else { throw Finding(what: "an error points out of the text: \(error)") }
            return false
        }
        guard !predicate.isDeeper(than: PredicateLimits.depth) else { throw Finding(what: "a tree is too deep") }
        let printed = predicate.description
        // Escapes, blanks and brackets can make the printed text longer than is allowed.
        if printed.utf8.count <= PredicateLimits.textBytes / 2 {
            guard let again = try? Predicate(parsing: printed), again == predicate, again.description == printed else {
                throw Finding(what: "a predicate does not come back from its text: \(printed)")
            }
        }
        try evaluate(predicate)
        _ = predicate.withSubstitutionVariables(["x": .integer(1)])
        return true
    }

    /// Evaluates in two ways, which agree.
    private static func evaluate(_ predicate: Predicate) throws(Finding) {
        var context = EvaluationContext(variables: ["x": .integer(1), "i": .string("a")], now: { 0 })
        context.limits.steps = 10_000
        context.treatsSingleValueAsCollection = true
        let answer: Bool
        do throws(EvaluationError) {
            answer = try predicate.evaluate(with: value, context: context)
        } catch {
            return
        }
        // Random numbers are another thing each time.
        guard !predicate.description.contains("random"),
            let decision = try? predicate.decisiveClause(with: value, context: context)
        else { return }
        guard decision.holds == answer else { throw Finding(what: "an explanation differs: \(predicate)") }
    }

    /// Something for every placeholder that may be in the text; too many are an error, so not too many.
    private static func arguments(for text: String) -> [PredicateArgument] {
        let kinds: [PredicateArgument] = [
            .value(.string("a.b")), .value(.integer(1)), .value(.real(1.5)), .value(.string("x")),
        ]
        let count = text.utf8.count { $0 == UInt8(ascii: "%") }
        return (0..<min(count, 8)).map { kinds[$0 % kinds.count] }
    }

    private static let value: PredicateValue = {
        let attachment = PredicateValue.dictionary(["registeredTypeIdentifiers": .list([.string("public.image")])])
        let item = PredicateValue.dictionary(["attachments": .list([attachment, attachment])])
        return .dictionary([
            "extensionItems": .list([item]), "a": .list([.integer(1), .null, .real(0.5)]), "b": .integer(2),
            "c": .string("täxt"), "d": .set([.integer(1)]), "name": .string("a*b"),
        ])
    }()
}
