package import AppexWire

/// The messages by which a host edits a photograph or a video with an extension of the point `com.apple.photo-editing`,
/// on the socket of their session.
///
/// They follow a ``SessionInterface/Begin`` that announces them (``SessionInterface/Begin/makesPointCalls``). The
/// extension never ends the request on its own: the host ends it with ``End``, which the extension answers and then
/// completes the request. Neither side trusts the other.
package enum PhotoInterface {
    /// The maximum size of the data of an edit, in bytes. Apple's limit is of the same order.
    package static let adjustmentBytes = 2 << 20
    /// The maximum size of a format's identifier or version, in bytes.
    package static let formatBytes = 256

    /// The description of an edit (`PHAdjustmentData`).
    package struct Adjustment: WireRecord, Sendable, Equatable {
        /// The identifier of the data's format, such as `org.example.Film`.
        package var formatIdentifier: String
        /// The version of the data's format.
        package var formatVersion: String
        /// The data, whose format only the extension knows. The receiver checks its size.
        package var data: [UInt8]

        /// Creates a description.
        package init(formatIdentifier: String, formatVersion: String, data: [UInt8]) {
            self.formatIdentifier = formatIdentifier
            self.formatVersion = formatVersion
            self.data = data
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            formatIdentifier = try field(\.formatIdentifier, .string(atMost: formatBytes, "a format's identifier"))
            formatVersion = try field(\.formatVersion, .string(atMost: formatBytes, "a format's version"))
            data = try field(\.data, .data)
        }
    }

    /// An answer of yes or no.
    package struct Answer: WireRecord, Sendable, Equatable {
        /// Whether the answer is yes.
        package var isYes: Bool

        /// Creates an answer.
        package init(_ isYes: Bool) { self.isYes = isYes }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            isYes = try field(\.isYes, .boolean)
        }
    }

    /// Asks whether the extension understands the description of an earlier edit (`canHandle`).
    ///
    /// - Direction: host to extension, before ``Start``.
    package struct CanHandle: WireRequest, WireRecord {
        /// Whether it does.
        package typealias Reply = Answer
        /// The message code on the wire.
        package static let code: UInt16 = 0x331
        /// The earlier edit.
        package var adjustment: Adjustment

        /// Creates the request.
        package init(_ adjustment: Adjustment) { self.adjustment = adjustment }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            adjustment = try field(\.adjustment, .value(Adjustment.self))
        }
    }

    /// The kind of what is edited.
    package enum Media: UInt8, Sendable, CaseIterable {
        case image, video
    }

    /// Begins editing (`startContentEditing`). The reply follows when the extension's method has returned.
    ///
    /// - Direction: host to extension, once.
    /// - Trust: the host may lie about everything in it. The extension loads the file and the picture as it loads other
    ///   items of a host.
    package struct Start: WireRequest, WireRecord {
        /// An empty reply: the extension has begun.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x332
        /// The kind of what is edited.
        package var media: Media
        /// The type of the file.
        package var typeIdentifier: String
        /// How the pixels of the file have to be turned, as in EXIF: from 1, which is upright, to 8.
        package var orientation: UInt8
        /// Properties of the photograph, as the bits of `PHAssetMediaSubtype`.
        package var subtypes: UInt64
        /// When the photograph was taken, in seconds since 1970; nil if it is not known.
        package var created: Double?
        /// The earlier edit that the extension continues; nil for a new edit.
        package var adjustment: Adjustment?
        /// An item with one attachment: the file.
        package var file: ItemDescription
        /// An item with one attachment: the file as an upright JPEG that fits the host's room; nil if the host cannot decode it.
        package var display: ItemDescription?
        /// An item with one attachment: the last rendition as an upright JPEG that fits the host's room; nil if ``display``
        /// shows it.
        package var placeholder: ItemDescription?

        /// Creates the request.
        package init(
            media: Media, typeIdentifier: String, orientation: UInt8, subtypes: UInt64, created: Double?,
            adjustment: Adjustment?, file: ItemDescription, display: ItemDescription? = nil,
            placeholder: ItemDescription? = nil
        ) {
            self.media = media
            self.typeIdentifier = typeIdentifier
            self.orientation = orientation
            self.subtypes = subtypes
            self.created = created
            self.adjustment = adjustment
            self.file = file
            self.display = display
            self.placeholder = placeholder
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            media = try field(\.media, .choice("kind of what is edited"))
            typeIdentifier = try field(\.typeIdentifier, .label(atMost: TextLimits.identifierBytes))
            orientation = try field(\.orientation, .u8)
            subtypes = try field(\.subtypes, .u64)
            created = try field(\.created, .optional(.real))
            adjustment = try field(\.adjustment, .optional(.value(Adjustment.self)))
            file = try field(\.file, .value(ItemDescription.self))
            display = try field(\.display, .optional(.value(ItemDescription.self)))
            placeholder = try field(\.placeholder, .optional(.value(ItemDescription.self)))
        }
    }

    /// Asks for the result of editing (`finishContentEditing`). The reply follows when the extension has rendered it.
    ///
    /// - Direction: host to extension, after ``Start``, one at a time, and again if the result cannot be used.
    package struct Finish: WireRequest, EmptyRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x333
        /// Creates the request, which has no fields.
        package init() {}

        /// The result.
        package struct Reply: WireRecord, Sendable {
            /// The result; nil if the extension could not produce one.
            package var output: Output?

            /// Creates a reply.
            package init(_ output: Output?) { self.output = output }

            package init(fields field: some FieldCoder<Self>) throws(WireError) {
                output = try field(\.output, .optional(.value(Output.self)))
            }
        }
    }

    /// The result of editing (`PHContentEditingOutput`).
    ///
    /// - Trust: the extension may lie about everything in it. The host checks the adjustment data, and loads and decodes
    ///   the rendition before it replaces anything.
    package struct Output: WireRecord, Sendable {
        /// The description of the edit; nil if the extension has set none, which makes the result invalid.
        package var adjustment: Adjustment?
        /// The type of the rendition's file.
        package var typeIdentifier: String
        /// The rendition: an item with one attachment that is a file of that type.
        package var rendition: ItemDescription

        /// Creates a result.
        package init(adjustment: Adjustment?, typeIdentifier: String, rendition: ItemDescription) {
            self.adjustment = adjustment
            self.typeIdentifier = typeIdentifier
            self.rendition = rendition
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            adjustment = try field(\.adjustment, .optional(.value(Adjustment.self)))
            typeIdentifier = try field(\.typeIdentifier, .label(atMost: TextLimits.identifierBytes))
            rendition = try field(\.rendition, .value(ItemDescription.self))
        }
    }

    /// Asks whether the user should confirm cancelling (`shouldShowCancelConfirmation`).
    ///
    /// - Direction: host to extension, any time after ``Start``.
    package struct ConfirmCancel: WireRequest, EmptyRecord {
        /// Whether there are changes that would be lost.
        package typealias Reply = Answer
        /// The message code on the wire.
        package static let code: UInt16 = 0x334
        /// Creates the request, which has no fields.
        package init() {}
    }

    /// Ends the request. The extension replies, removes its files and completes the request.
    ///
    /// - Direction: host to extension, once; no other of these messages follows.
    package struct End: WireRequest, WireRecord {
        /// An empty reply: the extension is done.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x335
        /// Whether editing is cancelled (`cancelContentEditing`), so that the host uses no result.
        package var isCancelled: Bool

        /// Creates the request.
        package init(isCancelled: Bool) { self.isCancelled = isCancelled }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            isCancelled = try field(\.isCancelled, .boolean)
        }
    }
}
