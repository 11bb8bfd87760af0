import AppexDecoding
import AppexProtocol
import AppexSystem
import AppexWire
import Glibc
import SystemPackage

/// Answers a host's requests one after the other, which limits the memory that they need.
struct DecoderServer {
    /// The open archives by the host's numbers.
    private var archives: [UInt32: OpenArchive] = [:]

    /// The memory of the last result, which the host reuses. Mapping it again would take as long as decoding a small
    /// picture.
    private var lastOutput: (file: UInt64, memory: MemoryMapping)?

    private struct OpenArchive {
        let reader: ArchiveReader
        let window: MemoryMapping
        /// Keeps the archive's descriptor open.
        let file: DescriptorBag
    }

    /// The maximum number of open archives, more than a host uses.
    private static let archiveLimit = 16

    mutating func answer(_ request: InboundRequest) {
        // The host no longer waits for the result.
        guard !request.isOver else { return }
        do {
            switch request.code {
            case DecoderInterface.Status.code: request.reply(Self.abilities)
            case DecoderInterface.Header.code: request.reply(try header(request))
            case DecoderInterface.Render.code: request.reply(try render(request))
            case DecoderInterface.OpenArchive.code:
                try open(request)
                request.reply(Empty())
            case DecoderInterface.NextEntry.code: request.reply(try next(request))
            case DecoderInterface.ReadEntry.code:
                request.reply(try part(of: opened(request.decode(DecoderInterface.ReadEntry.self).archive)))
            default: throw RemoteFailure(code: FailureCode.malformed, message: "Unknown request \(request.code).")
            }
        } catch let failure as RemoteFailure {
            request.fail(failure)
        } catch {
            request.fail(RemoteFailure(code: FailureCode.refused, message: "\(error)"))
        }
    }

    mutating func close(_ message: DecoderInterface.CloseArchive) {
        archives[message.archive] = nil
    }

    private static var abilities: DecoderInterface.Abilities {
        var archives: String?
        if case .failure(let error) = ArchiveLibrary.shared { archives = "\(error)" }
        return DecoderInterface.Abilities(pictures: Picture.obstacle, archives: archives)
    }

    // MARK: Pictures

    private func header(_ request: InboundRequest) throws -> DecoderInterface.Size {
        let input = try Self.input(request.descriptors, try request.decode(DecoderInterface.Header.self).bytes)
        let header = input.withBytes { Picture.header(of: UnsafeRawBufferPointer($0)) }
        return DecoderInterface.Size(
            width: UInt32(clamping: header?.width ?? 0), height: UInt32(clamping: header?.height ?? 0),
            orientation: UInt8(clamping: header?.orientation ?? 1))
    }

    private mutating func render(_ request: InboundRequest) throws -> DecoderInterface.Rendered {
        let render = try request.decode(DecoderInterface.Render.self)
        let descriptors = request.descriptors
        let input = try Self.input(descriptors, render.bytes)
        guard let target = descriptors.take() else { throw Errno.badFileDescriptor }
        let output = try output(target, Self.size(render.room))
        defer { withExtendedLifetime(output) {} }
        return try input.withBytes { bytes in
            let picture = Picture(
                reading: UnsafeRawBufferPointer(bytes), width: Int(render.width), height: Int(render.height))
            guard let picture else { return DecoderInterface.Rendered(bytes: 0, isOpaque: false) }
            return try Self.write(picture, as: render, to: output.bytes)
        }
    }

    private mutating func output(_ target: borrowing Descriptor, _ size: Int) throws(Errno) -> MemoryMapping {
        // A mapped file continues to exist, so its inode number is not reused.
        let file = UInt64(try target.status().st_ino)
        if let lastOutput, lastOutput.file == file, lastOutput.memory.bytes.count == size { return lastOutput.memory }
        lastOutput = nil
        let memory = try MemoryMapping(writable: target, size: size)
        lastOutput = (file, memory)
        return memory
    }

    private static func write(
        _ picture: consuming Picture, as render: DecoderInterface.Render, to output: UnsafeMutableRawBufferPointer
    ) throws -> DecoderInterface.Rendered {
        let file: EncodedBytes?
        switch render.form {
        case .pixels:
            let isOpaque = picture.write(to: output)
            return DecoderInterface.Rendered(bytes: isOpaque == nil ? 0 : render.room, isOpaque: isOpaque == true)
        case .png: file = picture.png()
        case .jpeg: file = picture.jpeg(quality: Int(render.quality))
        }
        guard let file else { return DecoderInterface.Rendered(bytes: 0, isOpaque: false) }
        guard file.bytes.count <= output.count else { throw Errno.fileTooLarge }
        output.copyMemory(from: UnsafeRawBufferPointer(file.bytes))
        return DecoderInterface.Rendered(bytes: UInt64(file.bytes.count), isOpaque: false)
    }

    private static func input(_ descriptors: DescriptorBag, _ bytes: UInt64) throws -> MemoryMapping {
        guard let file = descriptors.take() else { throw Errno.badFileDescriptor }
        return try MemoryMapping(received: file, size: size(bytes))
    }

    private static func size(_ bytes: UInt64) throws(Errno) -> Int {
        guard let size = Int(exactly: bytes) else { throw .invalidArgument }
        return size
    }

    // MARK: Archives

    private mutating func open(_ request: InboundRequest) throws {
        let open = try request.decode(DecoderInterface.OpenArchive.self)
        let descriptors = request.descriptors
        guard let file = descriptors.take(), let window = descriptors.take() else { throw Errno.badFileDescriptor }
        guard archives.count < Self.archiveLimit, archives[open.archive] == nil else { throw Errno.tooManyOpenFiles }
        let reader = try ArchiveLibrary.withUnicodeNames { try ArchiveReader(file) }
        archives[open.archive] = OpenArchive(
            reader: reader, window: try MemoryMapping(writable: window, size: Self.size(open.room)),
            file: DescriptorBag(file))
    }

    private func opened(_ number: UInt32) throws(RemoteFailure) -> OpenArchive {
        guard let archive = archives[number] else {
            throw RemoteFailure(code: FailureCode.malformed, message: "No archive \(number) is open.")
        }
        return archive
    }

    private func next(_ request: InboundRequest) throws -> DecoderInterface.Entry {
        let archive = try opened(request.decode(DecoderInterface.NextEntry.self).archive)
        let nothing = DecoderInterface.Part(bytes: 0, isLast: true)
        guard let entry = try ArchiveLibrary.withUnicodeNames({ try archive.reader.next() }) else {
            return DecoderInterface.Entry(kind: .end, path: "", isExecutable: false, part: nothing)
        }
        return DecoderInterface.Entry(
            kind: entry.isFolder ? .folder : .file, path: entry.path, isExecutable: entry.isExecutable,
            part: entry.isFolder ? nothing : try part(of: archive))
    }

    /// Fills the archive's memory with the next bytes of the current file.
    private func part(of archive: OpenArchive) throws(ArchiveError) -> DecoderInterface.Part {
        try archive.window.withBytes { (window) throws(ArchiveError) in
            var count = 0
            while count < window.count {
                let step = try archive.reader.read(into: UnsafeMutableRawBufferPointer(rebasing: window[count...]))
                guard step > 0 else { return DecoderInterface.Part(bytes: UInt64(count), isLast: true) }
                count += step
            }
            return DecoderInterface.Part(bytes: UInt64(count), isLast: false)
        }
    }
}
