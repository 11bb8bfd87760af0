import AppexProtocol
import AppexSystem
import Synchronization
import Testing

@testable import AppexBroker

@Suite struct PathIndexTests {
    private static let comparisons = Mutex(0)

    /// A value that counts how often it is compared.
    private struct Counted: Hashable, Sendable {
        let number: Int

        static func == (left: Counted, right: Counted) -> Bool {
            PathIndexTests.comparisons.withLock { $0 += 1 }
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private static func path(_ text: String) throws -> ItemPath { try #require(ItemPath(text)) }

    @Test func `the values of a path keep their order, whichever are removed and added again`() throws {
        let path = try Self.path("/x")
        var index = PathIndex<Int>()
        var expected: [Int] = []
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5000 {
            let value = Int.random(in: 0..<200, using: &random)
            if let place = expected.firstIndex(of: value) {
                index.remove(value, at: path)
                expected.remove(at: place)
            } else {
                index.insert(value, at: path)
                expected.append(value)
            }
            guard index[path] == expected else {
                Issue.record("\(index[path]) instead of \(expected)")
                return
            }
        }
        #expect(try index.contents(of: Self.path("/")).map(\.value) == expected)
        for value in expected { index.remove(value, at: path) }
        index.remove(0, at: path)
        #expect(try index[path].isEmpty && index.contents(of: Self.path("/")).isEmpty)
    }

    @Test func `the values of a path are removed in any order without a look at the others`() throws {
        let path = try Self.path("/x")
        let values = (0..<2000).map { Counted(number: $0) }
        for order in [values, values.reversed(), values.shuffled()] {
            var index = PathIndex<Counted>()
            for value in values { index.insert(value, at: path) }
            Self.comparisons.withLock { $0 = 0 }
            for value in order { index.remove(value, at: path) }
            #expect(Self.comparisons.withLock { $0 } < 50 * values.count)
            #expect(index[path].isEmpty)
        }
    }

    /// The processor time of many presenters and of a move of a folder with presenters, in nanoseconds: the least of some attempts.
    private static func timeOfMove(presenters count: UInt64) -> UInt64 {
        let times = (0..<2).map { _ -> UInt64 in
            var scene = CoordinationScene("ab")
            let start = CurrentThread.processorTime
            for number in 1...count { scene.present("b", number, "/f/\(number)") }
            scene.claim("a", "w18 /f")
            let isMoved = scene.table.moved(.init(number: 1, from: "/f", to: "/g"), by: CoordinationScene.peer("a"))
            let time = CurrentThread.processorTime - start
            #expect(isMoved)
            return time
        }
        return times.min() ?? 0
    }

    @Test func `the cost of presenters and of a move grows as the number of presenters, and not as its square`() {
        // 16 times as many presenters take 256 times as long if all are copied for each.
        #expect(Self.timeOfMove(presenters: 8000) < 64 * Self.timeOfMove(presenters: 500))
    }
}
