import AppexModel

/// Reads the rule in `NSExtensionAttributes`, and collects notes about its problems.
struct ActivationRuleReader {
    static let ruleKey = "NSExtensionActivationRule"
    private static let keyPrefix = "NSExtensionActivation"
    /// The maximum number of notes. A malicious dictionary can have thousands of keys.
    private static let noteLimit = 20

    private(set) var notes: [String] = []

    /// The form of the rule.
    mutating func form(of attributes: [String: PropertyListValue]) -> ActivationRule.Form {
        defer { noteKeysBeside(attributes) }
        switch attributes[Self.ruleKey] {
        case nil: return .none
        case .dictionary(let entries): return .dictionary(dictionaryRule(entries))
        case .string(let text):
            do throws(ActivationRuleError) {
                let rule = try PredicateRule(parsing: text)
                if let problem = rule.problem { note("The predicate can hardly ever hold: \(problem).") }
                return .predicate(rule)
            } catch {
                return .unreadable(error)
            }
        case .some(let value):
            return .unreadable(
                ActivationRuleError(
                    line: 1, column: 1,
                    message: "\(Self.ruleKey) is \(value.kindName); it has to be a predicate string or a dictionary"))
        }
    }

    private mutating func dictionaryRule(_ entries: [String: PropertyListValue]) -> DictionaryRule {
        var counts: [String: Int64] = [:]
        for key in DictionaryRule.keys {
            guard let value = entries[key] else { continue }
            let reading = CountReading(value, isSwitch: DictionaryRule.switches.contains(key))
            counts[key] = reading.count
            if let remark = reading.remark { note("\(key) \(remark).") }
        }
        for key in entries.keys.sorted() where !DictionaryRule.keys.contains(key) {
            note(
                key == Self.ruleKey
                    ? "\(Self.ruleKey) inside the rule dictionary has no effect; a rule is either a dictionary or a predicate."
                    : "\(ManifestError.printable(key, limit: 80)) is not a key of rule dictionaries and has no effect."
                        + NearMisses.question(key, among: DictionaryRule.keys))
        }
        return DictionaryRule(counts: counts)
    }

    /// Notes keys that are beside the rule instead of in it, which is a common mistake.
    private mutating func noteKeysBeside(_ attributes: [String: PropertyListValue]) {
        for key in attributes.keys.sorted() where key.begins(with: Self.keyPrefix) && key != Self.ruleKey {
            let question = NearMisses.question(key, among: [Self.ruleKey])
            note(
                "\(ManifestError.printable(key, limit: 80)) "
                    + (question.isEmpty
                        ? "stands beside \(Self.ruleKey) and has no effect there; it belongs in the rule dictionary."
                        : "has no effect.\(question)"))
        }
    }

    private mutating func note(_ text: String) {
        if notes.count < Self.noteLimit { notes.append(text) }
    }
}
