import Synchronization

/// The descriptors that travel with one message, in order.
///
/// Whatever nobody takes is closed when the bag goes, so a message that is dropped, refused or not
/// understood leaks nothing. A class because messages cross continuations and closures, which
/// non-copyable values cannot.
package final class DescriptorBag: Sendable {
    private let numbers: Mutex<[CInt]>
    /// Whether descriptors came along for which this process had no room.
    package let someWereLost: Bool

    /// An empty bag.
    package convenience init() {
        self.init(owning: [])
    }

    /// Takes over descriptors that have just been received.
    package init(owning received: [CInt], someWereLost: Bool = false) {
        numbers = Mutex(received)
        self.someWereLost = someWereLost
    }

    /// A bag with one descriptor.
    package convenience init(_ descriptor: consuming Descriptor) {
        self.init(owning: [descriptor.release()])
    }

    deinit {
        numbers.withLock { for number in $0 { _ = Descriptor(owning: number) } }
    }

    /// How many are left.
    package var count: Int { numbers.withLock { $0.count } }

    /// Adds one at the end.
    package func append(_ descriptor: consuming Descriptor) {
        let number = descriptor.release()
        numbers.withLock { $0.append(number) }
    }

    /// Takes the first one that is left; nil when there is none.
    package func take() -> Descriptor? {
        numbers.withLock { $0.isEmpty ? nil : $0.removeFirst() }.map { Descriptor(owning: $0) }
    }

    /// Moves all that are left into a new bag; nil when there are none.
    package func takeAll() -> DescriptorBag? {
        let all = numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
        return all.isEmpty ? nil : DescriptorBag(owning: all)
    }

    /// Lends the numbers to a system call; they stay this bag's.
    package func withNumbers<Result>(_ body: ([CInt]) -> Result) -> Result {
        numbers.withLock { body($0) }
    }
}
