import AppexDecoding
import AppexProtocol
import AppexSystem
import AppexWire

/// The entries of an archive that a helper process reads.
final class HelperArchiveEntries: ArchiveEntries {
    /// The size of the memory through which the content of files is transferred, in bytes.
    static let windowSize = 1 << 20

    private let number: UInt32
    private let window: MemoryMapping
    private let helper: DecoderHelper
    private let decoder: HelperDecoder
    /// The time that the helper may still take for this archive.
    private var budget: Duration
    /// The part of the current file that is in the window.
    private var part = DecoderInterface.Part(bytes: 0, isLast: true)

    init(_ number: UInt32, _ window: MemoryMapping, _ helper: DecoderHelper, _ decoder: HelperDecoder) {
        self.number = number
        self.window = window
        self.helper = helper
        self.decoder = decoder
        budget = decoder.patience.archive
        helper.beginArchive()
    }

    deinit {
        // A helper that has ended no longer has the archive.
        try? helper.connection.send(DecoderInterface.CloseArchive(archive: number))
        helper.endArchive()
        decoder.release(helper)
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

    /// Calls the helper. Its refusal is about the archive, and becomes an ``ArchiveError``.
    private func ask<Request: WireRequest>(_ request: Request) throws -> Request.Reply {
        do throws(DecoderError) {
            return try decoder.call(request, of: helper, budget: &budget)
        } catch .refused(let why) {
            throw ArchiveError(description: why)
        }
    }

    /// Checks a part. Empty parts that are not the last could continue for ever.
    private func checked(_ part: DecoderInterface.Part) throws(DecoderError) -> DecoderInterface.Part {
        guard part.bytes <= UInt64(window.bytes.count), part.isLast || part.bytes > 0 else {
            helper.connection.close()
            throw .invalidAnswer("\(part.bytes) bytes of an archive's file")
        }
        return part
    }
}
