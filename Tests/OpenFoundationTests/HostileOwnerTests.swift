import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import OpenFoundation
import SystemPackage
import Testing

/// A stand-in whose owner, at the other end, answers loads as an attacker would.
@Suite struct HostileOwnerTests {
    private func load(
        answering answer: @escaping @Sendable (InboundRequest) -> Void, _ body: (NSItemProvider) async throws -> Void
    ) async throws {
        let (near, far) = try PacketSocket.pair().bags()
        guard let nearEnd = near.take(), let farEnd = far.take() else { throw Errno.badFileDescriptor }
        let session = try ItemSession(socket: nearEnd, role: "host") { _ in }
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

    @Test func `a file without a descriptor is an error`() async throws {
        try await load {
            $0.reply(SessionInterface.Content.file(name: nil, .data))
        } _: { provider in
            #expect(await failure { _ = try await provider.data("public.data") } != nil)
        }
    }
}
