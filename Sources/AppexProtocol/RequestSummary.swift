package import AppexWire

/// What a host is about to hand over, as numbers and types: for the report, should the extension not survive it.
package struct RequestSummary: WireValue, Sendable, Hashable {
    package var items: UInt32
    /// Of all items together.
    package var attachments: UInt32
    /// The types of the attachments, each once; the first ``typeLimit`` of them.
    package var types: [String]

    package static let typeLimit = 16
    /// Bytes of a type; a longer one is left out.
    package static let typeBytes = 128

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
