package import AppexModel
package import AppexWire

/// The messages by which each side of a session loads what the other one offers.
extension SessionInterface {
    /// Loads one representation of a provider that the other side described.
    ///
    /// - Direction: both. Order: any time; cancelled by the cancel frame.
    package struct Load: WireRequest {
        package typealias Reply = Content
        package static let code: UInt16 = 0x305
        /// What the caller wants to have in the end.
        package enum Form: UInt8, Sendable, CaseIterable {
            case item, data, file
            /// The provider's preview image; the type says nothing.
            case preview
            /// A file, the original if the owner may show it.
            case inPlace
        }

        package var provider: UInt64
        package var typeIdentifier: String
        package var form: Form
        /// Under which the owner tells how far it is and announces memory; 0 when nobody asks. No other load of the caller
        /// has it.
        package var watch: UInt64
        /// Of the load handler of an item or a preview.
        package var options: [String: ItemValue]
        /// The class that the load handler of an item or a preview should give.
        package var expectedClass: String?

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

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(provider)
            try encoder.string(typeIdentifier)
            encoder.integer(form.rawValue)
            encoder.integer(watch)
            try encoder.value(ItemValue.dictionary(options))
            try encoder.optional(expectedClass) { (encoder, value) throws(WireError) in try encoder.string(value) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            provider = try decoder.integer()
            typeIdentifier = try decoder.string()
            let raw = try decoder.integer(UInt8.self)
            guard let form = Form(rawValue: raw) else { throw .malformed("form \(raw)") }
            self.form = form
            watch = try decoder.integer()
            options = try ItemValue.dictionary(from: &decoder, of: "the options of a load")
            expectedClass = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
        }
    }

    /// What the content of a descriptor stands for.
    package enum FileKind: UInt8, Sendable, CaseIterable {
        case file, data
        /// A folder, as a zip archive with the folder at the top.
        case folder
        /// A picture as an object, as an encoded picture.
        case picture
    }

    /// What a load gives.
    package enum Content: WireValue, Sendable, Equatable {
        /// A value, small data among them.
        case value(ItemValue)
        /// The content of the one descriptor beside it, a regular file open for reading.
        case file(name: String?, FileKind)
        /// The owner's own error.
        case error(ErrorDescription)
        /// The bytes in the memory that ``Memory`` has announced.
        case memory
        /// The file itself, which the sandbox of whoever loads shows from now on; only for ``Load/Form/inPlace``.
        case granted(GrantedFile)

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            switch self {
            case .value(let value):
                encoder.integer(UInt8(0))
                try encoder.value(value)
            case .file(let name, let kind):
                encoder.integer(UInt8(1))
                try encoder.optional(name) { (encoder, value) throws(WireError) in try encoder.string(value) }
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
                let name = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
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

    /// How far the owner is with a load.
    ///
    /// - Direction: both, from the owner to whoever loads. Trust: the owner may lie.
    /// - Order: any number of times between ``Load`` and its answer. A late one is ignored.
    package struct LoadProgress: WireMessage {
        package static let code: UInt16 = 0x306
        package var watch: UInt64
        /// From 0 to 1; anything else counts as the nearer end, and what is no number as nothing said.
        package var fraction: Double

        package init(watch: UInt64, fraction: Double) {
            self.watch = watch
            self.fraction = fraction
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(watch)
            encoder.real(fraction)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            watch = try decoder.integer()
            fraction = try decoder.real()
        }
    }
}
