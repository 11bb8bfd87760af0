import AppexProtocol
import CoreMetrics
import Testing

@testable import AppexBroker

@Suite struct MetricsRegisterTests {
    @Test func `a counter counts on wherever it is made again`() {
        let register = MetricsRegister()
        for _ in 0..<3 { Counter(label: "a", dimensions: [("kind", "x")], factory: register).increment(by: 2) }
        Counter(label: "a", dimensions: [("kind", "y")], factory: register).increment()
        #expect(register.records.map(\.value) == [6, 1])
        #expect(register.records.map(\.labels) == [[.init("kind", "x")], [.init("kind", "y")]])
    }

    @Test func `a timer counts each time in the first bucket that holds it and in those after`() throws {
        let register = MetricsRegister()
        let timer = Timer(label: "a", factory: register)
        for milliseconds in [0.5, 3, 15, 60_000] { timer.recordNanoseconds(Int64(milliseconds * 1e6)) }
        let record = try #require(register.records.first)
        #expect(record.kind == .histogram)
        #expect(record.count == 4)
        #expect(abs(record.value - 60.0185) < 1e-9)
        #expect(record.buckets.first == .init(limit: 0.001, count: 1))
        #expect(record.buckets.first { $0.limit == 0.005 }?.count == 2)
        #expect(record.buckets.last?.count == 3)
    }

    @Test func `the number of series is bounded, and what is counted beyond it harms nobody`() {
        let register = MetricsRegister()
        for number in 0..<1000 { Counter(label: "\(number)", factory: register).increment() }
        #expect(register.records.count == MetricsRegister.limit)
        #expect(register.records.allSatisfy { $0.value == 1 })
    }

    @Test func `one name and label is of one kind`() {
        let register = MetricsRegister()
        Counter(label: "a", factory: register).increment()
        Meter(label: "a", factory: register).set(7)
        #expect(register.records == [MetricRecord(name: "a", kind: .counter, value: 1)])
    }
}
