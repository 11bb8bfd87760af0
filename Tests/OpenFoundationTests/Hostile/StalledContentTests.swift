import AppexProtocol
import AppexSystem
import AppexWire
import Foundation
import Glibc
import OpenFoundation
import SystemPackage
import TestSupport
import Testing

/// Content in a file whose file system does not answer: only the load of it waits.
///
/// Each test is a process of its own: a process that another test starts would wait for that file system when it closes its copies of
/// the descriptors.
@Suite(
    .timeLimit(.minutes(10)),
    .enabled(if: SilentFileSystem.isAvailable, "a file system that stalls needs /dev/fuse and the right to mount"))
struct StalledContentTests {
    @Test func `a file of a stalled file system delays no other load of a host`() async {
        await #expect(processExitsWith: .success) {
            for kind in SessionInterface.FileKind.allCases { try await Self.load(kind, as: "host") }
        }
    }

    @Test func `a file of a stalled file system delays no other load of an extension`() async {
        await #expect(processExitsWith: .success) {
            for kind in SessionInterface.FileKind.allCases { try await Self.load(kind, as: "extension") }
        }
    }

    private static func load(_ kind: SessionInterface.FileKind, as role: String) async throws {
        try await withTemporaryFolder { folder in
            let remote = try #require(SilentFileSystem(at: folder.appending("remote")))
            defer { remote.remove() }
            let file = try Descriptor(opening: remote.file, O_RDONLY)
            let number = file.rawValue
            remote.fallSilent()
            try await HandmadePeer.with(victim: role) { _, _, request in
                let copy = Descriptor(owning: fcntl(number, F_DUPFD_CLOEXEC, 3))
                request.reply(SessionInterface.Content.file(name: "x", kind), DescriptorBag(copy))
            } _: { peer in
                let provider = try peer.provider()
                async let data = failure(of: { _ = try await provider.data("public.data") })
                async let copied = failure(of: { _ = try await provider.file("public.data") { $0.path } })
                async let item = failure(of: { _ = try await provider.loadItem(forTypeIdentifier: "public.data") })
                for _ in 0..<3 { try await peer.expectWell() }
                // Whoever waits for an answer gets an error.
                remote.remove()
                for error in [await data, await copied, await item] {
                    #expect(error?.domain == NSItemProvider.errorDomain, "\(error as Any)")
                }
            }
            withExtendedLifetime(file) {}
        }
    }
}
