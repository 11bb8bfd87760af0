import AppexModel

/// The keys and values of a domain, and what the records of journals make of them.
struct DefaultsContents: Sendable {
    private(set) var values: [String: PropertyListValue]
    private var sizes: [String: Size]
    private var size: Size

    /// What values take up.
    struct Size: Equatable, Sendable {
        /// The number of values, elements of arrays and dictionaries included.
        var count = 0
        /// At least the number of bytes in a property list.
        var bytes = 0

        fileprivate static func + (one: Size, other: Size) -> Size {
            Size(count: one.count + other.count, bytes: one.bytes + other.bytes)
        }

        fileprivate static func - (one: Size, other: Size) -> Size {
            Size(count: one.count - other.count, bytes: one.bytes - other.bytes)
        }

        fileprivate func isWithin(_ other: Size) -> Bool { count <= other.count && bytes <= other.bytes }
    }

    /// The maximum that a process writes.
    static let writableSize = Size(count: 400_000, bytes: 30 << 20)
    /// The maximum that a process reads from journals. It is twice as much, because several processes can reach the other one at
    /// the same time, and because a journal can be applied to a property list that contains it already.
    static let readableSize = Size(count: 2 * writableSize.count, bytes: 2 * writableSize.bytes)

    /// Creates the contents of a property list.
    init(_ values: [String: PropertyListValue] = [:]) {
        self.values = values
        sizes = Dictionary(uniqueKeysWithValues: values.map { ($0.key, $0.value.size(of: $0.key)) })
        size = sizes.values.reduce(Size(), +)
    }

    /// Whether a process may write a change. One that makes the domain smaller is always possible.
    func hasRoom(for change: JournalRecord.Change) -> Bool { isPossible(sizes(after: change).all, Self.writableSize) }

    /// Applies a change.
    ///
    /// - Returns: false if there is no room. Nothing has been changed then.
    @discardableResult
    mutating func apply(_ change: JournalRecord.Change) -> Bool {
        let (own, all) = sizes(after: change)
        guard isPossible(all, Self.readableSize) else { return false }
        switch change {
        case .set(let key, let value):
            sizes[key] = own
            values[key] = value
        case .remove(let key):
            sizes[key] = nil
            values[key] = nil
        case .replace(let values): self = DefaultsContents(values)
        case .seal: break
        }
        size = all
        return true
    }

    private func isPossible(_ after: Size, _ limit: Size) -> Bool { after.isWithin(limit) || after.isWithin(size) }

    /// The size of the value that a change sets, and of all values after it.
    private func sizes(after change: JournalRecord.Change) -> (own: Size, all: Size) {
        switch change {
        case .set(let key, let value):
            let own = value.size(of: key)
            return (own, size - (sizes[key] ?? Size()) + own)
        case .remove(let key): return (Size(), size - (sizes[key] ?? Size()))
        case .replace(let values): return (Size(), values.reduce(Size()) { $0 + $1.value.size(of: $1.key) })
        case .seal: return (Size(), size)
        }
    }
}

extension PropertyListValue {
    /// What a line of a property list has around its text, with the deepest indentation.
    private static let lineBytes = 80

    /// The size of the value with its key.
    func size(of key: String) -> DefaultsContents.Size {
        var size = DefaultsContents.Size(count: 0, bytes: Self.lineBytes + Self.writtenBytes(of: key))
        add(to: &size)
        return size
    }

    private func add(to size: inout DefaultsContents.Size) {
        size.count += 1
        size.bytes += Self.lineBytes
        switch self {
        case .string(let text): size.bytes += Self.writtenBytes(of: text)
        case .data(let bytes): size.bytes += bytes.count / 3 * 4 + 4
        case .array(let elements): for element in elements { element.add(to: &size) }
        case .dictionary(let entries):
            for (key, entry) in entries {
                size.bytes += Self.lineBytes + Self.writtenBytes(of: key)
                entry.add(to: &size)
            }
        case .integer, .unsigned, .real, .boolean, .date: break
        }
    }

    /// The size of a text in which some characters are written as references, at most eight bytes for each.
    private static func writtenBytes(of text: String) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            var count = 0
            var index = 0
            while index < bytes.count {
                switch bytes[index] {
                case 0x26, 0x3C, 0x3E, 0..<0x20, 0x7F, 0xC0...: count += 8
                // What follows the first byte of a character is counted with it.
                case 0x80..<0xC0: break
                default: count += 1
                }
                index += 1
            }
            return count
        }
    }
}
