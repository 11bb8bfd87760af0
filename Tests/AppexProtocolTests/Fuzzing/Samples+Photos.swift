import AppexProtocol
import AppexWire

extension Samples {
    static let adjustment = PhotoInterface.Adjustment(
        formatIdentifier: "org.example.Film", formatVersion: "1.0", data: [1, 2, 3])

    /// The messages of photo editing.
    static func photoMessages() throws(WireError) -> [(code: UInt16, body: [UInt8], reply: [UInt8]?)] {
        let start = PhotoInterface.Start(
            media: .image, typeIdentifier: "public.jpeg", orientation: 6, subtypes: 1, created: 1_234_567_890.5,
            adjustment: adjustment, file: items[0], display: items[0], placeholder: items[0])
        let output = PhotoInterface.Output(
            adjustment: adjustment, typeIdentifier: "public.jpeg", rendition: items[0])
        return [
            try request(PhotoInterface.CanHandle(adjustment), PhotoInterface.Answer(true)),
            try request(start, Empty()),
            try request(PhotoInterface.Finish(), PhotoInterface.Finish.Reply(output)),
            try request(PhotoInterface.ConfirmCancel(), PhotoInterface.Answer(false)),
            try request(PhotoInterface.End(isCancelled: true), Empty()),
        ]
    }
}
