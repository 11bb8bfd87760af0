/// Elements in the order in which they came. Taking one moves nothing, however many wait.
package struct Queue<Element> {
    /// The first `head` places are empty. Closing the gap only now and then keeps each removal cheap when tens of
    /// thousands wait.
    private var elements: [Element?] = []
    private var head = 0

    /// An empty queue.
    package init() {}

    package var isEmpty: Bool { head == elements.count }
    package var count: Int { elements.count - head }
    package var first: Element? { isEmpty ? nil : elements[head] }

    package mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the first; nil when there is none.
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
