/// Reads binary property lists (`bplist00`).
///
/// The format is a table of offsets to objects. Arrays and dictionaries refer to their members by index, so a malicious
/// list can contain itself, or the same object many times. Therefore the limits apply to the resulting tree.
struct BinaryPropertyListReader {
    static let magic = Array("bplist00".utf8)
    /// Bytes of the trailer at the end of the file.
    private static let trailerBytes = 32

    private let bytes: [UInt8]
    private let file: String
    private var budget: PropertyListBudget
    /// What is probably a mistake, in sentences.
    private(set) var remarks: [String] = []
    private var offsetBytes = 0
    private var referenceBytes = 0
    private var objectCount = 0
    private var tableOffset = 0

    init(bytes: [UInt8], file: String, within bounds: PropertyListLimits.Bounds = .manifest) {
        self.bytes = bytes
        self.file = file
        budget = PropertyListBudget(file: file, within: bounds)
    }

    private func error(_ found: String, at offset: Int, expected: String = "a binary property list") -> ManifestError {
        ManifestError(.syntax, file: file, found: "\(found) at byte \(offset)", expected: expected)
    }

    /// Reads the whole file.
    mutating func read() throws(ManifestError) -> PropertyListValue {
        let trailer = bytes.count - Self.trailerBytes
        guard trailer >= Self.magic.count else { throw error("a list cut short", at: bytes.count) }
        offsetBytes = Int(bytes[trailer + 6])
        referenceBytes = Int(bytes[trailer + 7])
        objectCount = try size(at: trailer + 8, length: 8)
        let top = try size(at: trailer + 16, length: 8)
        tableOffset = try size(at: trailer + 24, length: 8)
        guard (1...8).contains(offsetBytes), (1...8).contains(referenceBytes), top < objectCount else {
            throw error("a trailer that contradicts itself", at: trailer)
        }
        // Each object takes at least one byte, so neither number can exceed the file; this also keeps
        // the product below from overflowing.
        guard objectCount <= trailer, tableOffset <= trailer,
            objectCount * offsetBytes <= trailer - tableOffset
        else { throw error("an offset table outside the file", at: trailer) }
        return try object(top, depth: 1)
    }

    /// A big-endian number of up to eight bytes that has to fit an `Int`.
    private func size(at offset: Int, length: Int) throws(ManifestError) -> Int {
        guard offset >= 0, length >= 0, length <= bytes.count, offset <= bytes.count - length else {
            throw error("a number outside the file", at: offset)
        }
        guard let value = Int(exactly: unsigned(at: offset, length: length)) else {
            throw error("a number that is too large", at: offset)
        }
        return value
    }

    /// A big-endian number; the caller has checked the range. Of more than eight bytes, the last
    /// eight count.
    private func unsigned(at offset: Int, length: Int) -> UInt64 {
        bytes[offset..<(offset + length)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The content bytes of an object that starts at `offset`, checked against the file.
    private func content(at offset: Int, count: Int, width: Int = 1) throws(ManifestError) -> Range<Int> {
        guard offset <= tableOffset, count >= 0, count <= (tableOffset - offset) / width else {
            throw error("an object that reaches beyond the objects", at: offset)
        }
        return offset..<(offset + count * width)
    }

    /// Where the object with a number begins.
    private func offset(of index: Int) throws(ManifestError) -> Int {
        guard index < objectCount else { throw error("object number \(index)", at: tableOffset) }
        let offset = try size(at: tableOffset + index * offsetBytes, length: offsetBytes)
        guard offset >= Self.magic.count, offset < tableOffset else {
            throw error("an object outside the objects", at: offset)
        }
        return offset
    }

    private mutating func object(_ index: Int, depth: Int) throws(ManifestError) -> PropertyListValue {
        try budget.spendObject(depth: depth)
        let offset = try self.offset(of: index)
        let marker = bytes[offset]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0 where low == 8 || low == 9: return .boolean(low == 9)
        case 0x1 where low <= 4: return try integer(at: offset + 1, length: 1 << low)
        case 0x2 where low == 2 || low == 3: return .real(try real(at: offset + 1, length: 1 << low))
        case 0x3 where low == 3: return .date(try real(at: offset + 1, length: 8))
        case 0x4, 0x5, 0x6, 0x7: return try blob(kind: marker >> 4, low: low, at: offset)
        case 0xA, 0xD: return try container(isArray: marker >> 4 == 0xA, low: low, at: offset, depth: depth)
        default:
            throw error("the marker 0x\(String(marker, radix: 16))", at: offset, expected: "a property list object")
        }
    }

    /// Reads the number of elements, which is in the marker or, from 15 up, in an integer after it.
    private func count(low: Int, at offset: Int) throws(ManifestError) -> (count: Int, start: Int) {
        guard low == 0xF else { return (low, offset + 1) }
        let marker = try content(at: offset + 1, count: 1)
        let power = bytes[marker.lowerBound]
        guard power >> 4 == 1, power & 0x0F <= 3 else { throw error("a length that is not an integer", at: offset) }
        let range = try content(at: offset + 2, count: 1 << Int(power & 0x0F))
        return (try size(at: range.lowerBound, length: range.count), range.upperBound)
    }

    /// One, two and four bytes are unsigned, eight are signed, sixteen are signed too, and hold a number of 64 bits with or without a sign.
    private func integer(at offset: Int, length: Int) throws(ManifestError) -> PropertyListValue {
        let range = try content(at: offset, count: length)
        let value = unsigned(at: range.lowerBound, length: length)
        guard length == 16 else { return .integer(Int64(bitPattern: value)) }
        switch unsigned(at: range.lowerBound, length: 8) {
        case 0: return PropertyListValue(unsigned: value)
        case .max where Int64(bitPattern: value) < 0: return .integer(Int64(bitPattern: value))
        default: throw error("an integer of more than 64 bits", at: offset, expected: "at most 64 bits")
        }
    }

    private func real(at offset: Int, length: Int) throws(ManifestError) -> Double {
        let range = try content(at: offset, count: length)
        let bits = unsigned(at: range.lowerBound, length: length)
        return length == 8 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// Data (4), ASCII (5), UTF-16 (6) and UTF-8 (7).
    private mutating func blob(kind: UInt8, low: Int, at offset: Int) throws(ManifestError) -> PropertyListValue {
        let (count, start) = try count(low: low, at: offset)
        let range = try content(at: start, count: count, width: kind == 6 ? 2 : 1)
        try budget.spendContent(range.count)
        let slice = bytes[range]
        let text: String?
        switch kind {
        case 4: return .data(Array(slice))
        case 5: text = slice.allSatisfy { $0 < 0x80 } ? String(decoding: slice, as: UTF8.self) : nil
        case 6:
            let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { index in
                UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
            }
            text = String(validating: units, as: UTF16.self)
        default: text = String(validating: slice, as: UTF8.self)
        }
        guard let text else { throw error("a string in a broken encoding", at: offset) }
        try budget.checkMarks(of: text)
        return .string(text)
    }

    private mutating func container(
        isArray: Bool, low: Int, at offset: Int, depth: Int
    ) throws(ManifestError) -> PropertyListValue {
        let (count, start) = try count(low: low, at: offset)
        let references = try content(at: start, count: count, width: isArray ? referenceBytes : 2 * referenceBytes)
        func reference(_ index: Int) throws(ManifestError) -> Int {
            try size(at: references.lowerBound + index * referenceBytes, length: referenceBytes)
        }
        guard !isArray else {
            var elements: [PropertyListValue] = []
            for index in 0..<count { elements.append(try object(try reference(index), depth: depth + 1)) }
            return .array(elements)
        }
        var entries: [String: PropertyListValue] = [:]
        for index in 0..<count {
            // The marker is checked first: a key counts as no deeper than its dictionary, and could be that dictionary.
            guard (0x5...0x7).contains(bytes[try self.offset(of: try reference(index))] >> 4),
                case .string(let key) = try object(try reference(index), depth: depth)
            else {
                throw error("a key that is not a string", at: offset)
            }
            let value = try object(try reference(count + index), depth: depth + 1)
            guard entries[key] != nil else {
                entries[key] = value
                continue
            }
            guard remarks.count < PropertyListValue.remarkLimit else { continue }
            let name = ManifestError.printable(key, limit: ManifestError.foundBytes)
            remarks.append(
                "The dictionary at byte \(offset) contains the key \"\(name)\" twice. The first value counts.")
        }
        return .dictionary(entries)
    }
}
