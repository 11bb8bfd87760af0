import AppexActivation
import AppexModel
import OpenUniformTypeIdentifiers

/// Collects the different rules of many extensions, which are far fewer than those.
struct RuleTable {
    /// What a rule depends on.
    struct Rule: Hashable {
        /// The number of the extension point.
        let point: Int
        /// The attributes as an XML property list.
        let attributes: [UInt8]
    }

    /// The points by number.
    private(set) var points: [ExtensionPointIdentifier] = []
    /// The rules by number.
    private(set) var rules: [Rule] = []
    private var pointNumbers: [ExtensionPointIdentifier: Int] = [:]
    private var ruleNumbers: [Rule: Int] = [:]

    /// The number of an extension's rule, a new one when it is not there yet.
    mutating func number(of declaration: DeclarationRow) -> Int {
        let rule = Rule(point: number(of: declaration.point), attributes: declaration.attributes)
        if let known = ruleNumbers[rule] { return known }
        rules.append(rule)
        ruleNumbers[rule] = rules.count - 1
        return rules.count - 1
    }

    private mutating func number(of point: ExtensionPointIdentifier) -> Int {
        if let known = pointNumbers[point] { return known }
        points.append(point)
        pointNumbers[point] = points.count - 1
        return points.count - 1
    }

    /// The rules compiled, under their numbers.
    ///
    /// - Parameter old: an index whose rules are taken over as they are, where they are the same.
    func compiled(replacing old: RegistryIndex?) -> MatchIndex {
        let compiled = old.flatMap { try? $0.matchIndex(types: .system) } ?? MatchIndex(rules: [], types: .system)
        var known: [Rule: Int] = [:]
        if let old {
            for number in 0..<min(old.ruleCount, compiled.count) {
                guard let point = old.point(ofRule: number).flatMap({ pointNumbers[$0] }) else { continue }
                known[Rule(point: point, attributes: old.attributes(ofRule: number))] = number
            }
        }
        return compiled.updated(
            rules.map { rule in
                if let number = known[rule] { return .kept(number) }
                // It was parsed when the app was installed, so a failure means that nobody can say what it was.
                let attributes = try? PropertyListValue(parsing: rule.attributes, file: "the registry").dictionary
                return .added(ActivationRule(attributes: attributes ?? [:], point: points[rule.point]))
            })
    }
}
