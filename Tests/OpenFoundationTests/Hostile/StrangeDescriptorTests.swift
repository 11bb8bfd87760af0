import AppexProtocol
import AppexSystem
import AppexWire
import CAppexShims
import Foundation
import Glibc
import OpenFoundation
import Synchronization
import SystemPackage
import Testing

/// Descriptors of every kind where a file or memory belongs, sent to a host and to an extension: each is an error of
/// the load, at once, and the session goes on.
@Suite(.accounted, .timeLimit(.minutes(30))) struct StrangeDescriptorTests {
    private static let roles = ["host", "extension"]
    private static let kinds = SessionInterface.FileKind.allCases

    /// Every way to load, since each handles the file in its own way.
    private static func expectErrors(
        _ provider: NSItemProvider, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let loads: [(String, () async throws -> Void)] = [
            ("data", { _ = try await provider.data("public.data") }),
            ("file", { _ = try await provider.file("public.data") { $0.path } }),
            ("item", { _ = try await provider.loadItem(forTypeIdentifier: "public.data") }),
        ]
        for (form, load) in loads {
            let error = await failure(of: load)
            #expect(
                error?.domain == NSItemProvider.errorDomain, "\(what) as \(form): \(error as Any)",
                sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: roles, StrangeDescriptor.allCases)
    func `what is no file is an error of the load`(role: String, strange: StrangeDescriptor) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        for kind in Self.kinds {
            try await HandmadePeer.with(victim: role) { peer, _, request in
                guard let (sent, kept) = try? strange.make(in: folder) else {
                    return request.reply(SessionInterface.Content.file(name: "x", kind))
                }
                // A reader of a pipe would wait for as long as its other end is open.
                peer.keep(kept)
                request.reply(SessionInterface.Content.file(name: "x", kind), sent)
            } _: { peer in
                await Self.expectErrors(try peer.provider(), "\(strange), \(kind)")
                try await peer.expectWell()
            }
        }
    }

    @Test(arguments: roles, StrangeDescriptor.allCases)
    func `what is no file is not memory either`(role: String, strange: StrangeDescriptor) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        try await HandmadePeer.with(victim: role) { peer, load, request in
            let made = try? strange.make(in: folder)
            peer.send(.event, SessionInterface.Memory(watch: load.watch, size: 4096), made?.sent ?? DescriptorBag())
            request.reply(SessionInterface.Content.memory)
        } _: { peer in
            await Self.expectErrors(try peer.provider(), "\(strange)")
            try await peer.expectWell()
        }
    }

    @Test(arguments: roles, StrangeMemory.allCases)
    func `memory that could change under the reader is an error of the load`(role: String, strange: StrangeMemory)
        async throws
    {
        let folder = try Folder()
        defer { folder.remove() }
        try await HandmadePeer.with(victim: role) { peer, load, request in
            let memory = try? strange.make(100_000, in: folder)
            peer.send(.event, SessionInterface.Memory(watch: load.watch, size: 100_000), memory ?? DescriptorBag())
            request.reply(SessionInterface.Content.memory)
        } _: { peer in
            await Self.expectErrors(try peer.provider(), "\(strange)")
            try await peer.expectWell()
        }
    }

    @Test(arguments: roles)
    func `files of unusual kinds that can be read arrive`(role: String) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let path = FilePath(try folder.file("file", content).path)
        let makers: [@Sendable () throws -> DescriptorBag] = [
            { DescriptorBag(try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)) },
            { DescriptorBag(try Descriptor(opening: path, O_RDWR | O_APPEND)) },
            {
                // At the end: the position is no matter.
                let file = try Descriptor(opening: path, O_RDONLY)
                _ = lseek(file.rawValue, 0, SEEK_END)
                return DescriptorBag(file)
            },
            {
                let memory = Descriptor(owning: appex_memfd("unsealed", appex_mfd_cloexec))
                guard content.withUnsafeBytes({ pwrite(memory.rawValue, $0.baseAddress, $0.count, 0) }) == content.count
                else { throw Errno.current }
                return DescriptorBag(memory)
            },
        ]
        for make in makers {
            for kind in [SessionInterface.FileKind.file, .data] {
                try await HandmadePeer.with(victim: role) { _, _, request in
                    request.reply(SessionInterface.Content.file(name: "x", kind), try? make())
                } _: { peer in
                    let provider = try peer.provider()
                    #expect(try await provider.data("public.data") == content)
                    #expect(try await provider.file("public.data") { try Data(contentsOf: $0) } == content)
                }
            }
        }
    }

    /// A memory file that is cut short and grows again, without end, until this object is stopped.
    private final class ChangingFile: Sendable {
        static let size = 3 << 20
        private let file = DescriptorBag(owning: [appex_memfd("changing", appex_mfd_cloexec)])
        private let isOver = Atomic(false)

        /// A descriptor for a peer.
        var descriptor: DescriptorBag {
            DescriptorBag(owning: [file.withNumbers { fcntl($0[0], F_DUPFD_CLOEXEC, 3) }])
        }

        func start() {
            Thread.detachNewThread { [self] in
                file.withNumbers { numbers in
                    while !isOver.load(ordering: .relaxed) {
                        for length in [Self.size, 0, Self.size, 1, Self.size / 2] {
                            ftruncate(numbers[0], off_t(length))
                        }
                    }
                }
            }
        }

        func stop() { isOver.store(true, ordering: .relaxed) }
    }

    @Test(arguments: roles, kinds)
    func `a file that changes its size while it is read is an error or data of one of its sizes`(
        role: String, kind: SessionInterface.FileKind
    ) async throws {
        let file = ChangingFile()
        let sent = Mutex((0..<40).map { _ in file.descriptor })
        file.start()
        defer { file.stop() }
        try await HandmadePeer.with(victim: role) { _, _, request in
            request.reply(SessionInterface.Content.file(name: "x", kind), sent.withLock { $0.popLast() })
        } _: { peer in
            let provider = try peer.provider()
            for _ in 0..<20 {
                if let loaded = try? await provider.data("public.data") { #expect(loaded.count <= ChangingFile.size) }
                _ = try? await provider.file("public.data") { $0.path }
            }
            try await peer.expectWell()
        }
    }

    /// Moves the position of an open file, which is that of every descriptor for it, until this object is stopped.
    private final class Mover: Sendable {
        private let file: DescriptorBag
        private let isOver = Atomic(false)

        init(_ file: borrowing Descriptor) throws { self.file = DescriptorBag(try file.duplicate()) }

        func start() {
            Thread.detachNewThread { [self] in
                file.withNumbers { numbers in
                    while !isOver.load(ordering: .relaxed) {
                        for place in [0, 30, 4] as [off_t] { lseek(numbers[0], place, SEEK_SET) }
                    }
                }
            }
        }

        func stop() { isOver.store(true, ordering: .relaxed) }
    }

    @Test(arguments: roles) func `whoever sent an archive cannot lead its reader around in it`(role: String)
        async throws
    {
        let folder = try Folder()
        defer { folder.remove() }
        let contents = (0..<20).map { Data(repeating: UInt8($0), count: 50_000) }
        for (number, content) in contents.enumerated() { _ = try folder.file("Album/\(number)", content) }
        let album = folder.url.appendingPathComponent("Album")
        let provider = NSItemProvider(contentsOf: album, contentType: nil, openInPlace: false)
        let archive = try folder.file("archive", try await provider.data("public.folder"))
        let file = DescriptorBag(try Descriptor(opening: FilePath(archive.path), O_RDONLY))
        guard let opened = file.take() else { throw Errno.badFileDescriptor }
        let mover = try Mover(opened)
        file.append(opened)
        mover.start()
        defer { mover.stop() }
        try await HandmadePeer.with(victim: role) { _, _, request in
            let number = file.withNumbers { fcntl($0[0], F_DUPFD_CLOEXEC, 3) }
            request.reply(SessionInterface.Content.file(name: "Album", .folder), DescriptorBag(owning: [number]))
        } _: { peer in
            let provider = try peer.provider(1, .file)
            for _ in 0..<5 {
                let arrived = try await provider.file("public.data") { url in
                    try contents.indices.map { try Data(contentsOf: url.appendingPathComponent("\($0)")) }
                }
                #expect(arrived == contents)
            }
        }
    }

    @Test(arguments: roles) func `a file that claims a size which it does not have costs nothing`(role: String)
        async throws
    {
        let size = off_t(1) << 40
        let memory = DescriptorBag(owning: [appex_memfd("vast", appex_mfd_cloexec)])
        memory.withNumbers {
            ftruncate($0[0], size)
            pwrite($0[0], "end", 3, size - 3)
        }
        try await HandmadePeer.with(victim: role) { _, load, request in
            let number = memory.withNumbers { fcntl($0[0], F_DUPFD_CLOEXEC, 3) }
            request.reply(
                SessionInterface.Content.file(name: "x", load.form == .data ? .data : .file),
                DescriptorBag(owning: [number]))
        } _: { peer in
            let provider = try peer.provider()
            let (length, blocks) = try await provider.file("public.data") { url in
                var status = stat()
                guard stat(url.path, &status) == 0 else { throw Errno.current }
                return (status.st_size, status.st_blocks)
            }
            #expect(length == size)
            #expect(blocks < 10_000, "holes have been filled")
            #expect(await failure { _ = try await provider.data("public.data") }?.domain == NSItemProvider.errorDomain)
            try await peer.expectWell()
        }
    }

    @Test func `a folder of another process is not handed on as a file`() async throws {
        let ends = try SessionEnds()
        try await HandmadePeer.with(victim: "host") { _, _, request in
            guard let folder = try? Descriptor(opening: "/tmp", O_RDONLY | O_DIRECTORY) else { return }
            request.reply(SessionInterface.Content.file(name: "x", .file), DescriptorBag(folder))
        } _: { peer in
            let item = NSExtensionItem()
            item.attachments = [try peer.provider(1, .file)]
            let passedOn = try #require(ends.extension.items(ends.host.export([item])).first?.attachments?.first)
            let error = await failure { _ = try await passedOn.file("public.data") { $0.path } }
            #expect(error?.domain == NSItemProvider.errorDomain)
        }
        withExtendedLifetime(ends) {}
    }

    @Test(arguments: roles) func `more descriptors than a load has are closed`(role: String) async throws {
        try await HandmadePeer.with(victim: role) { _, _, request in
            let bag = DescriptorBag()
            for _ in 0..<16 { if let null = try? Descriptor(opening: "/dev/null", O_RDONLY) { bag.append(null) } }
            request.reply(SessionInterface.Content.value(.data([9])), bag)
        } _: { peer in
            let loaded = try await peer.provider().data("public.data")
            #expect(loaded == Data([9]))
        }
    }
}
