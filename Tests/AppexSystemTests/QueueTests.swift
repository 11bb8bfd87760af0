import AppexSystem
import Testing

@Suite struct QueueTests {
    @Test func `elements leave in the order in which they came, whatever comes between`() {
        var (queue, expected, taken) = (Queue<Int>(), 0, 0)
        for round in 1...200 {
            for _ in 0..<round {
                queue.append(expected)
                expected += 1
            }
            for _ in 0..<round - round % 7 {
                #expect(queue.first == taken)
                #expect(queue.removeFirst() == taken)
                taken += 1
            }
            #expect(queue.count == expected - taken)
        }
        while let next = queue.removeFirst() {
            #expect(next == taken)
            taken += 1
        }
        #expect(taken == expected && queue.isEmpty && queue.first == nil)
    }
}
