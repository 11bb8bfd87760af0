/// A record between two zero bytes, which occur nowhere else in a journal.
///
/// The record and its checksum are encoded by Consistent Overhead Byte Stuffing
/// ([Cheshire and Baker, 1999](https://doi.org/10.1109/90.769765)). What a killed process or a full disk has cut off ends at
/// the next zero byte and fails the checksum, and the record after it is read as usual.
enum JournalFrame {
    /// The maximum size of a frame in bytes. A longer one is skipped.
    static let limit = JournalRecord.valueBytes + JournalRecord.valueBytes / 64 + 1024

    private static let checksumBytes = 8

    /// The bytes of a frame.
    static func bytes(of record: JournalRecord) -> [UInt8] {
        var content = record.payload
        withUnsafeBytes(of: checksum(content[...]).littleEndian) { content.append(contentsOf: $0) }
        var frame: [UInt8] = [0]
        frame.reserveCapacity(content.count + content.count / 254 + 4)
        stuff(content, into: &frame)
        frame.append(0)
        return frame
    }

    /// The record of a frame without its zero bytes.
    ///
    /// - Returns: nil if the frame is not complete, or not a record.
    static func record(in frame: ArraySlice<UInt8>) -> JournalRecord? {
        guard let content = unstuffed(frame), content.count >= checksumBytes else { return nil }
        let payload = content.dropLast(checksumBytes)
        let expected = content.suffix(checksumBytes).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return checksum(payload) == expected ? JournalRecord(payload: Array(payload)) : nil
    }

    /// FNV-1a with 64 bits.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Appends the bytes in a form without zeros: blocks of up to 254 bytes, each after a byte with its length plus one. A
    /// zero follows each block that is shorter, except the last one.
    static func stuff(_ bytes: [UInt8], into frame: inout [UInt8]) {
        var head = frame.count
        frame.append(1)
        for byte in bytes {
            if byte != 0 {
                frame.append(byte)
                frame[head] += 1
                guard frame[head] == 0xFF else { continue }
            }
            head = frame.count
            frame.append(1)
        }
    }

    /// The bytes before they were stuffed.
    ///
    /// - Returns: nil if the last block is incomplete.
    static func unstuffed(_ frame: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(frame.count)
        var rest = frame
        while let head = rest.popFirst() {
            let length = Int(head) - 1
            guard length >= 0, rest.count >= length else { return nil }
            bytes.append(contentsOf: rest.prefix(length))
            rest = rest.dropFirst(length)
            if head < 0xFF, !rest.isEmpty { bytes.append(0) }
        }
        return bytes
    }
}

/// Finds the records in the bytes of a journal, which arrive in pieces.
struct JournalParser {
    /// The beginning of a frame whose end has not been read.
    private var pending: [UInt8] = []
    /// Whether the rest of a frame that is too long is skipped.
    private var isSkipping = false

    /// Reads the next bytes.
    ///
    /// - Returns: the records that they complete, in order.
    mutating func records(in bytes: some Sequence<UInt8>) -> [JournalRecord] {
        var records: [JournalRecord] = []
        for byte in bytes {
            if byte != 0 {
                if isSkipping { continue }
                pending.append(byte)
                guard pending.count > JournalFrame.limit else { continue }
                isSkipping = true
            } else if !isSkipping, !pending.isEmpty, let record = JournalFrame.record(in: pending[...]) {
                records.append(record)
            }
            if byte == 0 { isSkipping = false }
            pending.removeAll(keepingCapacity: pending.count < 4096)
        }
        return records
    }
}
