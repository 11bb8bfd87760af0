import AppexModel

/// The keys and values of a domain, and what the records of journals make of them.
struct DefaultsContents: Equatable, Sendable {
    private(set) var values: [String: PropertyListValue]
    /// The number of values, elements of arrays and dictionaries included.
    private var count: Int

    /// The maximum number of values. A property list with so many can be read; a few bytes of a journal could stand for much
    /// more memory otherwise.
    static let limit = PropertyListLimits.Bounds.defaults.objects / 2

    /// Creates the contents of a property list.
    init(_ values: [String: PropertyListValue] = [:]) {
        self.values = values
        count = Self.count(values)
    }

    /// Whether there is room for what a record adds.
    func hasRoom(for change: JournalRecord.Change) -> Bool {
        switch change {
        case .set(let key, let value): count - (values[key]?.count ?? 0) + value.count <= Self.limit
        case .replace(let values): Self.count(values) <= Self.limit
        case .remove, .seal: true
        }
    }

    /// Applies a record. One for which there is no room changes nothing.
    mutating func apply(_ change: JournalRecord.Change) {
        guard hasRoom(for: change) else { return }
        switch change {
        case .set(let key, let value):
            count += value.count - (values.updateValue(value, forKey: key)?.count ?? 0)
        case .remove(let key): count -= values.removeValue(forKey: key)?.count ?? 0
        case .replace(let values): self = DefaultsContents(values)
        case .seal: break
        }
    }

    private static func count(_ values: [String: PropertyListValue]) -> Int {
        values.values.reduce(0) { $0 + $1.count }
    }
}

extension PropertyListValue {
    /// The number of values in the tree.
    fileprivate var count: Int {
        switch self {
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .dictionary(let entries): entries.values.reduce(1) { $0 + $1.count }
        case .string, .integer, .real, .boolean, .date, .data: 1
        }
    }
}
