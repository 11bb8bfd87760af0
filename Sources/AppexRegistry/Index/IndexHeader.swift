/// The first bytes of a ``RegistryIndex``: a mark, a checksum, the revision of the database, and the length of each
/// section.
enum IndexHeader {
    /// Bytes of the header.
    private static let size = lengths + 4 * RegistryIndex.Section.allCases.count

    /// `APPEXRI` and the version of the format.
    private static let magic: UInt64 = 0x0549_5258_4550_5041
    private static let checksum = 8
    private static let revision = 16
    private static let lengths = 24

    /// Appends the sections to a header.
    static func bytes(revision: Int64, sections: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + sections.reduce(0) { $0 + $1.count })
        append(magic, to: &bytes)
        append(UInt64(0), to: &bytes)
        append(revision, to: &bytes)
        for section in sections { append(UInt32(clamping: section.count), to: &bytes) }
        for section in sections { bytes += section }
        return signed(bytes)
    }

    /// The bytes with their correct checksum. There must be at least as many as a header has.
    static func signed(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= size else { return bytes }
        var signed = bytes
        withUnsafeBytes(of: sum(of: bytes).littleEndian) { signed.replaceSubrange(checksum..<revision, with: $0) }
        return signed
    }

    /// The ranges of the sections; nil if the bytes are not of the form that ``bytes(revision:sections:)`` creates.
    static func sections(of bytes: [UInt8]) -> [Range<Int>]? {
        guard bytes.count >= size, integer(UInt64.self, at: 0, of: bytes) == magic,
            integer(UInt64.self, at: checksum, of: bytes) == sum(of: bytes)
        else { return nil }
        var ranges: [Range<Int>] = []
        var start = size
        for section in RegistryIndex.Section.allCases {
            let length = Int(integer(UInt32.self, at: lengths + 4 * section.rawValue, of: bytes) ?? .max)
            guard length <= bytes.count - start else { return nil }
            ranges.append(start..<start + length)
            start += length
        }
        return start == bytes.count ? ranges : nil
    }

    /// The revision of the database from which an index was created.
    static func revision(of bytes: [UInt8]) -> Int64 {
        integer(Int64.self, at: revision, of: bytes) ?? 0
    }

    /// Appends an integer, little-endian.
    static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// The integer at an offset; nil if it is not within the bytes.
    static func integer<Value: FixedWidthInteger>(_ type: Value.Type, at offset: Int, of bytes: [UInt8]) -> Value? {
        guard offset >= 0, bytes.count >= MemoryLayout<Value>.size, offset <= bytes.count - MemoryLayout<Value>.size
        else { return nil }
        return bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self)) }
    }

    /// A checksum that detects damage. It processes eight bytes at a time, because it is computed for megabytes at each
    /// start. It does not protect against tampering, since whoever can write the file can also write the database.
    private static func sum(of bytes: [UInt8]) -> UInt64 {
        let content = bytes.dropFirst(revision)
        return content.withUnsafeBytes { content in
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325
            let whole = content.count & ~7
            for offset in stride(from: 0, to: whole, by: 8) {
                sum = mix(sum, UInt64(littleEndian: content.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            }
            for byte in content[whole...] { sum = mix(sum, UInt64(byte)) }
            return sum
        }
    }

    private static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ (product >> 29)
    }
}
