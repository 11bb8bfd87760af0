package import AppexWire

/// An `NSExtensionItem` on the wire: everything except the content of its attachments.
package struct ItemDescription: WireValue, Sendable, Equatable {
    /// The title, if any.
    package var title: AttributedText?
    /// The text, if any.
    package var contentText: AttributedText?
    /// The item's `userInfo`, without values that cannot be sent.
    package var userInfo: [String: ItemValue]
    /// The item's providers, in order.
    package var attachments: [ProviderDescription]

    /// Creates a description.
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

/// An `NSItemProvider` on the wire: what it offers, and the number by which to load it.
package struct ProviderDescription: WireValue, Sendable, Equatable {
    /// The owner's number for the provider, unique to the connection that carries this description.
    package var identifier: UInt64
    /// A file name to suggest to people; the receiver must not use it as a path.
    package var suggestedName: String?
    /// What can be loaded, in order of fidelity.
    package var representations: [RepresentationDescription]
    /// Whether a preview image can be loaded.
    package var hasPreview: Bool
    /// The preferred width in points; 0 if the owner does not say.
    package var presentationWidth: Double
    /// The preferred height in points; 0 if the owner does not say.
    package var presentationHeight: Double

    /// Creates a description.
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
    /// How the representation was registered, which decides what loading an item gives.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// An object that already exists.
        case object
        /// An object that a load handler returns.
        case handler
        case data, file
        /// Data that an object writes.
        case writing
    }

    /// The uniform type identifier under which to load it.
    package var typeIdentifier: String
    /// How the representation was registered.
    package var kind: Kind
    /// Whether its file may be opened where it is.
    package var opensInPlace: Bool
    /// The content, if it is small and already known, so that it need not be loaded.
    package var value: ItemValue?

    /// Creates a description.
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
