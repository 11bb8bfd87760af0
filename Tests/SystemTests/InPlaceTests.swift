import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Files of a host that an extension opens where they are.
@Suite(.timeLimit(.minutes(30))) struct InPlaceTests {
    /// What the fixture says of one order.
    private func answer(_ device: TestDevice, _ host: ExtensionHost? = nil, _ provider: NSItemProvider, _ order: String)
        async throws -> String
    {
        let items = try await (host ?? device.host()).send(
            "load", text: "\(order) public.item", attachments: [provider])
        let lines = try #require(items.first?.userInfo?["lines"] as? [String])
        return try #require(lines.first)
    }

    private func original(_ device: TestDevice, _ name: String = "note.txt") throws -> (NSItemProvider, FilePath) {
        let path = try device.write(Data("original".utf8), to: name)
        return (provider(path), FilePath(path))
    }

    private func provider(_ path: String, _ type: String = "public.data") -> NSItemProvider {
        let provider = NSItemProvider()
        provider.registerFileRepresentation(forTypeIdentifier: type, fileOptions: .openInPlace, visibility: .all) {
            $0(URL(fileURLWithPath: path), false, nil)
            return nil
        }
        return provider
    }

    private func inode(_ path: FilePath) throws -> ino_t {
        var status = stat()
        try #require(stat(path.string, &status) == 0)
        return status.st_ino
    }

    /// Whether this machine has a private root, without which there are only copies.
    private func showsOriginals(_ host: ExtensionHost) async throws -> Bool {
        let layers = try await host.broker.call(BrokerInterface.Layers()).0.elements
        let has = layers.contains { $0.name == "private read-only root" && $0.stands }
        if !has { print("skipped: without a private root nothing can be opened in place") }
        return has
    }

    @Test func `an extension opens the original of its host's file`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            guard try await showsOriginals(device.host()) else { return }
            let (provider, path) = try original(device)
            #expect(try await answer(device, nil, provider, "original") == "note.txt true \(inode(path))")
            #expect(try await answer(device, nil, provider, "place") == "public.data")
        }
    }

    @Test func `the original cannot be changed, and nothing around it is seen`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            guard try await showsOriginals(device.host()) else { return }
            _ = try device.write(Data("secret".utf8), to: "secret.txt")
            let (provider, _) = try original(device)
            #expect(try await answer(device, nil, provider, "attack") == "worked [] around [\"note.txt\"]")
            #expect(try device.read("note.txt") == Data("original".utf8))
        }
    }

    @Test func `an original is gone when the session has ended, but for who has opened it`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            guard try await showsOriginals(host) else { return }
            let (provider, _) = try original(device)
            #expect(try await answer(device, host, provider, "remember") == "note.txt true open")
            try await eventually("the file is taken away") {
                try await answer(device, host, provider, "recall") == "error \(ENOENT), kept true"
            }
        }
    }

    @Test func `a host that ends takes its files along`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            guard try await showsOriginals(host) else { return }
            let (provider, _) = try original(device)
            do {
                let leaving = device.host()
                #expect(try await answer(device, leaving, provider, "remember") == "note.txt true open")
            }
            try await eventually("the file is taken away") {
                try await answer(device, host, provider, "recall") == "error \(ENOENT), kept true"
            }
        }
    }

    @Test func `a folder is opened in place too`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            guard try await showsOriginals(device.host()) else { return }
            let folder = device.folder.appending("files/Album")
            try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
            let provider = provider(folder.string, "public.folder")
            #expect(try await answer(device, nil, provider, "original") == "Album true \(inode(folder))")
        }
    }

    @Test func `what cannot be granted comes as a copy or is an error`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let (_, path) = try original(device, "real.txt")
            let link = device.folder.appending("files/link.txt").string
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path.string)
            let host = device.host()
            if try await showsOriginals(host) {
                // The name is the link's, the file is the one that it leads to.
                #expect(try await answer(device, host, provider(link), "original") == "link.txt true \(inode(path))")
            }
            for odd in ["/dev/null", "/proc/self/status", device.folder.appending("files/none").string] {
                let answer = try await answer(device, host, provider(odd), "inPlace")
                #expect(answer.contains("ErrorDomain "), "\(answer)")
            }
        }
    }

    @Test func `a file that may not be opened in place is copied`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let (_, path) = try original(device)
            let provider = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: path.string)))
            #expect(try await answer(device, nil, provider, "inPlace") == "note.txt false")
        }
    }

    @Test func `of many originals at a time the ones beyond the bound are copies`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            guard try await showsOriginals(host) else { return }
            let count = 260
            let providers = try (0..<count).map { number in
                let path = try device.write(Data("\(number)".utf8), to: "file\(number)")
                return provider(path, "org.example.file\(number)")
            }
            let orders = (0..<count).map { "inPlace org.example.file\($0)" } + ["inPlace org.example.file0"]
            let items = try await host.send(
                "load", text: orders.joined(separator: "\n"), attachments: providers, timeout: .ample)
            let lines = try #require(items.first?.userInfo?["lines"] as? [String])
            let expected = (0..<count).map { "file\($0) \($0 < 256)" } + ["file0 true"]
            #expect(lines == expected)
        }
    }

    @Test func `a file of 10 GB is opened at once, without memory, and is too large to be copied`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let path = try device.write(Data(), to: "film.mov")
            try #require(truncate(path, 10 << 30) == 0)
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data("tail".utf8))
            let provider = provider(path)
            if try await showsOriginals(host) {
                #expect(try await answer(device, host, provider, "tail") == "film.mov true tail flat")
            }
            let why = try await answer(device, host, provider, "why")
            #expect(why.contains("has 10737418244 bytes") && why.contains("open it in place"), "\(why)")
            try await host.expectAnswer()
        }
    }

    @Test func `a file system that answers nothing more holds up only who wants its file`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            guard let remote = SilentFileSystem(at: device.folder.appending("remote")) else {
                return print("skipped: this user cannot mount a file system of its own")
            }
            defer { remote.remove() }
            let host = device.host()
            guard try await showsOriginals(host) else { return }
            // The kernel knows its name from here on.
            var status = stat()
            try #require(stat(remote.file.string, &status) == 0)
            remote.fallSilent()
            async let stuck = answer(device, host, provider(remote.file.string), "original")
            for _ in 0..<3 { try await device.host().expectAnswer() }
            let other = try original(device, "other.txt")
            #expect(try await answer(device, device.host(), other.0, "original") == "other.txt true \(inode(other.1))")
            remote.remove()
            _ = try await stuck
            try await host.expectAnswer()
        }
    }

    @Test func `a host is never made to open a file of its own`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let items = try await device.host().send("offer")
            let offered = try #require(
                items.first?.attachments?.first { !$0.registeredTypeIdentifiers(fileOptions: .openInPlace).isEmpty })
            let isInPlace = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Bool, any Error>) in
                offered.loadInPlaceFileRepresentation(forTypeIdentifier: "public.plain-text") { url, isInPlace, error in
                    if let error { done.resume(throwing: error) } else { done.resume(returning: isInPlace) }
                }
            }
            #expect(!isInPlace)
        }
    }
}
