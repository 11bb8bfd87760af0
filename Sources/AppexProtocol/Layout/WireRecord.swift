package import AppexWire

/// A value whose encoded form is declared once, as the sequence of its fields. Both directions come from that
/// declaration, so they cannot disagree.
///
/// ```swift
/// package init(fields field: some FieldCoder<Self>) throws(WireError) {
///     session = try field(\.session, .u64)
///     detail = try field(\.detail, .string(atMost: 256, "the bytes of a reason"))
/// }
/// ```
///
/// A ``FieldDecoder`` reads each field in turn. A ``FieldEncoder`` writes the field of an existing value and returns
/// it. The compiler specialises the initialiser for both, which removes the key paths; it can do so because everything
/// that is generic here lies in the module of the records.
///
/// Each field names its ``WireFormat`` with the bounds that both directions enforce. A condition that concerns several
/// fields follows them: as a plain `guard` if it holds in both directions, and in ``FieldCoder/checkDecoded(_:)`` if
/// only foreign bytes are checked.
package protocol WireRecord: WireValue {
    /// Visits the fields in the order in which they are encoded.
    ///
    /// - Throws: `WireError.malformed` or `WireError.tooLarge` for a field that is not as declared.
    init(fields field: some FieldCoder<Self>) throws(WireError)
}

extension WireRecord {
    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try withUnsafeMutablePointer(to: &encoder) { (encoder) throws(WireError) in
            _ = try Self(fields: FieldEncoder(self, encoder))
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        self = try withUnsafeMutablePointer(to: &decoder) { (decoder) throws(WireError) in
            try Self(fields: FieldDecoder(decoder))
        }
    }
}

/// A record without fields; its encoded form is empty.
package protocol EmptyRecord: WireRecord {
    /// Creates the record.
    init()
}

extension EmptyRecord {
    /// Visits nothing.
    package init(fields field: some FieldCoder<Self>) throws(WireError) { self.init() }
}
