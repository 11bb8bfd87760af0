import AppexDecoding
import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
@testable import OpenFoundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A helper that decodes may have been taken over by what it has read: it says what it likes.
@Suite(.timeLimit(.minutes(30))) struct HostileDecoderTests {
    /// Helpers that answer as a test says, on the other ends of sockets in this process.
    private final class Helpers: Sendable {
        typealias Behaviour = @Sendable (InboundRequest, Connection) -> Void
        private let connections = Mutex<[Connection]>([])
        private let behaviour: Behaviour

        init(_ behaviour: @escaping Behaviour) { self.behaviour = behaviour }

        /// How many have been started.
        var count: Int { connections.withLock { $0.count } }
        /// Which of them have been ended, in the order of their start.
        var ended: [Bool] { connections.withLock { $0.map(\.isClosed) } }

        func start() throws -> DecoderHelper {
            let (ours, theirs) = try PacketSocket.pair().bags()
            guard let theirs = theirs.take(), let ours = ours.take() else { throw Errno.badFileDescriptor }
            let connection = try Connection(socket: theirs, role: "decoder")
            let behaviour = behaviour
            try connection.start { [weak connection] (inbound: Connection.Inbound) in
                if case .request(let request) = inbound, let connection { behaviour(request, connection) }
            }
            connections.withLock { $0.append(connection) }
            return try DecoderHelper(socket: ours, lease: connection)
        }

        /// A decoder with these limits for a step and for a whole archive.
        func decoder(waiting limit: Duration = .ample, archive: Duration = .ample) throws -> HelperDecoder {
            var patience = HelperDecoder.Patience()
            patience.step = limit
            patience.picture = limit
            patience.archive = archive
            return HelperDecoder(on: try EventLoop.shared(), patience: patience) { try self.start() }
        }
    }

    private static let picture = Data([1, 2, 3])

    @Test(arguments: [1, 15, 17, UInt64.max])
    func `another number of bytes than the pixels have is refused, and the next call gets a new helper`(
        _ bytes: UInt64
    ) throws {
        let helpers = Helpers { request, _ in
            request.reply(DecoderInterface.Rendered(bytes: bytes, isOpaque: true))
        }
        let decoder = try helpers.decoder()
        for count in 1...2 {
            #expect(throws: DecoderError.self) { try decoder.pixels(of: Self.picture, width: 2, height: 2) }
            #expect(helpers.count == count)
        }
    }

    @Test func `pixels are what the helper wrote, and nothing of its later writing reaches a written copy`() throws {
        let mapped = Mutex<MemoryMapping?>(nil)
        let helpers = Helpers { request, _ in
            let descriptors = request.descriptors
            _ = descriptors.take()
            guard let file = descriptors.take(), let memory = try? MemoryMapping(writable: file, size: 16) else {
                return
            }
            memory.bytes.copyBytes(from: [UInt8](repeating: 7, count: 16))
            mapped.withLock { $0 = memory }
            request.reply(DecoderInterface.Rendered(bytes: 16, isOpaque: true))
        }
        let decoder = try helpers.decoder()
        var decoded = try #require(try decoder.pixels(of: Self.picture, width: 2, height: 2))
        #expect(decoded.pixels == Data(repeating: 7, count: 16))
        decoded.pixels[0] = 9
        mapped.withLock { $0?.bytes.copyBytes(from: [UInt8](repeating: 1, count: 16)) }
        #expect(decoded.pixels[0] == 9)
        #expect(mapped.withLock { $0?.bytes[0] } == 1)
    }

    @Test func `the helper cannot make the memory of its result smaller or larger`() throws {
        let outcomes = Mutex<[Bool]>([])
        let helpers = Helpers { request, _ in
            let descriptors = request.descriptors
            _ = descriptors.take()
            guard let file = descriptors.take() else { return }
            outcomes.withLock { $0 = [0, 8, 1 << 20].map { ftruncate(file.rawValue, $0) == 0 } }
            request.reply(DecoderInterface.Rendered(bytes: 16, isOpaque: true))
        }
        _ = try helpers.decoder().pixels(of: Self.picture, width: 2, height: 2)
        #expect(outcomes.withLock { $0 } == [false, false, false])
    }

    @Test func `an encoded picture of more bytes than there is room for is refused`() throws {
        let helpers = Helpers { request, _ in
            request.reply(DecoderInterface.Rendered(bytes: 1 << 40, isOpaque: false))
        }
        #expect(throws: DecoderError.self) {
            try helpers.decoder().file(of: Self.picture, width: 2, height: 2, quality: nil)
        }
    }

    /// Both calls have the same limit, which is made longer for as long as a machine needs all of it for an answer.
    @Test func `a helper that never answers is given up, and the next call gets a new one`() throws {
        var limit = Duration.milliseconds(100)
        var header: PictureHeader?
        while header == nil, limit < .ample {
            let first = Mutex<InboundRequest?>(nil)
            let helpers = Helpers { request, _ in
                let isFirst = first.withLock { first in
                    defer { first = first ?? request }
                    return first == nil
                }
                if !isFirst { request.reply(DecoderInterface.Size(width: 3, height: 4, orientation: 6)) }
            }
            let decoder = try helpers.decoder(waiting: limit)
            #expect(throws: DecoderError.self) { try decoder.header(of: Self.picture) }
            do throws(DecoderError) {
                header = try decoder.header(of: Self.picture)
                #expect(helpers.count == 2)
            } catch {
                guard case .timedOut = error else { throw error }
                limit *= 4
            }
        }
        let found = try #require(header)
        #expect((found.width, found.height, found.orientation) == (3, 4, 6))
    }

    @Test func `a helper that ends, asks or tells instead of answering is replaced`() throws {
        let behaviours: [Helpers.Behaviour] = [
            { _, connection in connection.close() },
            { _, connection in connection.begin(DecoderInterface.Status(), within: .ample) { _ in } },
            { _, connection in try? connection.send(DecoderInterface.CloseArchive(archive: 1)) },
            { request, _ in request.reply(Empty()) },
        ]
        for behaviour in behaviours {
            let helpers = Helpers(behaviour)
            let decoder = try helpers.decoder()
            for count in 1...2 {
                #expect(throws: DecoderError.self) { try decoder.header(of: Self.picture) }
                #expect(helpers.count == count)
            }
        }
    }

    @Test func `the loop's own thread does not wait for a helper`() async throws {
        let decoder = try Helpers { _, _ in }.decoder()
        let loop = try EventLoop.shared()
        let error = await withCheckedContinuation { continuation in
            loop.execute {
                do throws(DecoderError) {
                    _ = try decoder.header(of: Self.picture)
                    continuation.resume(returning: nil as DecoderError?)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
        if case .onLoop = error { return }
        Issue.record("\(error as Any)")
    }

    @Test func `without a helper there is an error, and nothing is decoded here`() throws {
        let decoder = HelperDecoder(on: try EventLoop.shared()) { throw Errno.noSuchFileOrDirectory }
        do throws(DecoderError) {
            _ = try decoder.pixels(of: Self.picture, width: 2, height: 2)
            Issue.record("decoded")
        } catch {
            if case .unavailable = error { return }
            Issue.record("\(error)")
        }
    }

    // MARK: Sizes and cancellation

    @Test(arguments: [(0, 1), (1, 0), (-1, 1), (.max, 2), (10_000, 10_001)])
    func `a size without pixels or with more than 100 million is not asked of a helper`(
        _ width: Int, _ height: Int
    ) throws {
        let helpers = Helpers { _, _ in }
        let decoder = try helpers.decoder()
        #expect(try decoder.pixels(of: Self.picture, width: width, height: height) == nil)
        #expect(try decoder.file(of: Self.picture, width: width, height: height, quality: nil) == nil)
        #expect(try LocalDecoder().pixels(of: Self.picture, width: width, height: height) == nil)
        #expect(helpers.count == 0)
    }

    /// A helper that answers everything but a picture's pixels, and tells of those requests.
    private static func stalling(_ stalled: Promise<Void>) -> Helpers {
        // Kept, as a request that is dropped fails.
        let requests = Mutex<[InboundRequest]>([])
        return Helpers { request, _ in
            switch request.code {
            case DecoderInterface.Render.code:
                requests.withLock { $0.append(request) }
                stalled.give(())
            case DecoderInterface.Header.code:
                request.reply(DecoderInterface.Size(width: 3, height: 4, orientation: 1))
            case DecoderInterface.NextEntry.code: request.reply(entry("", kind: .end))
            default: request.reply(Empty())
            }
        }
    }

    /// Decodes in a task, and cancels that once the helper is at work.
    private func cancelPicture(of decoder: HelperDecoder, _ stalled: Promise<Void>) async throws {
        let task = Task {
            try await ProcessDecoder.call { _ in try decoder.pixels(of: Self.picture, width: 2, height: 2)?.isOpaque }
        }
        try await stalled.value
        task.cancel()
        do {
            _ = try await task.value
            Issue.record("decoded")
        } catch DecoderError.cancelled {}
    }

    @Test func `a cancelled call ends at once, and the next one gets a new helper`() async throws {
        let stalled = Promise<Void>()
        let helpers = Self.stalling(stalled)
        // Longer than the test may take.
        let decoder = try helpers.decoder(waiting: .seconds(600))
        try await cancelPicture(of: decoder, stalled)
        #expect(try await ProcessDecoder.call { _ in try decoder.header(of: Self.picture) }?.width == 3)
        #expect(helpers.count == 2)
        try await eventually("the first helper is ended") { helpers.ended == [true, false] }
    }

    @Test func `a call of a cancelled task asks nothing`() async throws {
        let helpers = Helpers { _, _ in }
        let decoder = try helpers.decoder()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await ProcessDecoder.call { _ in try decoder.header(of: Self.picture) }
        }
        await #expect(throws: DecoderError.self) { try await task.value }
        #expect(helpers.count == 0)
    }

    @Test func `an archive is read to its end although a picture beside it is cancelled`() async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let file = try folder.file("received.zip", Data([0]))
        let stalled = Promise<Void>()
        let helpers = Self.stalling(stalled)
        let decoder = try helpers.decoder(waiting: .seconds(600))
        do {
            let entries = try decoder.entries(of: Descriptor(opening: FilePath(file.path), O_RDONLY))
            try await cancelPicture(of: decoder, stalled)
            #expect(try decoder.header(of: Self.picture)?.width == 3)
            #expect(helpers.count == 2)
            #expect(try entries.next() == nil)
        }
        try await eventually("the first helper is ended") { helpers.ended == [true, false] }
    }

    @Test func `calls pass one at a time, and one that waits can be cancelled or time out`() async throws {
        let queue = CallQueue()
        #expect(queue.enter(within: .ample, nil) == .admitted)
        #expect(queue.enter(within: .zero, nil) == .timedOut)
        let cancellation = DecoderCancellation()
        async let waiting = ProcessDecoder.call { _ in queue.enter(within: .seconds(600), cancellation) }
        cancellation.cancel()
        #expect(try await waiting == .cancelled)
        async let next = ProcessDecoder.call { _ in queue.enter(within: .seconds(600), nil) }
        queue.leave()
        #expect(try await next == .admitted)
        // Nobody is left behind in the queue.
        queue.leave()
        #expect(queue.enter(within: .zero, nil) == .admitted)
    }

    @Test func `a picture is decoded although another one has used up the helper`() throws {
        let answered = Mutex(0)
        // The first helper answers one call and ends during the next one, as one does whose processor time is used up.
        let helpers = Helpers { request, connection in
            let isAnswered = answered.withLock { answered in
                answered += 1
                return answered != 2
            }
            guard isAnswered else { return connection.close() }
            request.reply(DecoderInterface.Size(width: 3, height: 4, orientation: 1))
        }
        let decoder = try helpers.decoder()
        for _ in 1...2 { #expect(try decoder.header(of: Self.picture)?.width == 3) }
        #expect(helpers.count == 2)
    }

    @Test func `a picture that ends every helper ends two of them`() throws {
        let answered = Mutex(0)
        let helpers = Helpers { request, connection in
            let isFirst = answered.withLock { answered in
                answered += 1
                return answered == 1
            }
            guard isFirst else { return connection.close() }
            request.reply(DecoderInterface.Size(width: 3, height: 4, orientation: 1))
        }
        let decoder = try helpers.decoder()
        #expect(try decoder.header(of: Self.picture)?.width == 3)
        #expect(throws: DecoderError.self) { try decoder.header(of: Self.picture) }
        #expect(helpers.count == 2)
        // What a new helper does not survive is not tried again.
        #expect(throws: DecoderError.self) { try decoder.header(of: Self.picture) }
        #expect(helpers.count == 3)
    }

    // MARK: Archives

    /// Entries in their order, and then the end.
    private static func archive(_ entries: [DecoderInterface.Entry]) -> Helpers {
        let left = Mutex(entries[...])
        return Helpers { request, _ in
            switch request.code {
            case DecoderInterface.NextEntry.code:
                let next = left.withLock { $0.popFirst() }
                request.reply(next ?? entry("", kind: .end))
            case DecoderInterface.ReadEntry.code:
                request.reply(DecoderInterface.Part(bytes: 1 << 20, isLast: false))
            default: request.reply(Empty())
            }
        }
    }

    private static func entry(
        _ path: String, kind: DecoderInterface.Entry.Kind = .file, bytes: UInt64 = 0, isLast: Bool = true
    ) -> DecoderInterface.Entry {
        DecoderInterface.Entry(
            kind: kind, path: path, isExecutable: false,
            part: DecoderInterface.Part(bytes: bytes, isLast: isLast))
    }

    /// What is made by an archive that a helper describes, by path.
    private func unpack(
        _ entries: [DecoderInterface.Entry], in folder: Folder, entryLimit: Int = 100
    ) throws -> [String] {
        let file = try folder.file("received.zip", Data(repeating: 0, count: 2 << 20))
        let target = folder.url.appendingPathComponent("unpacked-\(UUID().uuidString)")
        try FolderArchive.unpack(
            Descriptor(opening: FilePath(file.path), O_RDONLY), to: target, entryLimit: entryLimit,
            by: Self.archive(entries).decoder())
        return try FileManager.default.subpathsOfDirectory(atPath: target.path).sorted()
    }

    @Test(arguments: [
        "top/../evil", "../evil", "/etc/evil", "top/./evil", "top/a\0b", "top/" + String(repeating: "n", count: 256),
    ])
    func `a name that leads elsewhere or is none is refused`(_ name: String) throws {
        let folder = try Folder()
        defer { folder.remove() }
        #expect(throws: (any Error).self) { try unpack([Self.entry(name)], in: folder) }
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("evil").path))
        #expect(!FileManager.default.fileExists(atPath: "/etc/evil"))
    }

    @Test func `the same name twice is refused, names in another case are two files`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        #expect(throws: (any Error).self) { try unpack([Self.entry("top/a"), Self.entry("top/a")], in: folder) }
        #expect(throws: (any Error).self) { try unpack([Self.entry("top/a"), Self.entry("top/a/b")], in: folder) }
        #expect(try unpack([Self.entry("top/a"), Self.entry("top/A")], in: folder) == ["A", "a"])
    }

    @Test func `more entries or bytes than there may be are refused`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        let three = ["a", "b", "c"].map { Self.entry("top/" + $0) }
        #expect(try unpack(three, in: folder, entryLimit: 3).count == 3)
        #expect(throws: (any Error).self) { try unpack(three, in: folder, entryLimit: 2) }
        // Goes on for ever, a mebibyte at a time, and the archive has two of them.
        #expect(throws: (any Error).self) {
            try unpack([Self.entry("top/a", bytes: 1 << 20, isLast: false)], in: folder)
        }
        #expect(try unpack([Self.entry("top/a", bytes: 1 << 20)], in: folder) == ["a"])
    }

    @Test func `an archive without an end takes no more than its time, although each step is quick`() async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let file = try folder.file("received.zip", Data([0]))
        let endless = Helpers { request, _ in
            switch request.code {
            case DecoderInterface.NextEntry.code: request.reply(Self.entry("top", kind: .folder))
            default: request.reply(Empty())
            }
        }
        let decoder = try endless.decoder(archive: .milliseconds(50))
        let entries = try decoder.entries(of: Descriptor(opening: FilePath(file.path), O_RDONLY))
        let error = #expect(throws: DecoderError.self) { while try entries.next() != nil {} }
        let isTimeOut = if case .timedOut = error { true } else { false }
        #expect(isTimeOut, "\(String(describing: error))")
        #expect(throws: DecoderError.self) { try entries.next() }
        try await eventually("the helper is ended") { endless.ended == [true] }
    }

    @Test func `parts that are larger than their memory, or empty and not the last, are refused`() throws {
        let folder = try Folder()
        defer { folder.remove() }
        for part in [(UInt64(1 << 20) + 1, true), (.max, true), (0, false)] {
            #expect(throws: DecoderError.self) {
                try unpack([Self.entry("top/a", bytes: part.0, isLast: part.1)], in: folder)
            }
        }
    }

    @Test func `a link, or any kind but files and folders, is not understood`() throws {
        var bytes = try Self.entry("top/link").wireBytes()
        for kind in [3, 4, UInt8.max] {
            bytes[0] = kind
            #expect(throws: WireError.self) { try DecoderInterface.Entry(wireBytes: bytes) }
        }
    }
}
