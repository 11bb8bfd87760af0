/// The handlers of a loop, each with a unique number.
///
/// A number consists of an index and a generation, so that a handler is found without hashing, which happens for every
/// message.
struct HandlerTable {
    /// A function in a structure. A bare function would be wrapped each time it passes through generic code such as a lock.
    struct Handler: Sendable {
        let call: EventLoop.Handler
    }

    private struct Place {
        var generation: UInt32 = 1
        var handler: Handler?
    }

    private var places: [Place] = []
    private var free: [Int] = []

    /// - Returns: the number of the handler, never 0.
    mutating func insert(_ handler: @escaping EventLoop.Handler) -> UInt64 {
        let index = free.popLast() ?? places.count
        if index == places.count { places.append(Place()) }
        places[index].handler = Handler(call: handler)
        return UInt64(places[index].generation) << 32 | UInt64(index)
    }

    subscript(_ number: UInt64) -> Handler? {
        let index = Int(UInt32(truncatingIfNeeded: number))
        guard index < places.count, places[index].generation == UInt32(number >> 32) else { return nil }
        return places[index].handler
    }

    mutating func remove(_ number: UInt64) -> Handler? {
        guard let handler = self[number] else { return nil }
        let index = Int(UInt32(truncatingIfNeeded: number))
        places[index].handler = nil
        // A place whose generations are exhausted is not used again.
        places[index].generation &+= 1
        if places[index].generation != 0 { free.append(index) }
        return handler
    }
}
