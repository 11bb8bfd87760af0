package import AppexWire

/// What a host asks of its decoder, the sandboxed helper that reads foreign pictures and archives for it.
///
/// The host makes every memory file: it hands the bytes over in one that the helper can only read, and the helper
/// writes its results into one whose size is fixed. The helper never sends a descriptor, never asks anything and sends
/// no events. The host checks every number and every name that it says.
package enum DecoderInterface {
    /// Asks what the helper can read.
    package struct Status: WireRequest {
        package typealias Reply = Abilities
        package static let code: UInt16 = 0x401

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }

    /// What keeps the helper from reading, in words; nil where nothing does.
    package struct Abilities: WireValue, Sendable, Equatable {
        package var pictures: String?
        package var archives: String?

        package init(pictures: String?, archives: String?) {
            self.pictures = pictures
            self.archives = archives
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            for text in [pictures, archives] {
                try encoder.optional(text) { (encoder, text) throws(WireError) in try encoder.string(text) }
            }
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            pictures = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
            archives = try decoder.optional { (decoder) throws(WireError) in try decoder.string() }
        }
    }

    /// Reads the header of a picture. The one descriptor is a memory file with the picture's file.
    package struct Header: WireRequest {
        package typealias Reply = Size
        package static let code: UInt16 = 0x402
        /// Bytes of the picture's file.
        package var bytes: UInt64

        package init(bytes: UInt64) { self.bytes = bytes }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(bytes) }
        package init(from decoder: inout WireDecoder) throws(WireError) { bytes = try decoder.integer() }
    }

    /// The size of a picture as it lies in its file, in pixels, and how it has to be turned. 0 for what is no picture.
    package struct Size: WireValue, Sendable, Equatable {
        package var width: UInt32
        package var height: UInt32
        /// As EXIF counts: 1 is upright.
        package var orientation: UInt8

        package init(width: UInt32, height: UInt32, orientation: UInt8) {
            self.width = width
            self.height = height
            self.orientation = orientation
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(width)
            encoder.integer(height)
            encoder.integer(orientation)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            width = try decoder.integer()
            height = try decoder.integer()
            orientation = try decoder.integer()
        }
    }

    /// How a picture is handed back.
    package enum Form: UInt8, Sendable, CaseIterable {
        /// Four bytes for each pixel, by rows: red, green, blue, and opacity.
        case pixels
        case png
        case jpeg
    }

    /// Decodes a picture, upright and in the size that is asked for. Two descriptors: a memory file with the picture's
    /// file, and one of fixed size for the result.
    package struct Render: WireRequest {
        package typealias Reply = Rendered
        package static let code: UInt16 = 0x403
        /// Bytes of the picture's file.
        package var bytes: UInt64
        package var width: UInt32
        package var height: UInt32
        package var form: Form
        /// From 1 to 100; of a JPEG file only.
        package var quality: UInt8
        /// Bytes that the result may have.
        package var room: UInt64

        package init(bytes: UInt64, width: UInt32, height: UInt32, form: Form, quality: UInt8, room: UInt64) {
            self.bytes = bytes
            self.width = width
            self.height = height
            self.form = form
            self.quality = quality
            self.room = room
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(bytes)
            encoder.integer(width)
            encoder.integer(height)
            encoder.integer(form.rawValue)
            encoder.integer(quality)
            encoder.integer(room)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            bytes = try decoder.integer()
            width = try decoder.integer()
            height = try decoder.integer()
            let number: UInt8 = try decoder.integer()
            guard let form = Form(rawValue: number) else { throw .malformed("form \(number) of a picture") }
            self.form = form
            quality = try decoder.integer()
            room = try decoder.integer()
        }
    }

    /// What of the memory file is the result; 0 bytes for a picture that cannot be read.
    package struct Rendered: WireValue, Sendable, Equatable {
        package var bytes: UInt64
        /// Whether no pixel can be transparent.
        package var isOpaque: Bool

        package init(bytes: UInt64, isOpaque: Bool) {
            self.bytes = bytes
            self.isOpaque = isOpaque
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(bytes)
            encoder.boolean(isOpaque)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            bytes = try decoder.integer()
            isOpaque = try decoder.boolean()
        }
    }
}
