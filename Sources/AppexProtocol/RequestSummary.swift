package import AppexWire

/// The amount and types of what a host is about to hand over, for the report should the extension not survive it.
package struct RequestSummary: WireValue, Sendable, Hashable {
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

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(items)
        encoder.integer(attachments)
        try encoder.bounded(types, "the types of a request", Self.typeLimit) { (encoder, type) throws(WireError) in
            guard type.utf8.count <= Self.typeBytes else { throw Self.tooLong }
            try encoder.string(type)
        }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        items = try decoder.integer()
        attachments = try decoder.integer()
        types = try decoder.bounded("the types of a request", Self.typeLimit) { (decoder) throws(WireError) in
            let type = try decoder.string()
            guard type.utf8.count <= Self.typeBytes else { throw Self.tooLong }
            return type
        }
    }

    private static var tooLong: WireError { .tooLarge("a type of a request", limit: typeBytes) }
}
