import Foundation
import OpenFoundation
import Testing

@Suite struct PredicateMistakeTests {
    @Test func `a text from elsewhere is refused with its place`() throws {
        let error = try #require(throws: PredicateFormatError.self) {
            try NSPredicate(parsing: "name == %@\nAND amount >> 3", "x")
        }
        #expect(error.line == 2)
        #expect(error.column == 13)
        #expect(!error.message.isEmpty)
        let lines = error.description.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.last?.hasSuffix("^") == true)
        #expect(throws: PredicateFormatError.self) { try NSExpression(parsing: "1 +") }
    }

    @Test func `a text from elsewhere that is right makes the same predicate`() throws {
        #expect(try NSPredicate(parsing: "a == %d", 1) == NSPredicate(format: "a == 1"))
        #expect(try NSExpression(parsing: "a + %d", 1) == NSExpression(format: "a + 1"))
    }

    @Test(arguments: [("a == %@", 0), ("a == 1", 1), ("a == %@ AND b == %@", 1)])
    func `too few and too many arguments are refused`(format: String, count: Int) {
        #expect(throws: PredicateFormatError.self) {
            let arguments = Array(repeating: 1, count: count)
            if count == 0 { return try NSPredicate(parsing: format) }
            return try NSPredicate(parsing: format, arguments[0])
        }
    }

    @Test func `a mistake in a format of the program ends it with a message that shows the place`() async throws {
        let result = try #require(
            await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = NSPredicate(format: "name = = 1")
            })
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("line 1, column 8"))
        #expect(message.contains("name = = 1\n       ^"))
    }

    @Test func `an accessor that does not fit ends the program`() async throws {
        let result = try #require(
            await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
                _ = NSExpression(forConstantValue: 1).keyPath
            })
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains("The expression 1 has no keyPath"))
    }

    @Test func `a function that nobody knows ends the program`() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            _ = NSExpression(forFunction: "launch:", arguments: [1])
        }
    }

    @Test func `what cannot be evaluated does not hold, is no crash, and is reported once`() async throws {
        let result = try #require(
            await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                struct Stone { let weight = 1 }
                let predicate = NSPredicate(format: "NOT colour == 'red'")
                for _ in 0..<10 where predicate.evaluate(with: Stone()) { exit(1) }
            })
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.components(separatedBy: "colour").count > 1)
        #expect(message.components(separatedBy: "could not be evaluated").count == 2)
    }
}
