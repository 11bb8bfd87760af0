/// A dictionary by request number. Usually there are few entries, for which a linear search is faster than hashing;
/// with more entries a look-up still takes constant time.
struct NumberTable<Value> {
    private var few: [(number: UInt64, value: Value)] = []
    private var many: [UInt64: Value] = [:]

    /// The number of entries that are searched linearly.
    private static var fewEnough: Int { 8 }

    var count: Int { few.count + many.count }

    func contains(_ number: UInt64) -> Bool {
        index(number) != nil || (!many.isEmpty && many[number] != nil)
    }

    subscript(_ number: UInt64) -> Value? {
        if let index = index(number) { return few[index].value }
        return many.isEmpty ? nil : many[number]
    }

    /// Adds a value for a number that is not in the table.
    mutating func insert(_ value: Value, _ number: UInt64) {
        if few.count < Self.fewEnough { few.append((number, value)) } else { many[number] = value }
    }

    /// Changes the value for a number in place, if there is one.
    mutating func update(_ number: UInt64, _ change: (inout Value) -> Void) {
        if let index = index(number) {
            change(&few[index].value)
        } else if var value = many[number] {
            change(&value)
            many[number] = value
        }
    }

    mutating func remove(_ number: UInt64) -> Value? {
        guard let index = index(number) else { return many.isEmpty ? nil : many.removeValue(forKey: number) }
        let value = few[index].value
        let last = few.count - 1
        if index != last { few.swapAt(index, last) }
        few.removeLast()
        return value
    }

    /// All entries, ordered by number.
    var sorted: [(number: UInt64, value: Value)] {
        (few + many.map { (number: $0.key, value: $0.value) }).sorted { $0.number < $1.number }
    }

    private func index(_ number: UInt64) -> Int? {
        for index in few.indices where few[index].number == number { return index }
        return nil
    }
}
