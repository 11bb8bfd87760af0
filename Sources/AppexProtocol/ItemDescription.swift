package import AppexWire

/// One `NSExtensionItem` on its way: everything but the content of its attachments.
package struct ItemDescription: WireValue, Sendable, Equatable {
    package var title: String?
    package var contentText: String?
    package var userInfo: [String: ItemValue]
    package var attachments: [ProviderDescription]

    package init(
        title: String? = nil, contentText: String? = nil, userInfo: [String: ItemValue] = [:],
        attachments: [ProviderDescription] = []
    ) {
        self.title = title
        self.contentText = contentText
        self.userInfo = userInfo
        self.attachments = attachments
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.optional(title) { (encoder, value) throws(WireError) in try encoder.text(value) }
        try encoder.optional(contentText) { (encoder, value) throws(WireError) in try encoder.text(value) }
        try encoder.value(ItemValue.dictionary(userInfo))
        try encoder.list(attachments) { (encoder, value) throws(WireError) in try encoder.value(value) }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        title = try decoder.optional { (decoder) throws(WireError) in try decoder.text() }
        contentText = try decoder.optional { (decoder) throws(WireError) in try decoder.text() }
        guard case .dictionary(let entries) = try ItemValue(from: &decoder) else {
            throw .malformed("the userInfo of an item is no dictionary")
        }
        userInfo = entries
        attachments = try decoder.list { (decoder) throws(WireError) in try ProviderDescription(from: &decoder) }
    }
}

/// One `NSItemProvider` on its way: what it offers, in order of fidelity, and the number under
/// which its owner loads it.
package struct ProviderDescription: WireValue, Sendable, Equatable {
    /// Names the provider on the connection that carries this description.
    package var identifier: UInt64
    package var suggestedName: String?
    package var typeIdentifiers: [String]

    package init(identifier: UInt64, suggestedName: String? = nil, typeIdentifiers: [String] = []) {
        self.identifier = identifier
        self.suggestedName = suggestedName
        self.typeIdentifiers = typeIdentifiers
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(identifier)
        try encoder.optional(suggestedName) { (encoder, value) throws(WireError) in try encoder.string(value) }
        try encoder.strings(typeIdentifiers)
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        identifier = try decoder.integer()
        suggestedName = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
        typeIdentifiers = try decoder.strings()
    }
}

/// An `NSError` on its way. Values that are no property-list values stay behind.
package struct ErrorDescription: WireValue, Sendable, Equatable {
    package var domain: String
    package var code: Int64
    package var userInfo: [String: ItemValue]

    package init(domain: String, code: Int64, userInfo: [String: ItemValue]) {
        self.domain = domain
        self.code = code
        self.userInfo = userInfo
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(domain)
        encoder.integer(code)
        try encoder.value(ItemValue.dictionary(userInfo))
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        domain = try decoder.string()
        code = try decoder.integer()
        guard case .dictionary(let entries) = try ItemValue(from: &decoder) else {
            throw .malformed("the userInfo of an error is no dictionary")
        }
        userInfo = entries
    }
}
