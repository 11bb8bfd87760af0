package import AppexWire

/// The amount and types of what a host is about to hand over, for the report should the extension not survive it.
package struct RequestSummary: WireRecord, Sendable, Hashable {
    /// The number of items.
    package var items: UInt32
    /// The number of attachments of all items.
    package var attachments: UInt32
    /// The distinct types of the attachments; at most ``typeLimit``, each of at most ``typeBytes`` bytes.
    package var types: [String]

    /// The largest number of types in a summary; further types are left out.
    package static let typeLimit = 16
    /// The largest number of UTF-8 bytes of a type; a longer type is left out.
    package static let typeBytes = 128

    /// Creates a summary. Bounds are checked when it is encoded.
    package init(items: UInt32 = 0, attachments: UInt32 = 0, types: [String] = []) {
        self.items = items
        self.attachments = attachments
        self.types = types
    }

    /// Counts attachments, each given by its types.
    package init(items: Int, attachments: some Sequence<[String]>) {
        var count: UInt32 = 0
        var types: [String] = []
        for attachment in attachments {
            count += 1
            for type in attachment where types.count < Self.typeLimit && type.utf8.count <= Self.typeBytes {
                if !types.contains(type) { types.append(type) }
            }
        }
        self.init(items: UInt32(clamping: items), attachments: count, types: types)
    }

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        items = try field(\.items, .u32)
        attachments = try field(\.attachments, .u32)
        types = try field(
            \.types,
            .list(
                of: .string(atMost: Self.typeBytes, "a type of a request"),
                atMost: Self.typeLimit, "the types of a request"))
    }
}
