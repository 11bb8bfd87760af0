import OpenFoundation

// A file without an import of Foundation: what Apple's apps write compiles as it is, names of types included. What it
// does is looked at in ImportTests, because the import of Testing brings an import of Foundation with it.

enum OnlyOpenFoundation {
    static func comparison() -> NSComparisonPredicate {
        let left: NSExpression = .init(forKeyPath: "name")
        let right: NSExpression = NSExpression(forConstantValue: "a")
        let type: NSComparisonPredicate.Operator = .beginsWith
        return NSComparisonPredicate(
            leftExpression: left, rightExpression: right, modifier: .direct, type: type, options: [.caseInsensitive])
    }

    static func both(_ one: NSPredicate, _ other: NSPredicate) -> NSPredicate {
        NSCompoundPredicate(andPredicateWithSubpredicates: [one, other])
    }

    static func parts(of predicate: NSPredicate) -> [NSExpression] {
        guard let comparison = predicate as? NSComparisonPredicate else { return [] }
        return [comparison.leftExpression, comparison.rightExpression]
    }

    static func adults() -> NSPredicate { NSPredicate(format: "age >= %d", 18) }
}
