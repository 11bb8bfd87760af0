import AppexProtocol
import AppexWire

extension Samples {
    /// One of every message between a host and its decoder, and of that which starts it.
    static func decoderMessages() throws(WireError) -> [(code: UInt16, body: [UInt8], reply: [UInt8]?)] {
        typealias Decoder = DecoderInterface
        let part = Decoder.Part(bytes: 1 << 20, isLast: false)
        return [
            try request(BrokerInterface.OpenDecoder(), Empty()),
            try request(Decoder.Status(), Decoder.Abilities(pictures: "libvips is missing", archives: nil)),
            try request(Decoder.Header(bytes: 35), Decoder.Size(width: 4000, height: 3000, orientation: 6)),
            try request(
                Decoder.Render(bytes: 35, width: 64, height: 32, form: .jpeg, quality: 90, room: 8192),
                Decoder.Rendered(bytes: 4711, isOpaque: true)),
            try request(Decoder.OpenArchive(archive: 1, room: 1 << 20), Empty()),
            try request(
                Decoder.NextEntry(archive: 1),
                Decoder.Entry(kind: .file, path: "Älbum/run", isExecutable: true, part: part)),
            try request(Decoder.ReadEntry(archive: 1), part),
            try event(Decoder.CloseArchive(archive: 1)),
        ]
    }
}
