import AppexProtocol
import OpenViewTree

/// The queue of user events for an extension's view. The extension may be slow.
struct ViewInputs {
    /// How many events may be sent and not acknowledged. Further ones wait, and a slider's or a gesture's move replaces the
    /// previous.
    private static let inFlight = 32
    /// How many events may wait. Further ones are discarded.
    private static let limit = 256

    private var last: UInt32 = 0
    /// The number of the last event that the extension has handled; 0 for none.
    private(set) var handled: UInt32 = 0
    private var sent: [(input: ViewInterface.Input, time: ContinuousClock.Instant)] = []
    private var waiting: [ViewInterface.Input] = []

    /// When the oldest unacknowledged event was sent; nil if there is none.
    var oldest: ContinuousClock.Instant? { sent.first?.time }

    /// The events that the extension has not handled yet, in order. Its updates are older than these.
    var unacknowledged: [ViewInterface.Input] { sent.map { $0.input } + waiting }

    /// Appends an event.
    ///
    /// - Returns: its number; nil if too many events are waiting.
    mutating func add(_ event: ViewEvent, of node: UInt32) -> UInt32? {
        let input = ViewInterface.Input(number: last + 1, node: node, event: event)
        if let index = overtaken(by: event, of: node) { waiting.remove(at: index) }
        guard waiting.count < Self.limit else { return nil }
        last += 1
        waiting.append(input)
        return input.number
    }

    /// The index of the waiting event that a new one replaces. Changes of other gestures may be between the two: a user has
    /// several fingers.
    private func overtaken(by event: ViewEvent, of node: UInt32) -> Int? {
        let index = waiting.lastIndex { !$0.event.isGestureChange || $0.node == node }
        return index.flatMap { waiting[$0].node == node && waiting[$0].event.isOvertaken(by: event) ? $0 : nil }
    }

    /// Takes the events that can be sent now.
    mutating func due(at now: ContinuousClock.Instant) -> [ViewInterface.Input] {
        let due = waiting.prefix(Self.inFlight - sent.count)
        sent += due.map { ($0, now) }
        waiting.removeFirst(due.count)
        return Array(due)
    }

    /// Removes the events that the extension has handled.
    ///
    /// - Parameter number: the last handled event; 0 for no change.
    /// - Returns: false if no event with this number was sent.
    mutating func handled(through number: UInt32) -> Bool {
        guard number <= sent.last?.input.number ?? handled else { return false }
        handled = max(handled, number)
        sent.removeAll { $0.input.number <= number }
        return true
    }
}

extension ViewEvent {
    /// Whether a following event of the same node makes this one superfluous.
    fileprivate func isOvertaken(by next: ViewEvent) -> Bool {
        switch (self, next) {
        case (.setNumber(_, isFinal: false), .setNumber), (.edit, .edit), (.showRows, .showRows): true
        // The end of a gesture does not replace its last change, which is what most programs follow.
        default: isGestureChange && next.isGestureChange && kind == next.kind
        }
    }
}
