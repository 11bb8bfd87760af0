package import AppexWire

/// What a host and an extension say to each other on the socket of one request.
///
/// Neither side trusts the other: the extension is somebody else's code, and so is the host.
package enum SessionInterface {
    /// The request itself.
    ///
    /// - Direction: host to extension. Trust: the host may lie about everything.
    /// - Order: once, first.
    package struct Begin: WireMessage {
        package static let code: UInt16 = 0x301
        /// A UUID that the host and the extension use in their logs.
        package var identifier: String
        package var items: [ItemDescription]

        package init(identifier: String, items: [ItemDescription]) {
            self.identifier = identifier
            self.items = items
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.string(identifier)
            try encoder.list(items) { (encoder, value) throws(WireError) in try encoder.value(value) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            identifier = try decoder.string()
            items = try decoder.list { (decoder) throws(WireError) in try ItemDescription(from: &decoder) }
        }
    }

    /// `beginRequest(with:)` is about to be called: the launch is over.
    ///
    /// - Direction: extension to host. Order: once, after ``Begin``.
    package struct Began: WireMessage {
        package static let code: UInt16 = 0x302
        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }

    /// The extension is done and returns items, whose providers it keeps serving.
    ///
    /// - Direction: extension to host. Trust: the extension may lie about everything.
    /// - Order: once, instead of ``Cancel``; a second one is refused and changes nothing.
    package struct Complete: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x303
        package var items: [ItemDescription]

        package init(items: [ItemDescription]) {
            self.items = items
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            try encoder.list(items) { (encoder, value) throws(WireError) in try encoder.value(value) }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            items = try decoder.list { (decoder) throws(WireError) in try ItemDescription(from: &decoder) }
        }
    }

    /// The extension gives up with an error.
    ///
    /// - Direction, trust and order as ``Complete``.
    package struct Cancel: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x304
        package var error: ErrorDescription

        package init(error: ErrorDescription) {
            self.error = error
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) { try encoder.value(error) }
        package init(from decoder: inout WireDecoder) throws(WireError) { error = try ErrorDescription(from: &decoder) }
    }

    /// Loads one representation of a provider that the other side described.
    ///
    /// - Direction: both. Order: any time; cancelled by the cancel frame.
    package struct Load: WireRequest {
        package typealias Reply = Content
        package static let code: UInt16 = 0x305
        /// What the caller wants to have in the end.
        package enum Form: UInt8, Sendable, CaseIterable {
            case item, data, file
        }

        package var provider: UInt64
        package var typeIdentifier: String
        package var form: Form
        /// The caller's number for memory that comes because of this load; no other load of it has it.
        package var transfer: UInt64

        package init(provider: UInt64, typeIdentifier: String, form: Form, transfer: UInt64) {
            self.provider = provider
            self.typeIdentifier = typeIdentifier
            self.form = form
            self.transfer = transfer
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(provider)
            try encoder.string(typeIdentifier)
            encoder.integer(form.rawValue)
            encoder.integer(transfer)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            provider = try decoder.integer()
            typeIdentifier = try decoder.string()
            let raw = try decoder.integer(UInt8.self)
            guard let form = Form(rawValue: raw) else { throw .malformed("form \(raw)") }
            self.form = form
            transfer = try decoder.integer()
        }
    }

    /// What a load gives.
    package enum Content: WireValue, Sendable, Equatable {
        /// A value, small data among them.
        case value(ItemValue)
        /// The content of the one descriptor beside it, a regular file open for reading.
        case file(name: String?, isData: Bool)
        /// The bytes in the memory that ``Memory`` has announced.
        case memory

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            switch self {
            case .value(let value):
                encoder.integer(UInt8(0))
                try encoder.value(value)
            case .file(let name, let isData):
                encoder.integer(UInt8(1))
                try encoder.optional(name) { (encoder, value) throws(WireError) in try encoder.string(value) }
                encoder.boolean(isData)
            case .memory: encoder.integer(UInt8(2))
            }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            switch try decoder.integer(UInt8.self) {
            case 0: self = .value(try ItemValue(from: &decoder))
            case 1:
                let name = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
                self = .file(name: name, isData: try decoder.boolean())
            case 2: self = .memory
            case let other: throw .malformed("content \(other)")
            }
        }
    }

    /// Shared memory that is going to hold the answer to a load: the one descriptor, a memory file whose
    /// size cannot change and which the reader cannot write.
    ///
    /// - Direction: both. Trust: the owner may change the bytes at any time.
    /// - Order: before the answer to the load; at most once for a load.
    package struct Memory: WireMessage {
        package static let code: UInt16 = 0x310
        /// ``Load/transfer``.
        package var transfer: UInt64
        /// How many bytes the answer has.
        package var size: UInt64

        package init(transfer: UInt64, size: UInt64) {
            self.transfer = transfer
            self.size = size
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(transfer)
            encoder.integer(size)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            transfer = try decoder.integer()
            size = try decoder.integer()
        }
    }

    /// The reader has no more use for the memory of a load, or has taken the load back.
    ///
    /// - Direction: both. Order: once for a load, after its answer or its cancellation. Of a load for
    ///   which there is no memory it says nothing.
    package struct Release: WireMessage {
        package static let code: UInt16 = 0x311
        /// ``Load/transfer``.
        package var transfer: UInt64

        package init(transfer: UInt64) { self.transfer = transfer }

        package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(transfer) }
        package init(from decoder: inout WireDecoder) throws(WireError) { transfer = try decoder.integer() }
    }
}
