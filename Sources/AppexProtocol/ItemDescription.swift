package import AppexWire

/// One `NSExtensionItem` on its way: everything but the content of its attachments.
package struct ItemDescription: WireValue, Sendable, Equatable {
    package var title: AttributedText?
    package var contentText: AttributedText?
    package var userInfo: [String: ItemValue]
    package var attachments: [ProviderDescription]

    package init(
        title: AttributedText? = nil, contentText: AttributedText? = nil, userInfo: [String: ItemValue] = [:],
        attachments: [ProviderDescription] = []
    ) {
        self.title = title
        self.contentText = contentText
        self.userInfo = userInfo
        self.attachments = attachments
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.optional(title) { (encoder, value) throws(WireError) in try encoder.value(value) }
        try encoder.optional(contentText) { (encoder, value) throws(WireError) in try encoder.value(value) }
        try encoder.value(ItemValue.dictionary(userInfo))
        try encoder.list(attachments) { (encoder, value) throws(WireError) in try encoder.value(value) }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        title = try decoder.optional { (decoder) throws(WireError) in try AttributedText(from: &decoder) }
        contentText = try decoder.optional { (decoder) throws(WireError) in try AttributedText(from: &decoder) }
        userInfo = try ItemValue.dictionary(from: &decoder, of: "the userInfo of an item")
        attachments = try decoder.list { (decoder) throws(WireError) in try ProviderDescription(from: &decoder) }
    }
}

/// One `NSItemProvider` on its way: what it offers, in order of fidelity, and the number under
/// which its owner loads it.
package struct ProviderDescription: WireValue, Sendable, Equatable {
    /// Names the provider on the connection that carries this description.
    package var identifier: UInt64
    package var suggestedName: String?
    package var representations: [RepresentationDescription]
    /// Whether a preview image can be loaded.
    package var hasPreview: Bool
    /// In points; zero means that the owner does not say.
    package var presentationWidth: Double
    package var presentationHeight: Double

    package init(
        identifier: UInt64, suggestedName: String? = nil, representations: [RepresentationDescription] = [],
        hasPreview: Bool = false, presentationWidth: Double = 0, presentationHeight: Double = 0
    ) {
        self.identifier = identifier
        self.suggestedName = suggestedName
        self.representations = representations
        self.hasPreview = hasPreview
        self.presentationWidth = presentationWidth
        self.presentationHeight = presentationHeight
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        encoder.integer(identifier)
        try encoder.optional(suggestedName) { (encoder, value) throws(WireError) in try encoder.string(value) }
        try encoder.list(representations) { (encoder, value) throws(WireError) in try encoder.value(value) }
        encoder.boolean(hasPreview)
        encoder.real(presentationWidth)
        encoder.real(presentationHeight)
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        identifier = try decoder.integer()
        suggestedName = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
        representations = try decoder.list { (decoder) throws(WireError) in
            try RepresentationDescription(from: &decoder)
        }
        hasPreview = try decoder.boolean()
        presentationWidth = try decoder.real()
        presentationHeight = try decoder.real()
    }
}

/// One representation of a provider.
package struct RepresentationDescription: WireValue, Sendable, Equatable {
    /// By which interface it was registered, which decides what a load of an item gives.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// An object that was there.
        case object
        /// An object that a load handler makes.
        case handler
        case data, file
        /// Data that an object writes.
        case writing
    }

    package var typeIdentifier: String
    package var kind: Kind
    /// Whether its file may be opened where it is.
    package var opensInPlace: Bool
    /// What a load gives, when it is small and known already: nobody need ask for it.
    package var value: ItemValue?

    package init(_ typeIdentifier: String, _ kind: Kind, opensInPlace: Bool = false, value: ItemValue? = nil) {
        self.typeIdentifier = typeIdentifier
        self.kind = kind
        self.opensInPlace = opensInPlace
        self.value = value
    }

    package func encode(to encoder: inout WireEncoder) throws(WireError) {
        try encoder.string(typeIdentifier)
        encoder.integer(kind.rawValue)
        encoder.boolean(opensInPlace)
        try encoder.optional(value) { (encoder, value) throws(WireError) in try encoder.value(value) }
    }

    package init(from decoder: inout WireDecoder) throws(WireError) {
        typeIdentifier = try decoder.string()
        let raw = try decoder.integer(UInt8.self)
        guard let kind = Kind(rawValue: raw) else { throw .malformed("representation \(raw)") }
        self.kind = kind
        opensInPlace = try decoder.boolean()
        value = try decoder.optional { (decoder) throws(WireError) in try ItemValue(from: &decoder) }
    }
}
