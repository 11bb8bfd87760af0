package import AppexWire

extension DecoderInterface {
    /// Begins to read a zip archive. Two descriptors: the archive, open for reading, and a memory file of fixed size
    /// into which the contents of its files are written, part by part.
    ///
    /// - Order: before ``NextEntry`` and ``ReadEntry`` with the same number, which the host uses once.
    package struct OpenArchive: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x404
        package var archive: UInt32
        /// Bytes of the memory file.
        package var room: UInt64

        package init(archive: UInt32, room: UInt64) {
            self.archive = archive
            self.room = room
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(archive)
            encoder.integer(room)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            archive = try decoder.integer()
            room = try decoder.integer()
        }
    }

    /// Goes to the next file or folder of an archive, and reads the first part of a file.
    package struct NextEntry: WireRequest {
        package typealias Reply = Entry
        package static let code: UInt16 = 0x405
        package var archive: UInt32

        package init(archive: UInt32) { self.archive = archive }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(archive) }
        package init(from decoder: inout WireDecoder) throws(WireError) { archive = try decoder.integer() }
    }

    /// A file or a folder of an archive.
    package struct Entry: WireValue, Sendable, Equatable {
        package enum Kind: UInt8, Sendable, CaseIterable {
            /// There are no more.
            case end
            case file
            case folder
        }

        package var kind: Kind
        /// As the archive names it; empty at the end.
        package var path: String
        package var isExecutable: Bool
        /// The first part of the file.
        package var part: Part

        package init(kind: Kind, path: String, isExecutable: Bool, part: Part) {
            self.kind = kind
            self.path = path
            self.isExecutable = isExecutable
            self.part = part
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(kind.rawValue)
            try encoder.string(path)
            encoder.boolean(isExecutable)
            try encoder.value(part)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            let number: UInt8 = try decoder.integer()
            guard let kind = Kind(rawValue: number) else { throw .malformed("kind \(number) of an archive's entry") }
            self.kind = kind
            path = try decoder.string()
            isExecutable = try decoder.boolean()
            part = try Part(from: &decoder)
        }
    }

    /// Reads the next part of the last file.
    package struct ReadEntry: WireRequest {
        package typealias Reply = Part
        package static let code: UInt16 = 0x406
        package var archive: UInt32

        package init(archive: UInt32) { self.archive = archive }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(archive) }
        package init(from decoder: inout WireDecoder) throws(WireError) { archive = try decoder.integer() }
    }

    /// How many bytes at the beginning of the archive's memory file are the next ones of the file.
    package struct Part: WireValue, Sendable, Equatable {
        package var bytes: UInt64
        /// Whether the file has ended with them.
        package var isLast: Bool

        package init(bytes: UInt64, isLast: Bool) {
            self.bytes = bytes
            self.isLast = isLast
        }

        package func encode(to encoder: inout WireEncoder) throws(WireError) {
            encoder.integer(bytes)
            encoder.boolean(isLast)
        }

        package init(from decoder: inout WireDecoder) throws(WireError) {
            bytes = try decoder.integer()
            isLast = try decoder.boolean()
        }
    }

    /// The host has read what it wants of an archive.
    ///
    /// - Direction: host to helper. Order: last, and harmless for a number that is not in use.
    package struct CloseArchive: WireMessage {
        package static let code: UInt16 = 0x407
        package var archive: UInt32

        package init(archive: UInt32) { self.archive = archive }
        package func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(archive) }
        package init(from decoder: inout WireDecoder) throws(WireError) { archive = try decoder.integer() }
    }
}

extension BrokerInterface {
    /// Starts the client's decoder, the sandboxed helper that reads foreign pictures and archives. The reply's one
    /// descriptor is the socket on which the helper speaks ``DecoderInterface``.
    ///
    /// A client has one: asked again, the broker ends the first. The helper ends with the client's connection.
    ///
    /// - Direction: client to broker.
    package struct OpenDecoder: WireRequest {
        package typealias Reply = Empty
        package static let code: UInt16 = 0x121

        package init() {}
        package func encode(to encoder: inout WireEncoder) throws(WireError) {}
        package init(from decoder: inout WireDecoder) throws(WireError) {}
    }
}
