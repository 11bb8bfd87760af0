import AppexModel

/// One change of a domain of defaults, as it stands in a journal.
///
/// Journals are written by every member of an app group, so their content is untrusted: decoding is total and bounded.
struct JournalRecord: Equatable, Sendable {
    /// What is changed.
    enum Change: Equatable, Sendable {
        case set(String, PropertyListValue)
        case remove(String)
        /// Replaces all keys and values at once.
        case replace([String: PropertyListValue])
        /// Ends the journal. Later changes are in the journal with the next number.
        case seal
    }

    var change: Change
    /// A random number of the process's domain that has written the record, by which it recognizes its own.
    var writer: UInt64
    /// The number of the record among those of its writer.
    var number: UInt64

    /// The maximum size of an encoded key with its value, in bytes.
    static let valueBytes = 4 << 20
    /// The maximum depth of a value, which keeps the file within ``PropertyListLimits/depth``.
    static let depth = 32

    private enum Kind: UInt8 { case set, remove, replace, seal }

    /// The encoded record.
    var payload: [UInt8] {
        var coder = JournalEncoder()
        coder.put(writer)
        coder.put(number)
        switch change {
        case .set(let key, let value):
            coder.bytes.append(Kind.set.rawValue)
            coder.put(key)
            coder.put(value)
        case .remove(let key):
            coder.bytes.append(Kind.remove.rawValue)
            coder.put(key)
        case .replace(let values):
            coder.bytes.append(Kind.replace.rawValue)
            coder.put(.dictionary(values))
        case .seal: coder.bytes.append(Kind.seal.rawValue)
        }
        return coder.bytes
    }

    /// Creates a record.
    init(_ change: Change, writer: UInt64, number: UInt64) {
        self.change = change
        self.writer = writer
        self.number = number
    }

    /// Decodes a record.
    ///
    /// - Returns: nil if the bytes are not a record.
    init?(payload: [UInt8]) {
        var decoder = JournalDecoder(payload)
        guard let writer = decoder.number(), let number = decoder.number(), let kind = decoder.byte().flatMap(Kind.init)
        else { return nil }
        self.writer = writer
        self.number = number
        switch kind {
        case .set:
            guard let key = decoder.text(), let value = decoder.value(depth: 1) else { return nil }
            change = .set(key, value)
        case .remove:
            guard let key = decoder.text() else { return nil }
            change = .remove(key)
        case .replace:
            guard let values = decoder.value(depth: 0)?.dictionary else { return nil }
            change = .replace(values)
        case .seal: change = .seal
        }
        guard decoder.isAtEnd else { return nil }
    }
}

extension PropertyListValue {
    /// Whether the value can be stored: its dates can be written, its texts can be compared at a bounded cost, and it has
    /// at most `depth` levels.
    func isStorable(depth: Int = JournalRecord.depth) -> Bool {
        guard depth > 0 else { return false }
        switch self {
        case .string(let text): return text.isStreamSafe
        case .date(let seconds): return Self.dates.contains(seconds)
        case .array(let elements): return elements.allSatisfy { $0.isStorable(depth: depth - 1) }
        case .dictionary(let entries):
            return entries.allSatisfy { $0.key.isStreamSafe && $0.value.isStorable(depth: depth - 1) }
        case .integer, .unsigned, .real, .boolean, .data: return true
        }
    }

    /// The dates that a property list can hold: the years 1 to 9999, in seconds since 2001.
    static let dates = -63_113_904_000.0...252_423_993_599.0
}

private enum ValueTag: UInt8 { case no, yes, integer, real, string, data, date, array, dictionary, unsigned }

/// Writes the parts of a record.
private struct JournalEncoder {
    var bytes: [UInt8] = []

    mutating func put(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ text: String) {
        put(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put(_ value: PropertyListValue) {
        switch value {
        case .boolean(let flag): tag(flag ? .yes : .no)
        case .integer(let number):
            tag(.integer)
            put(UInt64(bitPattern: number))
        case .unsigned(let number):
            tag(.unsigned)
            put(number)
        case .real(let number):
            tag(.real)
            put(number.bitPattern)
        case .date(let seconds):
            tag(.date)
            put(seconds.bitPattern)
        case .string(let text):
            tag(.string)
            put(text)
        case .data(let data):
            tag(.data)
            put(UInt64(data.count))
            bytes.append(contentsOf: data)
        case .array(let elements):
            tag(.array)
            put(UInt64(elements.count))
            for element in elements { put(element) }
        case .dictionary(let entries):
            tag(.dictionary)
            put(UInt64(entries.count))
            for (key, value) in entries {
                put(key)
                put(value)
            }
        }
    }

    private mutating func tag(_ tag: ValueTag) { bytes.append(tag.rawValue) }
}

/// Reads the parts of a record from untrusted bytes.
private struct JournalDecoder {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() -> UInt8? {
        guard offset < bytes.count else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func number() -> UInt64? {
        guard bytes.count - offset >= 8 else { return nil }
        defer { offset += 8 }
        return bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The number of bytes or elements that follow, each of at least one byte.
    private mutating func count() -> Int? {
        guard let number = number(), number <= UInt64(bytes.count - offset) else { return nil }
        return Int(number)
    }

    private mutating func take() -> ArraySlice<UInt8>? {
        guard let count = count() else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    mutating func text() -> String? {
        guard let text = take().flatMap({ String(validating: $0, as: UTF8.self) }), text.isStreamSafe else {
            return nil
        }
        return text
    }

    mutating func value(depth: Int) -> PropertyListValue? {
        guard depth <= JournalRecord.depth, let tag = byte().flatMap(ValueTag.init) else { return nil }
        switch tag {
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .integer: return number().map { .integer(Int64(bitPattern: $0)) }
        case .unsigned: return number().map(PropertyListValue.init(unsigned:))
        case .real: return number().map { .real(Double(bitPattern: $0)) }
        case .date:
            guard let seconds = number().map(Double.init(bitPattern:)), PropertyListValue.dates.contains(seconds) else {
                return nil
            }
            return .date(seconds)
        case .string: return text().map { .string($0) }
        case .data: return take().map { .data(Array($0)) }
        case .array: return array(depth: depth)
        case .dictionary: return dictionary(depth: depth)
        }
    }

    private mutating func array(depth: Int) -> PropertyListValue? {
        guard let count = count() else { return nil }
        var elements: [PropertyListValue] = []
        for _ in 0..<count {
            guard let element = value(depth: depth + 1) else { return nil }
            elements.append(element)
        }
        return .array(elements)
    }

    private mutating func dictionary(depth: Int) -> PropertyListValue? {
        guard let count = count() else { return nil }
        var entries: [String: PropertyListValue] = [:]
        for _ in 0..<count {
            guard let key = text(), let entry = value(depth: depth + 1) else { return nil }
            entries[key] = entry
        }
        return .dictionary(entries)
    }
}
