package import AppexWire

/// An `NSExtensionItem` on the wire: everything except the content of its attachments.
package struct ItemDescription: WireRecord, Sendable, Equatable {
    /// The title, if any; shortened to ``TextLimits/titleBytes``.
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

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        title = try field(\.title, .optional(.title))
        contentText = try field(\.contentText, .optional(.value(AttributedText.self)))
        userInfo = try field(\.userInfo, .dictionary("the userInfo of an item"))
        attachments = try field(\.attachments, .list(of: .value(ProviderDescription.self)))
    }
}

/// An `NSItemProvider` on the wire: what it offers, and the number by which to load it.
package struct ProviderDescription: WireRecord, Sendable, Equatable {
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

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        identifier = try field(\.identifier, .u64)
        suggestedName = try field(\.suggestedName, .optional(.label(atMost: TextLimits.nameBytes)))
        representations = try field(\.representations, .list(of: .value(RepresentationDescription.self)))
        hasPreview = try field(\.hasPreview, .boolean)
        presentationWidth = try field(\.presentationWidth, .real)
        presentationHeight = try field(\.presentationHeight, .real)
    }
}

/// One representation of a provider.
package struct RepresentationDescription: WireRecord, Sendable, Equatable {
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

    package init(fields field: some FieldCoder<Self>) throws(WireError) {
        typeIdentifier = try field(\.typeIdentifier, .label(atMost: TextLimits.identifierBytes))
        kind = try field(\.kind, .choice("representation"))
        opensInPlace = try field(\.opensInPlace, .boolean)
        value = try field(\.value, .optional(.value(ItemValue.self)))
    }
}
