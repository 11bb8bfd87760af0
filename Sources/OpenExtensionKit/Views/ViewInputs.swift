import AppexProtocol
import OpenViewTree

/// What a person has done to a view, on its way to the extension, which may be slow.
struct ViewInputs {
    /// How many may be on their way. More wait here, where the next move of a slider takes the place of the one before.
    private static let inFlight = 32
    /// How many may wait. Whatever a person does beyond that is lost, as with every program that hangs.
    private static let limit = 256

    private var last: UInt32 = 0
    /// Up to which number the extension has worked them off.
    private(set) var handled: UInt32 = 0
    private var sent: [(input: ViewInterface.Input, time: ContinuousClock.Instant)] = []
    private var waiting: [ViewInterface.Input] = []

    /// When the oldest was sent that the extension has not worked off; nil when there is none.
    var oldest: ContinuousClock.Instant? { sent.first?.time }

    /// What the extension has not worked off, in order. What it says of the same attributes is older.
    var unheard: [ViewInterface.Input] { sent.map { $0.input } + waiting }

    /// Takes an event.
    ///
    /// - Returns: its number; nil when too many wait.
    mutating func add(_ event: ViewEvent, of node: UInt32) -> UInt32? {
        let input = ViewInterface.Input(number: last + 1, node: node, event: event)
        if let previous = waiting.last, previous.node == node, previous.event.isOvertaken(by: event) {
            waiting.removeLast()
        }
        guard waiting.count < Self.limit else { return nil }
        last += 1
        waiting.append(input)
        return input.number
    }

    /// Those that are to be sent now.
    mutating func due(at now: ContinuousClock.Instant) -> [ViewInterface.Input] {
        let due = waiting.prefix(Self.inFlight - sent.count)
        sent += due.map { ($0, now) }
        waiting.removeFirst(due.count)
        return Array(due)
    }

    /// Notes how far the extension has come.
    ///
    /// - Parameter number: 0 for one that does not say.
    /// - Returns: false when it claims more than was sent.
    mutating func handled(through number: UInt32) -> Bool {
        guard number <= sent.last?.input.number ?? handled else { return false }
        handled = max(handled, number)
        sent.removeAll { $0.input.number <= number }
        return true
    }
}

extension ViewEvent {
    /// Whether it says nothing any more once another event of the same node follows.
    fileprivate func isOvertaken(by next: ViewEvent) -> Bool {
        switch (self, next) {
        case (.setNumber(_, isFinal: false), .setNumber), (.edit, .edit), (.showRows, .showRows): true
        default: false
        }
    }
}
