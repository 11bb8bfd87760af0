package import AppexWire

/// The messages between a host and its decoder, the sandboxed helper that reads foreign pictures and archives for it.
///
/// The host creates every memory file. It passes input in one that the decoder can only read, and the decoder writes
/// results into one whose size is fixed. The decoder only answers: it sends no request, no event and no descriptor.
/// What it reads may have taken it over, so the host checks every number and every name in its replies.
package enum DecoderInterface {
    /// Asks what the decoder can read.
    ///
    /// - Direction: host to decoder.
    package struct Status: WireRequest, EmptyRecord {
        /// What the decoder can read.
        package typealias Reply = Abilities
        /// The message code on the wire.
        package static let code: UInt16 = 0x401

        /// Creates the request, which has no fields.
        package init() {}
    }

    /// What the decoder can read.
    package struct Abilities: WireRecord, Sendable, Equatable {
        /// Why the decoder cannot read pictures, as text for people; nil if it can.
        package var pictures: String?
        /// Why the decoder cannot read archives, as text for people; nil if it can.
        package var archives: String?

        /// Creates a reply.
        package init(pictures: String?, archives: String?) {
            self.pictures = pictures
            self.archives = archives
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            pictures = try field(\.pictures, .optional(.string))
            archives = try field(\.archives, .optional(.string))
        }
    }

    /// Reads the header of a picture. The request carries one descriptor: a memory file with the picture's file.
    ///
    /// - Direction: host to decoder.
    package struct Header: WireRequest, WireRecord {
        /// The size of the picture.
        package typealias Reply = Size
        /// The message code on the wire.
        package static let code: UInt16 = 0x402
        /// The size of the picture's file in bytes.
        package var bytes: UInt64

        /// Creates a request, to be sent with the descriptor.
        package init(bytes: UInt64) { self.bytes = bytes }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            bytes = try field(\.bytes, .u64)
        }
    }

    /// The size of a picture as it is stored in its file, and how to turn it. All three are 0 if the file is not a
    /// picture.
    package struct Size: WireRecord, Sendable, Equatable {
        /// The width of the stored picture in pixels.
        package var width: UInt32
        /// The height of the stored picture in pixels.
        package var height: UInt32
        /// The orientation as in EXIF, from 1 (upright) to 8.
        package var orientation: UInt8

        /// Creates a reply.
        package init(width: UInt32, height: UInt32, orientation: UInt8) {
            self.width = width
            self.height = height
            self.orientation = orientation
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            width = try field(\.width, .u32)
            height = try field(\.height, .u32)
            orientation = try field(\.orientation, .u8)
        }
    }

    /// The encoding of a result.
    package enum Form: UInt8, Sendable, CaseIterable {
        /// Four bytes for each pixel, by rows: red, green, blue and opacity.
        case pixels
        /// A PNG file.
        case png
        /// A JPEG file.
        case jpeg
    }

    /// Decodes a picture, turned upright and scaled. The request carries two descriptors: a memory file with the
    /// picture's file, and one of fixed size for the result.
    ///
    /// - Direction: host to decoder.
    package struct Render: WireRequest, WireRecord {
        /// The size of the result.
        package typealias Reply = Rendered
        /// The message code on the wire.
        package static let code: UInt16 = 0x403
        /// The size of the picture's file in bytes.
        package var bytes: UInt64
        /// The width of the result in pixels.
        package var width: UInt32
        /// The height of the result in pixels.
        package var height: UInt32
        /// The encoding of the result.
        package var form: Form
        /// The quality of a JPEG file, from 1 to 100; meaningless for other forms.
        package var quality: UInt8
        /// The size of the memory file for the result in bytes.
        package var room: UInt64

        /// Creates a request, to be sent with the descriptors.
        package init(bytes: UInt64, width: UInt32, height: UInt32, form: Form, quality: UInt8, room: UInt64) {
            self.bytes = bytes
            self.width = width
            self.height = height
            self.form = form
            self.quality = quality
            self.room = room
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            bytes = try field(\.bytes, .u64)
            width = try field(\.width, .u32)
            height = try field(\.height, .u32)
            form = try field(\.form, .choice("picture form"))
            quality = try field(\.quality, .u8)
            room = try field(\.room, .u64)
        }
    }

    /// The reply to ``Render``.
    package struct Rendered: WireRecord, Sendable, Equatable {
        /// The size of the result in bytes, from the beginning of its memory file; 0 if the picture cannot be read.
        package var bytes: UInt64
        /// Whether no pixel can be transparent.
        package var isOpaque: Bool

        /// Creates a reply.
        package init(bytes: UInt64, isOpaque: Bool) {
            self.bytes = bytes
            self.isOpaque = isOpaque
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            bytes = try field(\.bytes, .u64)
            isOpaque = try field(\.isOpaque, .boolean)
        }
    }
}
