/// The names of a graph's types, numbered: an open hash table whose keys are places in the graph's text.
///
/// A dictionary of strings would do the same. But every process reads the system's table at its start, and making some
/// seven hundred strings takes longer than all the rest of it.
struct TypeNames: Sendable {
    /// Where the name of each number is in the text.
    private(set) var places: [Range<Int>] = []
    /// The numbers, each as near as possible behind the place that its hash says, -1 where there is none. Their count
    /// is a power of two and more than twice that of the names.
    private var slots: [Int32] = []

    /// - Parameter capacity: how many names there will be, as far as is known
    init(capacity: Int) {
        places.reserveCapacity(capacity)
        makeSlots(for: capacity, in: [])
    }

    /// The number of a name in lower case, nil when it has none.
    func number(of name: String, in text: [UInt8]) -> Int? {
        var name = name
        return name.withUTF8 { name in
            let slot = text.withUnsafeBufferPointer { self.slot(of: name, in: $0) }
            return slots[slot] < 0 ? nil : Int(slots[slot])
        }
    }

    /// The number of the name at a place of the text, the next number when it had none.
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

    /// The slot where a name is, or where it would be.
    private func slot(of name: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Int {
        // Seeded anew in each process, so that nobody can choose names which share a slot.
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
