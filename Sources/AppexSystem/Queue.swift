/// A first-in, first-out queue. Appending and removing take amortized constant time.
package struct Queue<Element> {
    /// The elements, of which the first `head` are empty. The gap is closed when it exceeds half of the array.
    private var elements: [Element?] = []
    private var head = 0

    /// Creates an empty queue.
    package init() {}

    /// Whether the queue has no elements.
    package var isEmpty: Bool { head == elements.count }
    /// The number of elements.
    package var count: Int { elements.count - head }
    /// The oldest element, which is the next one to be removed; nil if the queue is empty.
    package var first: Element? { isEmpty ? nil : elements[head] }

    /// Appends an element.
    package mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Removes the oldest element; nil if the queue is empty.
    @discardableResult
    package mutating func removeFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[head].take()
        head += 1
        if head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}

extension Queue: Sendable where Element: Sendable {}
