package import AppexWire

/// Visits the fields of a record in the order of its declaration; see ``WireRecord``.
package protocol FieldCoder<Record> {
    /// The type whose fields are visited.
    associatedtype Record

    /// Visits the next field.
    ///
    /// - Returns: the value of the field: the one that was read, or the one that was written.
    /// - Throws: `WireError.malformed` or `WireError.tooLarge` if the value is not as `format` describes it.
    func callAsFunction<Format: WireFormat>(
        _ path: KeyPath<Record, Format.Value>, _ format: Format
    ) throws(WireError) -> Format.Value

    /// Checks a condition on foreign bytes that a single format cannot express. The check runs only when a value is
    /// decoded: a value of this process is encoded as it is.
    ///
    /// - Throws: what `check` throws.
    func checkDecoded(_ check: () throws(WireError) -> Void) throws(WireError)
}

/// Reads the fields of a record from bytes that nobody vouches for.
struct FieldDecoder<Record>: FieldCoder {
    /// Valid while the record is decoded. A pointer, because a copy of the decoder would retain and release its bytes.
    private let decoder: UnsafeMutablePointer<WireDecoder>

    init(_ decoder: UnsafeMutablePointer<WireDecoder>) {
        self.decoder = decoder
    }

    @inline(__always)
    func callAsFunction<Format: WireFormat>(
        _ path: KeyPath<Record, Format.Value>, _ format: Format
    ) throws(WireError) -> Format.Value {
        try format.decode(from: &decoder.pointee)
    }

    @inline(__always)
    func checkDecoded(_ check: () throws(WireError) -> Void) throws(WireError) {
        try check()
    }
}

/// Writes the fields of an existing record.
struct FieldEncoder<Record>: FieldCoder {
    private let record: Record
    /// Valid while the record is encoded. A pointer, because a copy of the encoder would copy its bytes.
    private let encoder: UnsafeMutablePointer<WireEncoder>

    init(_ record: Record, _ encoder: UnsafeMutablePointer<WireEncoder>) {
        self.record = record
        self.encoder = encoder
    }

    @inline(__always)
    func callAsFunction<Format: WireFormat>(
        _ path: KeyPath<Record, Format.Value>, _ format: Format
    ) throws(WireError) -> Format.Value {
        let value = record[keyPath: path]
        try format.encode(value, to: &encoder.pointee)
        return value
    }

    @inline(__always)
    func checkDecoded(_ check: () throws(WireError) -> Void) throws(WireError) {}
}
