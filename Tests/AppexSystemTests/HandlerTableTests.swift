import Testing

@testable import AppexSystem

@Suite struct HandlerTableTests {
    @Test func `a number finds its handler until it is removed, and never another one`() {
        var table = HandlerTable()
        var numbers: [UInt64] = []
        for _ in 0..<3 { numbers.append(table.insert { _ in }) }
        #expect(Set(numbers).count == 3)
        #expect(!numbers.contains(0))
        #expect(table.remove(numbers[1]) != nil)
        #expect(table[numbers[1]] == nil)
        #expect(table.remove(numbers[1]) == nil)
        // The place is used again, under another number.
        let next = table.insert { _ in }
        #expect(UInt32(truncatingIfNeeded: next) == UInt32(truncatingIfNeeded: numbers[1]))
        #expect(next != numbers[1])
        #expect(table[numbers[1]] == nil)
        #expect(table[next] != nil)
    }

    @Test func `a number that was never given finds nothing`() {
        var table = HandlerTable()
        let number = table.insert { _ in }
        #expect(table[0] == nil)
        #expect(table[number + 1] == nil)
        #expect(table[.max] == nil)
    }
}

@Suite struct LoopTimeTests {
    @Test func `a duration moves a time by as much`() {
        let time = LoopTime(nanoseconds: 5_000_000_000)
        #expect((time + .seconds(2)).nanoseconds == 7_000_000_000)
        #expect((time + .milliseconds(-1500)).nanoseconds == 3_500_000_000)
        #expect((time + .nanoseconds(1)).nanoseconds == 5_000_000_001)
        #expect((time + .zero) == time)
    }

    @Test func `what is beyond all time is its end or its beginning`() {
        let time = LoopTime(nanoseconds: 1)
        #expect((time + .seconds(Int64.max)).nanoseconds == .max)
        #expect((time + .seconds(Int64.min)).nanoseconds == .min + 1)
        #expect((LoopTime(nanoseconds: -1) + .seconds(Int64.min)).nanoseconds == .min)
        #expect((time + .nanoseconds(Int64.max)).nanoseconds == .max)
    }

    @Test func `waiting is rounded up, never too long for epoll, and 0 for what is past`() {
        #expect(LoopTime(nanoseconds: .min).milliseconds == 0)
        #expect(LoopTime.now.milliseconds == 0)
        #expect(LoopTime.never.milliseconds == 60_000_000)
        // Time goes by while the rest is computed, so it lies between what was left before and after.
        let end = LoopTime.now + .seconds(3600) + .microseconds(500)
        let before = (end.nanoseconds - LoopTime.now.nanoseconds + 999_999) / 1_000_000
        let rest = Int64(end.milliseconds)
        let after = (end.nanoseconds - LoopTime.now.nanoseconds + 999_999) / 1_000_000
        #expect((after...before).contains(rest))
    }
}
