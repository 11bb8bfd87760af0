import AppexModel

/// The keys and values of a domain, and what the records of journals make of them.
struct DefaultsContents: Equatable, Sendable {
    private(set) var values: [String: PropertyListValue] = [:]

    /// What a record asks of the reader of a journal.
    enum Step: Equatable {
        case goOn
        /// The journal has ended, and the next one follows.
        case nextJournal
    }

    /// Creates the contents of a property list.
    init(_ values: [String: PropertyListValue] = [:]) { self.values = values }

    /// Applies a record.
    mutating func apply(_ change: JournalRecord.Change) -> Step {
        switch change {
        case .set(let key, let value): values[key] = value
        case .remove(let key): values[key] = nil
        case .clear: values = [:]
        case .seal: return .nextJournal
        }
        return .goOn
    }
}
