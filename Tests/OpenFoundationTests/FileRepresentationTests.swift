import Foundation
import Glibc
import OpenFoundation
import OpenUniformTypeIdentifiers
import TestSupport
import Testing

@Suite(.accounted) struct FileRepresentationTests {
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

    @Test(arguments: Distance.allCases) func `AT-49: a file offers its content's type before its URL`(
        _ distance: Distance
    ) async throws {
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

    /// Loads from the other end of a session what a handler gives, as data.
    private func failureOfLoading(_ file: URL) async throws -> NSError? {
        let provider = NSItemProvider()
        provider.registerFileRepresentation(forTypeIdentifier: "public.data", visibility: .all) {
            $0(file, false, nil)
            return nil
        }
        return try await Distance.acrossSession.with(provider) { provider in
            await failure { _ = try await provider.data("public.data") }
        }
    }

    @Test func `a file that cannot be handed over is named, without its folder`() async throws {
        let photo = try Photo()
        defer { photo.remove() }
        let missing = try #require(try await failureOfLoading(photo.folder.appendingPathComponent("photo.png")))
        #expect(missing.domain == NSItemProvider.errorDomain)
        #expect(missing.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
        #expect(missing.localizedDescription == "photo.png cannot be opened: No such file or directory.")
        #expect((missing.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ENOENT))
        let pipe = photo.folder.appendingPathComponent("pipe")
        mkfifo(pipe.path, 0o600)
        #expect(
            try await failureOfLoading(pipe)?.localizedDescription
                == "pipe cannot be sent: only files and folders can.")
    }

    @Test func `data above 1 GiB are refused with their size`() async throws {
        let photo = try Photo()
        defer { photo.remove() }
        truncate(photo.url.path, 1 << 30 + 1)
        let error = try await failureOfLoading(photo.url)
        #expect(
            error?.localizedDescription
                == "The content that was sent has 1073741825 bytes, and at most 1 GiB is loaded into memory; load it as a file."
        )
    }

    @Test func aFileThatDoesNotExistMakesNoProvider() {
        #expect(NSItemProvider(contentsOf: URL(fileURLWithPath: "/nowhere/at/all.jpg")) == nil)
        #expect(NSItemProvider(contentsOf: URL(string: "https://example.org/a.jpg")) == nil)
    }

    @Test(
        arguments: Distance.allCases,
        [
            ("photo", "public.png", "photo.png"), ("photo.png", "public.png", "photo.png"),
            ("PHOTO.PNG", "public.png", "PHOTO.PNG"), ("photo.jpeg", "public.jpeg", "photo.jpeg"),
            ("holiday 2.0", "public.png", "holiday 2.0.png"), ("photo.txt", "public.png", "photo.txt.png"),
            (nil, "public.png", "item.png"), (nil, "org.example.unknown", "item"),
            ("notes", "org.example.unknown", "notes"),
        ] as [(String?, String, String)])
    func `AT-46: a file is named as suggested, with the extension of its type`(
        _ distance: Distance, _ expected: (name: String?, type: String, file: String)
    ) async throws {
        let provider = NSItemProvider(Data("x".utf8), expected.type)
        provider.suggestedName = expected.name
        try await distance.with(provider) {
            let file = try await $0.file(expected.type) { $0.lastPathComponent }
            #expect(file == expected.file)
        }
    }

    @Test(arguments: Distance.allCases) func `an owner may delete its file once it has handed it over`(
        _ distance: Distance
    )
        async throws
    {
        let folder = try Folder()
        defer { folder.remove() }
        let provider = NSItemProvider()
        provider.registerFileRepresentation(forTypeIdentifier: "public.jpeg", visibility: .all) { done in
            let file = folder.url.appendingPathComponent(UUID().uuidString + ".jpg")
            do {
                try Data("made".utf8).write(to: file)
                done(file, false, nil)
                try FileManager.default.removeItem(at: file)
            } catch {
                done(nil, false, error)
            }
            return nil
        }
        try await distance.with(provider) { provider in
            let content = try await provider.file("public.jpeg") { try Data(contentsOf: $0) }
            #expect(content == Data("made".utf8))
            let url = try #require(try await provider.loadItem(forTypeIdentifier: "public.jpeg") as? NSURL)
            #expect(try Data(contentsOf: url as URL) == Data("made".utf8))
            let (copy, isInPlace) = try await inPlace(provider, "public.jpeg")
            #expect(try Data(contentsOf: copy) == Data("made".utf8))
            #expect(!isInPlace)
        }
        try await eventually("the owner has deleted the last one") {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty
        }
    }

    private func inPlace(_ provider: NSItemProvider, _ type: String) async throws -> (URL, Bool) {
        try await withCheckedThrowingContinuation { continuation in
            provider.loadInPlaceFileRepresentation(forTypeIdentifier: type) { url, isInPlace, error in
                continuation.resume(with: Result { (try url ?? { throw error ?? CancellationError() }(), isInPlace) })
            }
        }
    }

    @Test func `a file is opened where it is only if its owner allows it, and only in its own process`() async throws {
        let photo = try Photo()
        defer { photo.remove() }
        let open = NSItemProvider(contentsOf: photo.url, contentType: .init("public.jpeg"), openInPlace: true)
        #expect(open.registeredTypeIdentifiers(fileOptions: .openInPlace) == ["public.jpeg"])
        let original = try await inPlace(open, "public.image")
        #expect(original == (photo.url, true))
        let closed = try #require(NSItemProvider(contentsOf: photo.url))
        #expect(closed.registeredTypeIdentifiers(fileOptions: .openInPlace).isEmpty)
        #expect(!closed.hasRepresentationConforming(toTypeIdentifier: "public.jpeg", fileOptions: .openInPlace))
        var copy: URL?
        do {
            let (url, isInPlace) = try await inPlace(closed, "public.jpeg")
            #expect(url != photo.url && !isInPlace)
            copy = url
        }
        try await Distance.acrossSession.with(open) { provider in
            #expect(provider.registeredTypeIdentifiers(fileOptions: .openInPlace) == ["public.jpeg"])
            let (url, isInPlace) = try await inPlace(provider, "public.jpeg")
            #expect(url != photo.url && !isInPlace)
            #expect(try Data(contentsOf: url) == photo.content)
        }
        withExtendedLifetime(closed) { #expect(copy.map { FileManager.default.fileExists(atPath: $0.path) } == true) }
    }

    @Test func `copies go with the provider, or with the session`() async throws {
        let photo = try Photo()
        defer { photo.remove() }
        for distance in Distance.allCases {
            var copy: URL?
            do {
                let provider = try #require(NSItemProvider(contentsOf: photo.url))
                try await distance.with(provider) { copy = try await inPlace($0, "public.jpeg").0 }
            }
            let path = try #require(copy?.path)
            try await eventually("the copy goes") { !FileManager.default.fileExists(atPath: path) }
        }
    }

    @Test func `types of the module for types do the same as their identifiers`() async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let jpeg = try #require(UTType("public.jpeg"))
        let text = try #require(UTType("public.plain-text"))
        let file = try folder.file("a.jpg", Data("jpeg".utf8))
        let provider = NSItemProvider()
        provider.registerDataRepresentation(for: text) {
            $0(Data("text".utf8), nil)
            return nil
        }
        provider.registerFileRepresentation(for: jpeg, openInPlace: true) {
            $0(file, false, nil)
            return nil
        }
        #expect(provider.registeredContentTypes == [text, jpeg])
        #expect(provider.registeredContentTypesForOpenInPlace == [jpeg])
        #expect(provider.registeredContentTypes(conformingTo: try #require(UTType("public.image"))) == [jpeg])
        let (data, copy, original) = (Promise<Data?>(), Promise<String>(), Promise<String>())
        provider.loadDataRepresentation(for: text) { loaded, _ in data.give(loaded) }
        provider.loadFileRepresentation(for: jpeg) { url, isInPlace, _ in copy.give("\(url != file) \(isInPlace)") }
        provider.loadFileRepresentation(for: jpeg, openInPlace: true) { url, isInPlace, _ in
            original.give("\(url == file) \(isInPlace)")
        }
        #expect(try await data.value == Data("text".utf8))
        #expect(try await copy.value == "true false")
        #expect(try await original.value == "true true")
    }

    @Test(arguments: Distance.allCases) func `a file too large for memory is an error as data, and its URL is not`(
        _ distance: Distance
    ) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let file = try folder.file("film.mov", Data())
        // Without content it takes no room on the disk.
        try #require(truncate(file.path, 3 << 30) == 0)
        for provider in [
            try #require(NSItemProvider(contentsOf: file)),
            NSItemProvider(item: file as NSURL, typeIdentifier: "com.apple.quicktime-movie"),
        ] {
            try await distance.with(provider) { provider in
                let error = await failure { _ = try await provider.data("public.movie") }
                #expect(domainAndCode(error) == "NSItemProviderErrorDomain -1000")
            }
        }
        let url = try await NSItemProvider(item: file as NSURL, typeIdentifier: "public.movie")
            .loadItem(forTypeIdentifier: "public.movie")
        #expect(url as? NSURL == file as NSURL)
    }
}
