import Foundation
import OpenFoundation
import OpenUniformTypeIdentifiers
import Testing

@Suite(.accounted) struct ContentTypeTests {
    private func provider(ofFileNamed name: String, _ content: Data) throws -> NSItemProvider {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try content.write(to: file)
        return try #require(NSItemProvider(contentsOf: file))
    }

    @Test(
        "A file is offered under the type of its extension, else of its content, and as a file URL",
        arguments: [
            ("photo.JPG", Data("no photo".utf8), "public.jpeg"), ("README", Data("Read me.".utf8), "public.plain-text"),
            ("core", Data([0, 1, 2]), "public.data"), ("film.srt2", Data([0, 1]), "dyn.ah62d4rv4ge81g6xygk"),
        ])
    func contentsOfFile(name: String, content: Data, type: String) throws {
        let provider = try provider(ofFileNamed: name, content)
        #expect(provider.registeredTypeIdentifiers == [type, "public.file-url"])
        #expect(provider.registeredContentTypes.map(\.identifier) == [type, "public.file-url"])
        #expect(provider.suggestedName == name)
    }

    @Test("A folder is offered as a folder")
    func contentsOfFolder() throws {
        let provider = try #require(NSItemProvider(contentsOf: FileManager.default.temporaryDirectory))
        #expect(provider.registeredTypeIdentifiers.first == "public.folder")
    }

    @Test("Data registered and loaded by type are those of the identifier", arguments: Distance.allCases)
    func byType(_ distance: Distance) async throws {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(for: .png) {
            $0(Data("png".utf8), nil)
            return nil
        }
        provider.registerDataRepresentation(forTypeIdentifier: "org.example.unknown", visibility: .all) {
            $0(nil, nil)
            return nil
        }
        try await distance.with(provider) { provider in
            #expect(provider.registeredContentTypes == [.png])
            #expect(provider.registeredContentTypes(conformingTo: .image) == [.png])
            #expect(provider.registeredContentTypes(conformingTo: .text).isEmpty)
            let data = await withCheckedContinuation { continuation in
                provider.loadDataRepresentation(for: .image) { data, _ in continuation.resume(returning: data) }
            }
            #expect(data == Data("png".utf8))
        }
    }
}
