import AppexProtocol
import AppexWire

/// What the declarations of records say: their fields and the enumerations in them, as `Documentation/Protocol.md`
/// shows them.
final class RecordTable {
    /// The fields by name of the record.
    private(set) var records: [String: String] = [:]
    /// The raw values by name of the enumeration.
    private(set) var enumerations: [String: String] = [:]

    /// Lists the fields of a record, and of every record that it contains.
    ///
    /// - Returns: the fields in the order in which they are encoded, such as `session: u64, launched: boolean`.
    @discardableResult
    func list<Record: WireRecord>(_ record: Record) throws(WireError) -> String {
        let lister = FieldLister(record, self)
        _ = try Record(fields: lister)
        let fields = lister.fields.isEmpty ? "none" : lister.fields.joined(separator: ", ")
        records[documentedName(Record.self)] = fields
        return fields
    }

    /// Lists the raw values of an enumeration.
    fileprivate func list<Choice: RawRepresentable>(_ type: Choice.Type) {
        guard let choices = type as? any CaseIterable.Type else { return }
        enumerations[documentedName(type)] = cases(of: choices).joined(separator: ", ")
    }

    private func cases<Choice: CaseIterable>(of type: Choice.Type) -> [String] {
        type.allCases.map { choice in
            if let number = (choice as? any RawRepresentable<UInt8>)?.rawValue { return "\(number) \(choice)" }
            return (choice as? any RawRepresentable<String>)?.rawValue ?? "\(choice)"
        }
    }
}

/// The name of a type without its module and without the interface that it belongs to, such as `MetricRecord.Label`.
func documentedName(_ type: Any.Type) -> String {
    var parts = String(reflecting: type).split(separator: ".").dropFirst()
    if let first = parts.first, parts.count > 1, first.hasSuffix("Interface") { parts.removeFirst() }
    return parts.joined(separator: ".")
}

/// Writes down the fields of an existing record.
private final class FieldLister<Record>: FieldCoder {
    private let record: Record
    private let table: RecordTable
    private(set) var fields: [String] = []

    init(_ record: Record, _ table: RecordTable) {
        self.record = record
        self.table = table
    }

    func callAsFunction<Format: WireFormat>(
        _ path: KeyPath<Record, Format.Value>, _ format: Format
    ) throws(WireError) -> Format.Value {
        let value = record[keyPath: path]
        let name = "\(path)".split(separator: ".").last ?? ""
        fields.append("\(name): \((format as? any DocumentedFormat)?.name ?? "unknown")")
        if let format = format as? any DocumentedFormat { try format.list(anything: value, in: table) }
        return value
    }

    func checkDecoded(_ check: () throws(WireError) -> Void) throws(WireError) {}
}

/// A format that `Documentation/Protocol.md` knows.
private protocol DocumentedFormat: WireFormat {
    /// As in the document, such as `list of u32`.
    var name: String { get }
    /// Lists the records and enumerations that values of the format contain.
    func list(_ value: Value, in table: RecordTable) throws(WireError)
}

extension DocumentedFormat {
    func list(_ value: Value, in table: RecordTable) {}

    fileprivate func list(anything value: Any, in table: RecordTable) throws(WireError) {
        if let value = value as? Value { try list(value, in: table) }
    }
}

extension IntegerFormat: DocumentedFormat {
    fileprivate var name: String { (Value.isSigned ? "i" : "u") + "\(Value.bitWidth)" }
}

extension BooleanFormat: DocumentedFormat {
    fileprivate var name: String { "boolean" }
}

extension RealFormat: DocumentedFormat {
    fileprivate var name: String { "real" }
}

extension StringFormat: DocumentedFormat {
    fileprivate var name: String { "string" }
}

extension BoundedStringFormat: DocumentedFormat {
    fileprivate var name: String { "string (at most \(limit) bytes)" }
}

extension LabelFormat: DocumentedFormat {
    fileprivate var name: String { "label (\(limit) bytes)" }
}

extension PathFormat: DocumentedFormat {
    fileprivate var name: String { limit == WireLimits.stringBytes ? "path" : "path (at most \(limit) bytes)" }
}

extension TitleFormat: DocumentedFormat {
    fileprivate var name: String { documentedName(AttributedText.self) }
    fileprivate func list(_ value: AttributedText, in table: RecordTable) throws(WireError) { try table.list(value) }
}

extension ErrorValuesFormat: DocumentedFormat {
    fileprivate var name: String { "dictionary" }

    fileprivate func list(_ value: [String: ItemValue], in table: RecordTable) throws(WireError) {
        for value in value.values { try ValueFormat<ItemValue>.value(ItemValue.self).list(value, in: table) }
    }
}

extension TextFormat: DocumentedFormat {
    fileprivate var name: String { "text" }
}

extension DataFormat: DocumentedFormat {
    fileprivate var name: String { "data" }
}

extension DictionaryFormat: DocumentedFormat {
    fileprivate var name: String { "dictionary" }

    fileprivate func list(_ value: [String: ItemValue], in table: RecordTable) throws(WireError) {
        for value in value.values { try ValueFormat<ItemValue>.value(ItemValue.self).list(value, in: table) }
    }
}

extension ChoiceFormat: DocumentedFormat {
    fileprivate var name: String { "u8 \(documentedName(Value.self))" }
    fileprivate func list(_ value: Value, in table: RecordTable) { table.list(Value.self) }
}

extension WordFormat: DocumentedFormat {
    fileprivate var name: String { "string \(documentedName(Value.self))" }
    fileprivate func list(_ value: Value, in table: RecordTable) { table.list(Value.self) }
}

extension ValueFormat: DocumentedFormat {
    fileprivate var name: String { documentedName(Value.self) }

    fileprivate func list(_ value: Value, in table: RecordTable) throws(WireError) {
        if let record = value as? any WireRecord { try table.list(record) }
        guard let value = value as? ItemValue else { return }
        switch value {
        case .array(let values): for value in values { try list(of: value, in: table) }
        case .dictionary(let values): for value in values.values { try list(of: value, in: table) }
        case .text(let text): try table.list(text)
        case .error(let error): try table.list(error)
        case .object(let object): try table.list(object)
        default: break
        }
    }

    private func list(of value: ItemValue, in table: RecordTable) throws(WireError) {
        try ValueFormat<ItemValue>.value(ItemValue.self).list(value, in: table)
    }
}

extension OptionalFormat: DocumentedFormat {
    fileprivate var name: String { "optional \(nameOf(wrapped))" }

    fileprivate func list(_ value: Wrapped.Value?, in table: RecordTable) throws(WireError) {
        if let value { try (wrapped as? any DocumentedFormat)?.list(anything: value, in: table) }
    }
}

extension ListFormat: DocumentedFormat {
    fileprivate var name: String { "list of \(nameOf(element))" }

    fileprivate func list(_ values: [Element.Value], in table: RecordTable) throws(WireError) {
        for value in values { try (element as? any DocumentedFormat)?.list(anything: value, in: table) }
    }
}

extension BoundedListFormat: DocumentedFormat {
    fileprivate var name: String { "list (at most \(limit)) of \(nameOf(element))" }

    fileprivate func list(_ values: [Element.Value], in table: RecordTable) throws(WireError) {
        for value in values { try (element as? any DocumentedFormat)?.list(anything: value, in: table) }
    }
}

private func nameOf(_ format: some WireFormat) -> String {
    (format as? any DocumentedFormat)?.name ?? "unknown"
}
