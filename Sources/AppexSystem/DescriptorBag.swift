import Synchronization

/// The descriptors of one message, in order.
///
/// The descriptors that are not taken are closed when the bag is released, so that a message that is dropped or refused
/// leaks nothing. Releasing the bag never blocks, whatever file systems its files are in. It is a class because closures and
/// continuations cannot capture non-copyable values. May be used from any thread.
package final class DescriptorBag: Sendable {
    private let numbers: Mutex<[CInt]>
    private let disposal: DescriptorDisposal
    /// Whether the message had descriptors that were lost, because this process had too many open.
    package let someWereLost: Bool

    /// An empty bag.
    package convenience init() {
        self.init(owning: [])
    }

    /// Takes ownership of descriptors.
    ///
    /// - Parameter disposal: what closes them, those that are taken included.
    package init(
        owning received: [CInt], closedBy disposal: DescriptorDisposal = .shared, someWereLost: Bool = false
    ) {
        numbers = Mutex(received)
        self.disposal = disposal
        self.someWereLost = someWereLost
    }

    /// A bag with one descriptor.
    package convenience init(_ descriptor: consuming Descriptor) {
        let disposal = descriptor.disposal ?? .shared
        self.init(owning: [descriptor.release()], closedBy: disposal)
    }

    deinit {
        numbers.withLock { for number in $0 { disposal.close(number) } }
    }

    /// The number of descriptors that have not been taken.
    package var count: Int { numbers.withLock { $0.count } }

    /// Appends a descriptor. The bag's disposal closes it too.
    package func append(_ descriptor: consuming Descriptor) {
        let number = descriptor.release()
        numbers.withLock { $0.append(number) }
    }

    /// Puts a descriptor before all others. The bag's disposal closes it too.
    package func prepend(_ descriptor: consuming Descriptor) {
        let number = descriptor.release()
        numbers.withLock { $0.insert(number, at: 0) }
    }

    /// Takes the first remaining descriptor; nil if there is none.
    package func take() -> Descriptor? {
        numbers.withLock { $0.isEmpty ? nil : $0.removeFirst() }.map { Descriptor(owning: $0, closedBy: disposal) }
    }

    /// Moves all remaining descriptors to a new bag; nil if there are none.
    package func takeAll() -> DescriptorBag? {
        let all = numbers.withLock { numbers in
            defer { numbers = [] }
            return numbers
        }
        return all.isEmpty ? nil : DescriptorBag(owning: all, closedBy: disposal)
    }

    /// Passes the numbers of the descriptors to `body`, which must not close or store them.
    package func withNumbers<Result>(_ body: ([CInt]) -> Result) -> Result {
        numbers.withLock { body($0) }
    }
}
