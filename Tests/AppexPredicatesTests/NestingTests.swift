import AppexPredicates
import Foundation
import Synchronization
import Testing

private typealias Predicate = AppexPredicates.Predicate

@Suite struct NestingTests {
    /// What can be inside of itself.
    struct Nest: Sendable, CustomTestStringConvertible {
        let open, middle, close, end: String

        init(_ open: String, _ middle: String, _ close: String, _ end: String) {
            (self.open, self.middle, self.close, self.end) = (open, middle, close, end)
        }

        var testDescription: String { open + middle + close + end }

        func text(_ count: Int) -> String {
            String(repeating: open, count: count) + middle + String(repeating: close, count: count) + end
        }
    }

    private static let nests: [Nest] = [
        Nest("(", "a == 1", ")", ""), Nest("NOT ", "a == 1", "", ""), Nest("!(", "a == 1", ")", ""),
        Nest("-", "a", "", " == 1"),
        Nest("abs(", "a", ")", " == 1"), Nest("{", "a", "}", " == 1"), Nest("b[", "1", "]", " == 1"),
        Nest("$x := ", "1", "", " == 1"), Nest("TERNARY(TRUEPREDICATE, ", "1", ", 2)", " == 1"),
        Nest("SUBQUERY(", "a", ", $x, $x == 1)", " == 1"), Nest("SUBQUERY(a, $x, ", "$x == 1", ").@count == 1", ""),
        Nest("TERNARY(", "a == 1", ", 1, 2) == 3", ""), Nest("CAST(", "a", ", 'NSNumber')", " == 1"),
        Nest("FUNCTION(", "a", ", 'f')", " == 1"), Nest("(1 + ", "1", ")", " == 1"),
        Nest("(a UNION ", "a", ")", " == 1"),
        Nest("(a == 1 AND ", "a == 1", ")", ""), Nest("((a == 1 OR ", "a == 1", ") == YES)", ""),

    ]

    @Test(arguments: nests)
    func `up to a hundred levels are read, and one more is refused`(nest: Nest) throws {
        let texts = (20...105).map(nest.text)
        let accepted = texts.prefix { syntaxError($0) == nil }
        let deepest = try #require(accepted.last)
        for text in texts.dropFirst(accepted.count) {
            #expect(syntaxError(text)?.expected == "at most \(PredicateLimits.depth) levels of nesting")
        }
        #expect(accepted.count < texts.count)
        #expect(try !parsed(deepest).isDeeper(than: PredicateLimits.depth))
    }

    @Test(arguments: nests)
    func `the deepest tree can be walked in every way on a small stack`(nest: Nest) throws {
        let text = try #require((20...105).map(nest.text).last { syntaxError($0) == nil })
        let outcome = onSmallStack {
            let predicate = try Predicate(parsing: text)
            let again = try Predicate(parsing: predicate.description)
            _ = try? predicate.evaluate(with: ["a": 1])
            _ = try? predicate.decisiveClause(with: ["a": 1])
            return Set([predicate, again]).count == 1 && again.withSubstitutionVariables(["y": 1]) == predicate
        }
        #expect(try outcome?.get() == true)
    }

    /// Runs something on a thread with a megabyte of stack, which is what the broker's loop has.
    private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) -> Result<
        Value, any Error
    >? {
        let box = Box<Value>()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let result = Result { try body() }
            box.result.withLock { $0 = result }
            done.signal()
        }
        thread.stackSize = 1 << 20
        thread.start()
        done.wait()
        return box.result.withLock { $0 }
    }

    private final class Box<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }
}
