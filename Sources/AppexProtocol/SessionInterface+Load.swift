package import AppexModel
package import AppexWire

/// The messages by which each side of a session loads content from the other's item providers.
extension SessionInterface {
    /// Loads one representation of a provider that the other side described.
    ///
    /// - Direction: both, any time; withdrawn with *cancel*. The reply carries one descriptor for
    ///   ``Content/file(name:_:)`` and none otherwise.
    /// - Trust: the owner answers an unknown provider with ``FailureCode/itemUnavailable`` and more loads than may wait
    ///   with `too-many-requests`. The loader checks size, kind and type of what comes.
    package struct Load: WireRequest, WireRecord {
        /// The content, or the owner's error.
        package typealias Reply = Content
        /// The message code on the wire.
        package static let code: UInt16 = 0x305
        /// What the loader wants to receive.
        package enum Form: UInt8, Sendable, CaseIterable {
            case item, data, file
            /// The provider's preview image; ``Load/typeIdentifier`` is then empty.
            case preview
            /// A file, if possible the original.
            case inPlace
        }

        /// The provider, from ``ProviderDescription/identifier``.
        package var provider: UInt64
        /// The type of the representation to load.
        package var typeIdentifier: String
        /// What the loader wants to receive.
        package var form: Form
        /// The loader's number for this load, by which ``LoadProgress`` and ``Memory`` refer to it: unique among the
        /// loader's loads, or 0 to receive neither.
        package var watch: UInt64
        /// Options for the load handler of an item or a preview.
        package var options: [String: ItemValue]
        /// The name of the class that the load handler of an item or a preview should return.
        package var expectedClass: String?

        /// Creates the request.
        package init(
            provider: UInt64, typeIdentifier: String, form: Form, watch: UInt64 = 0,
            options: [String: ItemValue] = [:], expectedClass: String? = nil
        ) {
            self.provider = provider
            self.typeIdentifier = typeIdentifier
            self.form = form
            self.watch = watch
            self.options = options
            self.expectedClass = expectedClass
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            provider = try field(\.provider, .u64)
            typeIdentifier = try field(\.typeIdentifier, .label(atMost: TextLimits.identifierBytes))
            form = try field(\.form, .choice("form"))
            watch = try field(\.watch, .u64)
            options = try field(\.options, .dictionary("the options of a load"))
            expectedClass = try field(\.expectedClass, .optional(.label(atMost: TextLimits.identifierBytes)))
        }
    }

    /// What the content of a descriptor stands for.
    package enum FileKind: UInt8, Sendable, CaseIterable {
        case file, data
        /// A folder, as an uncompressed zip archive with the folder at the top.
        case folder
        /// A picture object, as an encoded picture.
        case picture
    }

    /// The reply to ``Load``.
    package enum Content: WireValue, Sendable, Equatable {
        /// A value; small data comes this way too.
        case value(ItemValue)
        /// The content of the one descriptor beside the reply. The loader accepts only a regular file that is open for
        /// reading.
        case file(name: String?, FileKind)
        /// The error of the owner's load handler.
        case error(ErrorDescription)
        /// The bytes in the memory that ``Memory`` announced.
        case memory
        /// The file itself, which the loader's sandbox now shows. A host sends it, and only as the reply to
        /// ``Load/Form/inPlace``.
        case granted(GrantedFile)

        private static let name = LabelFormat(limit: TextLimits.nameBytes)

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            switch self {
            case .value(let value):
                encoder.integer(UInt8(0))
                try encoder.value(value)
            case .file(let name, let kind):
                encoder.integer(UInt8(1))
                try OptionalFormat(wrapped: Self.name).encode(name, to: &encoder)
                encoder.integer(kind.rawValue)
            case .error(let error):
                encoder.integer(UInt8(2))
                try encoder.value(error)
            case .memory: encoder.integer(UInt8(3))
            case .granted(let file):
                encoder.integer(UInt8(4))
                try encoder.value(file)
            }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            switch try decoder.integer(UInt8.self) {
            case 0: self = .value(try ItemValue(from: &decoder))
            case 1:
                let name = try OptionalFormat(wrapped: Self.name).decode(from: &decoder)
                let raw = try decoder.integer(UInt8.self)
                guard let kind = FileKind(rawValue: raw) else { throw .malformed("file kind \(raw)") }
                self = .file(name: name, kind)
            case 2: self = .error(try ErrorDescription(from: &decoder))
            case 3: self = .memory
            case 4: self = .granted(try GrantedFile(from: &decoder))
            case let other: throw .malformed("content \(other)")
            }
        }
    }

    /// How far the owner has come with a load.
    ///
    /// - Direction: both, from the owner to the loader, any number of times between ``Load`` and its reply. The event
    ///   is not answered.
    /// - Trust: the owner may lie. The loader ignores an unknown or finished ``watch``.
    package struct LoadProgress: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x306
        /// The load, from ``Load/watch``.
        package var watch: UInt64
        /// The completed fraction, from 0 to 1. The loader clamps a value outside and ignores NaN.
        package var fraction: Double

        /// Creates the event.
        package init(watch: UInt64, fraction: Double) {
            self.watch = watch
            self.fraction = fraction
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            watch = try field(\.watch, .u64)
            fraction = try field(\.fraction, .real)
        }
    }
}
