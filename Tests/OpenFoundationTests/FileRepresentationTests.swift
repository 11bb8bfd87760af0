import Foundation
import OpenFoundation
import Testing

@Suite struct FileRepresentationTests {
    private struct Photo {
        let folder: URL
        let url: URL
        let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "provider-tests-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            url = folder.appendingPathComponent("beach.jpg")
            try content.write(to: url)
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    @Test(arguments: Distance.allCases) func aFileOffersItsTypeThenItsURL(_ distance: Distance) async throws {
        let photo = try Photo()
        defer { photo.remove() }
        let provider = try #require(NSItemProvider(contentsOf: photo.url))
        try await distance.with(provider) {
            #expect($0.registeredTypeIdentifiers == ["public.jpeg", "public.file-url"])
            #expect($0.suggestedName == "beach.jpg")
            let arrived = try await $0.data("public.image")
            #expect(arrived == photo.content)
        }
    }

    @Test(arguments: Distance.allCases) func `AT-37: a loaded file is gone after the handler`(_ distance: Distance)
        async throws
    {
        let photo = try Photo()
        defer { photo.remove() }
        let provider = try #require(NSItemProvider(contentsOf: photo.url))
        try await distance.with(provider) { provider in
            let seen: (URL, Data) = try await withCheckedThrowingContinuation { continuation in
                provider.loadFileRepresentation(forTypeIdentifier: "public.jpeg") { url, error in
                    continuation.resume(
                        with: Result {
                            guard let url else { throw error ?? CancellationError() }
                            return (url, try Data(contentsOf: url))
                        })
                }
            }
            #expect(seen.0.lastPathComponent == "beach.jpg")
            #expect(seen.0 != photo.url)
            #expect(seen.1 == photo.content)
            #expect(try await goes(seen.0))
            #expect(FileManager.default.fileExists(atPath: photo.url.path))
        }
    }

    /// The file is removed right after the handler returns, which may be a moment after it was heard.
    private func goes(_ url: URL) async throws -> Bool {
        for _ in 0..<10_000 where FileManager.default.fileExists(atPath: url.path) { await Task.yield() }
        return !FileManager.default.fileExists(atPath: url.path)
    }

    @Test(arguments: Distance.allCases) func anItemLoadOfAFileGivesAReadableURL(_ distance: Distance) async throws {
        let photo = try Photo()
        defer { photo.remove() }
        let provider = try #require(NSItemProvider(contentsOf: photo.url))
        try await distance.with(provider) { provider in
            for type in ["public.jpeg", "public.file-url"] {
                let url = try #require(try await provider.loadItem(forTypeIdentifier: type) as? NSURL)
                #expect(try Data(contentsOf: url as URL) == photo.content)
                #expect((url as URL).lastPathComponent == "beach.jpg")
            }
        }
    }

    @Test(arguments: [
        ("../../evil", "evil"), ("/etc/passwd", "passwd"), ("..", "item"), ("a/b/c.txt", "c.txt"),
        ("x\0y.txt", "x_y.txt"), (".profile", "profile"), ("", "item"),
    ])
    func aNameFromOutsideIsAPlainFileName(_ name: String, _ expected: String) async throws {
        let provider = NSItemProvider()
        provider.suggestedName = name
        provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) {
            $0(Data("x".utf8), nil)
            return nil
        }
        try await Distance.acrossSession.with(provider) { provider in
            let used: String = try await withCheckedThrowingContinuation { continuation in
                provider.loadFileRepresentation(forTypeIdentifier: "public.data") { url, error in
                    continuation.resume(
                        with: Result { try url?.lastPathComponent ?? { throw error ?? CancellationError() }() })
                }
            }
            #expect(used == expected)
        }
    }

    @Test func aFileThatDoesNotExistMakesNoProvider() {
        #expect(NSItemProvider(contentsOf: URL(fileURLWithPath: "/nowhere/at/all.jpg")) == nil)
        #expect(NSItemProvider(contentsOf: URL(string: "https://example.org/a.jpg")) == nil)
    }
}
