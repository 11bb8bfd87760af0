/// The values at one path, in the order in which they were added, each once.
///
/// Most paths have one value, which is kept in an array. Where there are many, a value is found by its position, so that it
/// is removed without a look at the others.
struct PathBucket<Value: Hashable & Sendable>: Sendable {
    private enum Content: Sendable {
        case few([Value])
        case many(Positions)
    }

    /// Values with their positions.
    private struct Positions: Sendable {
        /// The values, and nil where one was removed.
        var slots: [Value?]
        var places: [Value: Int]

        init(_ values: [Value]) {
            slots = values
            places = Dictionary(zip(values, values.indices)) { first, _ in first }
        }

        mutating func insert(_ value: Value) {
            guard places.updateValue(slots.count, forKey: value) == nil else { return }
            slots.append(value)
        }

        mutating func remove(_ value: Value) {
            guard let place = places.removeValue(forKey: value) else { return }
            slots[place] = nil
            // Rarely enough that a removal takes constant time on average.
            if slots.count > 2 * places.count { self = Positions(slots.compactMap(\.self)) }
        }
    }

    private var content = Content.few([])

    /// How many values are in an array.
    private static var few: Int { 16 }

    /// The values in the order in which they were added.
    var values: [Value] {
        switch content {
        case .few(let values): values
        case .many(let positions): positions.slots.compactMap(\.self)
        }
    }

    /// Whether there are no values.
    var isEmpty: Bool {
        switch content {
        case .few(let values): values.isEmpty
        case .many(let positions): positions.places.isEmpty
        }
    }

    /// Adds a value, unless it is there already.
    mutating func insert(_ value: Value) {
        // The content is taken out while it changes, so that it is not copied.
        let old = content
        content = .few([])
        switch consume old {
        case .few(var values):
            if !values.contains(value) { values.append(value) }
            content = values.count > Self.few ? .many(Positions(values)) : .few(values)
        case .many(var positions):
            positions.insert(value)
            content = .many(positions)
        }
    }

    /// Removes a value, if it is there.
    mutating func remove(_ value: Value) {
        let old = content
        content = .few([])
        switch consume old {
        case .few(var values):
            if let place = values.lastIndex(of: value) { values.remove(at: place) }
            content = .few(values)
        case .many(var positions):
            positions.remove(value)
            content = positions.places.isEmpty ? .few([]) : .many(positions)
        }
    }
}
