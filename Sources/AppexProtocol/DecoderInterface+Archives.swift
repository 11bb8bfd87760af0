package import AppexWire

extension DecoderInterface {
    /// Begins to read a zip archive. The request carries two descriptors: the archive, open for reading, and a memory
    /// file of fixed size into which the content of its files is written, part by part.
    ///
    /// - Direction: host to decoder, before ``NextEntry`` and ``ReadEntry`` with the same number.
    package struct OpenArchive: WireRequest, WireRecord {
        /// An empty reply: the archive is open.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x404
        /// The host's number for the archive, which it uses once.
        package var archive: UInt32
        /// The size of the memory file in bytes.
        package var room: UInt64

        /// Creates a request, to be sent with the descriptors.
        package init(archive: UInt32, room: UInt64) {
            self.archive = archive
            self.room = room
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            archive = try field(\.archive, .u32)
            room = try field(\.room, .u64)
        }
    }

    /// Goes to the next file or folder of an archive and reads the first part of a file.
    ///
    /// - Direction: host to decoder.
    package struct NextEntry: WireRequest, WireRecord {
        /// The file or folder.
        package typealias Reply = Entry
        /// The message code on the wire.
        package static let code: UInt16 = 0x405
        /// The archive, from ``OpenArchive``.
        package var archive: UInt32

        /// Creates a request.
        package init(archive: UInt32) { self.archive = archive }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            archive = try field(\.archive, .u32)
        }
    }

    /// A file or folder of an archive, or its end.
    package struct Entry: WireRecord, Sendable, Equatable {
        /// What an entry is.
        package enum Kind: UInt8, Sendable, CaseIterable {
            /// There are no more entries.
            case end
            case file
            case folder
        }

        /// What the entry is.
        package var kind: Kind
        /// The path that the archive gives; empty at the end. The receiver must check it before it uses it.
        package var path: String
        /// Whether the archive marks the file as executable.
        package var isExecutable: Bool
        /// The first part of the file.
        package var part: Part

        /// Creates a reply.
        package init(kind: Kind, path: String, isExecutable: Bool, part: Part) {
            self.kind = kind
            self.path = path
            self.isExecutable = isExecutable
            self.part = part
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            kind = try field(\.kind, .choice("archive entry kind"))
            path = try field(\.path, .path)
            isExecutable = try field(\.isExecutable, .boolean)
            part = try field(\.part, .value(Part.self))
        }
    }

    /// Reads the next part of the current file.
    ///
    /// - Direction: host to decoder, after ``NextEntry``.
    package struct ReadEntry: WireRequest, WireRecord {
        /// The part.
        package typealias Reply = Part
        /// The message code on the wire.
        package static let code: UInt16 = 0x406
        /// The archive, from ``OpenArchive``.
        package var archive: UInt32

        /// Creates a request.
        package init(archive: UInt32) { self.archive = archive }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            archive = try field(\.archive, .u32)
        }
    }

    /// A part of a file, at the beginning of the archive's memory file.
    package struct Part: WireRecord, Sendable, Equatable {
        /// The size of the part in bytes.
        package var bytes: UInt64
        /// Whether the file ends with this part.
        package var isLast: Bool

        /// Creates a reply.
        package init(bytes: UInt64, isLast: Bool) {
            self.bytes = bytes
            self.isLast = isLast
        }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            bytes = try field(\.bytes, .u64)
            isLast = try field(\.isLast, .boolean)
        }
    }

    /// The host no longer needs an archive.
    ///
    /// - Direction: host to decoder, last. A number that is not in use is ignored.
    package struct CloseArchive: WireMessage, WireRecord {
        /// The message code on the wire.
        package static let code: UInt16 = 0x407
        /// The archive, from ``OpenArchive``.
        package var archive: UInt32

        /// Creates the event.
        package init(archive: UInt32) { self.archive = archive }

        package init(fields field: some FieldCoder<Self>) throws(WireError) {
            archive = try field(\.archive, .u32)
        }
    }
}

extension BrokerInterface {
    /// Starts the client's decoder, the sandboxed helper that reads foreign pictures and archives. The reply carries
    /// one descriptor: the socket for ``DecoderInterface``.
    ///
    /// A client has one decoder: if it asks again, the broker ends the first. The decoder ends with the client's
    /// connection.
    ///
    /// - Direction: client to broker.
    package struct OpenDecoder: WireRequest, EmptyRecord {
        /// An empty reply: the decoder runs.
        package typealias Reply = Empty
        /// The message code on the wire.
        package static let code: UInt16 = 0x121

        /// Creates the request, which has no fields.
        package init() {}
    }
}
