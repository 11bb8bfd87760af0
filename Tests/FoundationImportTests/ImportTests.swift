import Foundation
import OpenFoundation
import Testing

// This module has no `typealias` lines: what is here compiles beside an import of Foundation just so.

@Suite struct ImportTests {
    private let rows: [[String: Any]] = [["name": "Anna", "age": 18], ["name": "Max", "age": 20]]

    @Test func `a file that imports Foundation makes predicates`() {
        let predicate = NSPredicate(format: "name == %@ AND age >= %d", "Anna", 18)
        #expect(predicate.evaluate(with: rows[0]))
        #expect((rows as NSArray).filtered(using: predicate).count == 1)
        let again: NSPredicate = .init(format: "%K == %@", argumentArray: ["name", "Anna"])
        #expect(again.withSubstitutionVariables(["x": 1]).evaluate(with: rows[0]))
        let maybe: NSPredicate? = try? NSPredicate(parsing: "age BETWEEN {%@, %@}", 18, 19)
        #expect(maybe?.evaluate(with: rows[0]) == true)
    }

    @Test func `a file that imports Foundation makes expressions and comparisons`() {
        let age = NSExpression(forKeyPath: "age")
        let limit = NSExpression(format: "%d + 1", 18)
        let comparison = NSComparisonPredicate(
            leftExpression: age, rightExpression: limit, modifier: .direct, type: .lessThan, options: [])
        #expect(comparison.evaluate(with: rows[0]))
        #expect(comparison.predicateOperatorType == .lessThan)
        #expect(limit.expressionValue(with: nil, context: nil) as? Int == 19)
        let compound = NSCompoundPredicate(notPredicateWithSubpredicate: comparison)
        #expect(!compound.evaluate(with: rows[0]))
    }

    @Test func `a file that imports OpenFoundation only uses the names as types`() {
        let comparison = OnlyOpenFoundation.comparison()
        let both = OnlyOpenFoundation.both(comparison, OnlyOpenFoundation.adults())
        #expect(rows.filter { both.evaluate(with: $0) }.count == 1)
        #expect(OnlyOpenFoundation.parts(of: comparison).map(\.description) == ["name", "\"a\""])
    }

    @Test func `a file that imports OpenFoundation only replaces an item with all arguments`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "replace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (item, other) = (folder.appending(path: "item"), folder.appending(path: "other"))
        try Data("item".utf8).write(to: item)
        try Data("other".utf8).write(to: other)
        #expect(try OnlyOpenFoundation.replace(item, with: other) == item)
        #expect(try Data(contentsOf: item) == Data("other".utf8))
        #expect(try Data(contentsOf: folder.appending(path: "backup")) == Data("item".utf8))
    }
}
