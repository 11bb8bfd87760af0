import Testing

@testable import AppexWire

@Suite struct NumberTableTests {
    @Test(arguments: [1, 8, 9, 500]) func `finds, changes and removes each value, however many there are`(_ count: Int)
    {
        var table = NumberTable<Int>()
        for number in 1...UInt64(count) { table.insert(Int(number) * 10, number) }
        #expect(table.count == count)
        for number in 1...UInt64(count) {
            #expect(table.contains(number))
            #expect(table[number] == Int(number) * 10)
            table.update(number) { $0 += 1 }
        }
        #expect(table.sorted.map(\.number) == Array(1...UInt64(count)))
        #expect(table.sorted.map(\.value) == (1...count).map { $0 * 10 + 1 })
        // The even ones first, so that places are filled and emptied in the middle.
        for number in 1...UInt64(count) where number.isMultiple(of: 2) {
            #expect(table.remove(number) == Int(number) * 10 + 1)
        }
        for number in 1...UInt64(count) { #expect(table.contains(number) == !number.isMultiple(of: 2)) }
        table.insert(-1, 1000)
        #expect(table[1000] == -1)
        for number in 1...UInt64(count) where !number.isMultiple(of: 2) {
            #expect(table.remove(number) == Int(number) * 10 + 1)
        }
        #expect(table.count == 1)
    }

    @Test func `what is not there is not found, changed or removed`() {
        var table = NumberTable<Int>()
        table.insert(1, 1)
        #expect(table[2] == nil)
        #expect(!table.contains(2))
        #expect(table.remove(2) == nil)
        table.update(2) { _ in Issue.record("changed") }
        #expect(table.count == 1)
    }
}
