/// The numbered names of a graph's types: an open-addressing hash table whose keys are ranges of the graph's text.
///
/// A dictionary of strings would do as well, but every process reads the system's table when it starts, and creating
/// some seven hundred strings takes longer than everything else.
struct TypeNames: Sendable {
    /// The range of each name in the text, by number.
    private(set) var places: [Range<Int>] = []
    /// The number in each slot, -1 in an empty one. The count is a power of two and more than twice the number of
    /// names.
    private var slots: [Int32] = []

    /// - Parameter capacity: the expected number of names.
    init(capacity: Int) {
        places.reserveCapacity(capacity)
        makeSlots(for: capacity, in: [])
    }

    /// The number of a name in lower case; nil if it has none.
    func number(of name: String, in text: [UInt8]) -> Int? {
        var name = name
        return name.withUTF8 { name in
            let slot = text.withUnsafeBufferPointer { self.slot(of: name, in: $0) }
            return slots[slot] < 0 ? nil : Int(slots[slot])
        }
    }

    /// The number of the name at a range of the text; a new one if the name is new.
    mutating func number(adding place: Range<Int>, in text: [UInt8]) -> Int {
        if (places.count + 1) * 2 > slots.count { makeSlots(for: places.count * 2, in: text) }
        let slot = text.withUnsafeBufferPointer { self.slot(of: UnsafeBufferPointer(rebasing: $0[place]), in: $0) }
        if slots[slot] >= 0 { return Int(slots[slot]) }
        slots[slot] = Int32(places.count)
        places.append(place)
        return places.count - 1
    }

    private mutating func makeSlots(for capacity: Int, in text: [UInt8]) {
        var count = 16
        while count <= capacity * 2 { count *= 2 }
        slots = [Int32](repeating: -1, count: count)
        text.withUnsafeBufferPointer { text in
            for (number, place) in places.enumerated() {
                slots[slot(of: UnsafeBufferPointer(rebasing: text[place]), in: text)] = Int32(number)
            }
        }
    }

    /// The slot of a name, or the empty one where it would go.
    private func slot(of name: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Int {
        // `Hasher` is seeded anew in each process, so nobody can choose names that collide.
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        var slot = hasher.finalize() & (slots.count - 1)
        while slots[slot] >= 0 {
            let place = places[Int(slots[slot])]
            if place.count == name.count, text[place].elementsEqual(name) { break }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }
}
