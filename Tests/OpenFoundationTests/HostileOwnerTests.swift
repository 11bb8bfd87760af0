import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Glibc
import OpenFoundation
import SystemPackage
import TestSupport
import Testing

/// A stand-in whose owner, at the other end, answers loads as an attacker would.
@Suite(.accounted) struct HostileOwnerTests {
    private func load(
        answering answer: @escaping @Sendable (InboundRequest) -> Void, _ body: (NSItemProvider) async throws -> Void
    ) async throws {
        let (near, far) = try PacketSocket.pair().bags()
        guard let nearEnd = near.take(), let farEnd = far.take() else { throw Errno.badFileDescriptor }
        let session = try ItemExchange(socket: nearEnd, role: "host") { _ in }
        let owner = try Connection(socket: farEnd, role: "extension")
        try owner.start { if case .request(let request) = $0 { answer(request) } }
        let description = ItemDescription(attachments: [
            ProviderDescription(identifier: 1, representations: [RepresentationDescription("public.data", .data)])
        ])
        let provider = try #require(session.items([description]).first?.attachments?.first)
        try await body(provider)
        owner.close()
    }

    @Test(arguments: [
        "file:///etc/hostname", "file:///dev/zero", "FILE:///etc/hostname", "file://localhost/etc/hostname",
    ])
    func `an owner cannot make the loader open a file of its own`(url: String) async throws {
        try await load {
            $0.reply(SessionInterface.Content.value(.url(url)))
        } _: { provider in
            #expect(await failure { _ = try await provider.data("public.data") } != nil)
            #expect(await failure { _ = try await provider.loadItem(forTypeIdentifier: "public.data") } != nil)
        }
    }

    @Test func `an owner's URL of another kind arrives`() async throws {
        try await load {
            $0.reply(SessionInterface.Content.value(.url("https://example.org/a")))
        } _: { provider in
            let url = try await provider.loadItem(forTypeIdentifier: "public.data") as? NSURL
            #expect(url?.absoluteString == "https://example.org/a")
        }
    }

    @Test func `a descriptor that is no regular file is an error`() async throws {
        try await load { request in
            let folder = try? Descriptor(opening: "/tmp", O_RDONLY | O_DIRECTORY)
            guard let folder else { return }
            request.reply(SessionInterface.Content.file(name: "x", .data), DescriptorBag(folder))
        } _: { provider in
            #expect(await failure { _ = try await provider.data("public.data") } != nil)
        }
    }

    @Test func `a sparse file of a gigabyte is loaded as data, and one of a byte more is refused`() async throws {
        let folder = try Folder()
        defer { folder.remove() }
        for (size, isLoaded) in [(1 << 30, true), ((1 << 30) + 1, false)] {
            let path = try folder.file("sparse-\(size)", Data()).path
            #expect(truncate(path, off_t(size)) == 0)
            try await load { request in
                guard let file = try? Descriptor(opening: FilePath(path), O_RDONLY) else { return }
                request.reply(SessionInterface.Content.file(name: nil, .data), DescriptorBag(file))
            } _: { provider in
                let error = await failure {
                    let data = try await provider.data("public.data")
                    #expect(data.count == size)
                }
                #expect(error?.code == (isLoaded ? nil : -1000))
            }
        }
    }

    @Test func `a file without a descriptor is an error`() async throws {
        try await load {
            $0.reply(SessionInterface.Content.file(name: nil, .data))
        } _: { provider in
            #expect(await failure { _ = try await provider.data("public.data") } != nil)
        }
    }

    @Test func `a file URL that an owner sends as data is not read as one`() async throws {
        let session = try SessionEnds()
        for type in ["public.url", "public.file-url"] {
            let item = NSExtensionItem()
            item.attachments = [NSItemProvider(Data("file:///etc/hostname".utf8), type)]
            let provider = try #require(session.host.items(session.extension.export([item])).first?.attachments?.first)
            #expect(await failure { _ = try await provider.object(URL.self) } != nil)
            #expect(await failure { _ = try await provider.loadItem(URL.self, forTypeIdentifier: type) } != nil)
            #expect(try await provider.data(type) == Data("file:///etc/hostname".utf8))
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 7, .signalingNaN, 0.25])
    func `whatever an owner says of its progress stays between nothing and all`(_ fraction: Double) async throws {
        let (near, far) = try PacketSocket.pair().bags()
        guard let nearEnd = near.take(), let farEnd = far.take() else { throw Errno.badFileDescriptor }
        let session = try ItemExchange(socket: nearEnd, role: "host") { _ in }
        let owner = try Connection(socket: farEnd, role: "extension")
        try owner.start { inbound in
            guard case .request(let request) = inbound, let load = try? request.decode(SessionInterface.Load.self)
            else {
                return
            }
            for watch in [0, load.watch, load.watch + 1, .max] {
                try? owner.send(SessionInterface.LoadProgress(watch: watch, fraction: fraction))
            }
            request.reply(SessionInterface.Content.value(.data([1])))
            // And after the end.
            try? owner.send(SessionInterface.LoadProgress(watch: load.watch, fraction: 0.5))
        }
        let provider = try #require(
            session.items([
                ItemDescription(attachments: [
                    ProviderDescription(
                        identifier: 1, representations: [RepresentationDescription("public.data", .data)])
                ])
            ]).first?.attachments?.first)
        let loaded = Promise<Data?>()
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, _ in loaded.give(data)
        }
        #expect(try await loaded.value == Data([1]))
        #expect(progress.fractionCompleted == 1)
        // The session is well, too.
        #expect(try await provider.data("public.data") == Data([1]))
        owner.close()
    }

    @Test func `progress that is no message ends the session`() async throws {
        let (near, far) = try PacketSocket.pair().bags()
        guard let nearEnd = near.take(), let farEnd = far.take() else { throw Errno.badFileDescriptor }
        let ended = Promise<String>()
        let session = try ItemExchange(socket: nearEnd, role: "host") { inbound in
            if case .closed(let error) = inbound { ended.give("\(error)") }
        }
        let owner = try Connection(socket: farEnd, role: "extension")
        try owner.start { _ in }
        struct Broken: WireMessage {
            static let code = SessionInterface.LoadProgress.code
            init() {}
            init(from decoder: inout WireDecoder) throws(WireError) {}
            func encode(to encoder: inout WireEncoder) throws(WireError) { encoder.integer(UInt8(1)) }
        }
        try owner.send(Broken())
        #expect(try await ended.value.contains("malformed"))
        withExtendedLifetime(session) {}
    }

    @Test func `an owner's error arrives with what can cross, and no deeper than it may`() async throws {
        var nested = ErrorDescription(domain: "deepest", code: 0, userInfo: [:])
        for level in 1...10 {
            nested = ErrorDescription(
                domain: "level", code: Int64(level), userInfo: ["NSUnderlyingError": .error(nested)])
        }
        let error = nested
        try await load {
            $0.reply(SessionInterface.Content.error(error))
        } _: { provider in
            let arrived = try #require(await failure { _ = try await provider.data("public.data") })
            #expect(arrived.domain == "level" && arrived.code == 10)
            #expect((arrived.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == 9)
        }
    }

    @Test func `a load of what nobody has described is refused`() async throws {
        let (near, far) = try PacketSocket.pair().bags()
        guard let nearEnd = near.take(), let farEnd = far.take() else { throw Errno.badFileDescriptor }
        let session = try ItemExchange(socket: nearEnd, role: "host") { _ in }
        let item = NSExtensionItem()
        item.attachments = [NSItemProvider(Data("private".utf8), "public.data", visibility: .ownProcess)]
        _ = session.export([item])
        let peer = try Connection(socket: farEnd, role: "extension")
        try peer.start { _ in }
        func load(_ provider: UInt64, _ form: SessionInterface.Load.Form) async throws -> SessionInterface.Content {
            let load = SessionInterface.Load(provider: provider, typeIdentifier: "public.data", form: form)
            return try await peer.call(load, within: .ample).0
        }
        await #expect(throws: WireError.self) { try await load(2, .data) }
        for form in SessionInterface.Load.Form.allCases {
            guard case .error(let error) = try await load(1, form) else {
                Issue.record("\(form) was loaded")
                continue
            }
            #expect(error.error.code == -1000)
        }
        peer.close()
    }
}
