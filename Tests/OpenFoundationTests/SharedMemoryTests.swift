import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenFoundation
import SystemPackage
import Testing

/// Large data between the two ends of a session.
@Suite(.accounted) struct SharedMemoryTests {
    private static let type = "org.example.large"

    private func provider(_ data: Data) -> NSItemProvider {
        NSItemProvider(item: data as NSData, typeIdentifier: Self.type)
    }

    private func data(_ count: Int, seed: Int = 1) -> Data {
        let start = Data((0..<251).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31) })
        // No power of two, so that no two pages are the same.
        var data = Data(capacity: count + 251)
        while data.count < count { data.append(start) }
        return data.prefix(count)
    }

    @Test(arguments: [32 * 1024, 32 * 1024 + 1, 1 << 20, 5_000_001])
    func `large data arrive as they were sent`(_ count: Int) async throws {
        let data = data(count)
        try await Distance.acrossSession.with(provider(data)) { provider in
            let loaded = try await provider.data(Self.type)
            #expect(loaded == data)
        }
    }

    @Test func `data stay as they are while later loads arrive, and may be changed by the reader`() async throws {
        let ends = try SessionEnds()
        let all = (0..<40).map { data(100_000, seed: $0) }
        let item = NSExtensionItem()
        item.attachments = all.map(provider)
        let arrived = ends.extension.items(ends.host.export([item]))
        var loaded: [Data] = []
        for provider in arrived.first?.attachments ?? [] { loaded.append(try await provider.data(Self.type)) }
        #expect(loaded == all)
        loaded[0][0] ^= 0xff
        #expect(loaded[0] != all[0])
        let again = try await arrived.first?.attachments?.first?.data(Self.type)
        #expect(again == all[0])
    }

    @Test func `data outlive the session`() async throws {
        let data = data(1 << 20)
        let loaded = try await Distance.acrossSession.with(provider(data)) { try await $0.data(Self.type) }
        #expect(loaded == data)
    }

    @Test func `memory is used again once the data are gone`() async throws {
        try await Distance.acrossSession.with(provider(data(1 << 20))) { provider in
            // More than a pool holds, one after the other.
            for _ in 0..<300 {
                let loaded = try await provider.data(Self.type)
                #expect(loaded.count == 1 << 20)
            }
            #expect(SharedMemoryAccount.bytes < 1 << 29)
        }
    }

    /// What a hostile owner may answer to a load with: memory, or something that pretends to be.
    private func load(
        _ answer: @escaping @Sendable (Connection, SessionInterface.Load, InboundRequest) -> Void
    ) async throws -> NSError? {
        let (near, far) = try PacketSocket.pair().bags()
        guard let nearEnd = near.take(), let farEnd = far.take() else { throw Errno.badFileDescriptor }
        let session = try ItemExchange(socket: nearEnd, role: "host") { _ in }
        let owner = try Connection(socket: farEnd, role: "extension")
        try owner.start { [weak owner] in
            if case .request(let request) = $0, let owner, let load = try? request.decode(SessionInterface.Load.self) {
                answer(owner, load, request)
            }
        }
        let description = ItemDescription(attachments: [
            ProviderDescription(identifier: 1, representations: [RepresentationDescription(Self.type, .data)])
        ])
        let provider = try #require(session.items([description]).first?.attachments?.first)
        defer { owner.close() }
        return await failure { _ = try await provider.data(Self.type) }
    }

    @Test func `memory that breaks the rules is an error`() async throws {
        let memory = SessionInterface.Content.memory
        #expect(try await load { _, _, request in request.reply(memory) } != nil, "none at all")
        let attempts: [@Sendable (UInt64) -> SessionInterface.Memory] = [
            { SessionInterface.Memory(watch: $0, size: 0) },
            { SessionInterface.Memory(watch: $0, size: 1 << 40) },
            { SessionInterface.Memory(watch: $0, size: 1 << 20) },
            { SessionInterface.Memory(watch: $0 + 1, size: 8) },
        ]
        for attempt in attempts {
            let error = try await load { owner, load, request in
                let file = try? SealedMemory.file(holding: [UInt8](repeating: 1, count: 8).span.bytes)
                try? owner.send(attempt(load.watch), DescriptorBag(file ?? Descriptor(owning: -1)))
                request.reply(memory)
            }
            #expect(error != nil)
        }
        let unsealed = try await load { owner, load, request in
            guard let file = try? Descriptor(opening: "/proc/self/exe", O_RDONLY) else { return }
            try? owner.send(SessionInterface.Memory(watch: load.watch, size: 8), DescriptorBag(file))
            request.reply(memory)
        }
        #expect(unsealed != nil, "a file that could shrink")
        let twice = try await load { owner, load, request in
            for _ in 0..<2 {
                guard let file = try? SealedMemory.file(holding: [UInt8](repeating: 1, count: 8).span.bytes) else {
                    return
                }
                try? owner.send(SessionInterface.Memory(watch: load.watch, size: 8), DescriptorBag(file))
            }
            request.reply(memory)
        }
        #expect(twice != nil, "announced twice")
    }

    @Test func `a host's copy does not change when the owner changes the memory afterwards`() async throws {
        let ends = try SessionEnds()
        let item = NSExtensionItem()
        let bytes = data(100_000)
        item.attachments = [provider(bytes), provider(data(100_000, seed: 5))]
        // The extension is the owner here.
        let arrived = ends.host.items(ends.extension.export([item])).first?.attachments ?? []
        let first = try await arrived[0].data(Self.type)
        // Fills the same block, as the host has given it back at once.
        _ = try await arrived[1].data(Self.type)
        #expect(first == bytes)
    }

    @Test func `a thousand loads at once all arrive, and no more than a few are under way`() async throws {
        let ends = try SessionEnds()
        let item = NSExtensionItem()
        item.attachments = (0..<1000).map { provider(data(40_000, seed: $0)) }
        let arrived = try #require(ends.extension.items(ends.host.export([item])).first?.attachments)
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for provider in arrived { group.addTask { try await provider.data(Self.type).count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes == [Int](repeating: 40_000, count: 1000))
    }
}
