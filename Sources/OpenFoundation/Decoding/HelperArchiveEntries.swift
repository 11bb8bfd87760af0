import AppexDecoding
import AppexProtocol
import AppexSystem
import AppexWire

/// The entries of an archive that a helper process reads.
final class HelperArchiveEntries: ArchiveEntries {
    /// How much of a file comes at a time, in bytes.
    static let windowSize = 1 << 20

    private let number: UInt32
    private let window: MemoryMapping
    private let helper: DecoderHelper
    private let decoder: HelperDecoder
    /// The part of the last file that is in the window.
    private var part = DecoderInterface.Part(bytes: 0, isLast: true)

    init(_ number: UInt32, _ window: MemoryMapping, _ helper: DecoderHelper, _ decoder: HelperDecoder) {
        self.number = number
        self.window = window
        self.helper = helper
        self.decoder = decoder
    }

    deinit {
        // A helper that has gone has forgotten it already.
        try? helper.connection.send(DecoderInterface.CloseArchive(archive: number))
        decoder.release()
    }

    func next() throws -> ArchiveEntry? {
        let entry = try ask(DecoderInterface.NextEntry(archive: number))
        part = try checked(entry.part)
        switch entry.kind {
        case .end: return nil
        case .file, .folder:
            return ArchiveEntry(
                path: entry.path, isFolder: entry.kind == .folder, isExecutable: entry.isExecutable)
        }
    }

    func content(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        while true {
            let bytes = UnsafeRawBufferPointer(rebasing: window.bytes[..<Int(part.bytes)])
            if !bytes.isEmpty { try window.withBytes { _ in try body(bytes) } }
            if part.isLast { return }
            part = try checked(try ask(DecoderInterface.ReadEntry(archive: number)))
        }
    }

    /// A helper that says no speaks of the archive.
    private func ask<Request: WireRequest>(_ request: Request) throws -> Request.Reply {
        do throws(DecoderError) {
            return try decoder.call(request, of: helper)
        } catch .refused(let why) {
            throw ArchiveError(description: why)
        }
    }

    /// An empty part that is not the last could go on for ever.
    private func checked(_ part: DecoderInterface.Part) throws(DecoderError) -> DecoderInterface.Part {
        guard part.bytes <= UInt64(window.bytes.count), part.isLast || part.bytes > 0 else {
            helper.connection.close()
            throw .deceived("\(part.bytes) bytes of an archive's file")
        }
        return part
    }
}
