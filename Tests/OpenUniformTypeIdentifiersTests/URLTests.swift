import FoundationEssentials
import OpenUniformTypeIdentifiers
import Testing

@Suite struct URLTests {
    private let folder = URL(filePath: "/tmp/", directoryHint: .isDirectory)

    @Test(
        "A name gets the extension of the type unless it fits already",
        arguments: [
            ("Report", UTType.pdf, "/tmp/Report.pdf"), ("Report.pdf", .pdf, "/tmp/Report.pdf"),
            ("Report.PDF", .pdf, "/tmp/Report.PDF"), ("Report.v2", .pdf, "/tmp/Report.v2.pdf"),
            ("Photo.jpg", .jpeg, "/tmp/Photo.jpg"), ("Photo.jpg", .image, "/tmp/Photo.jpg"),
            ("Photo", .image, "/tmp/Photo"), ("Photo.jpg", .png, "/tmp/Photo.jpg.png"),
            ("Photo.strange", UTType(filenameExtension: "strange") ?? .data, "/tmp/Photo.strange"),
        ])
    func component(name: String, type: UTType, path: String) {
        #expect(folder.appendingPathComponent(name, conformingTo: type).path == path)
        var changed = folder
        changed.appendPathComponent(name, conformingTo: type)
        #expect(changed.path == path)
        #expect(folder.appending(path: name).appendingPathExtension(for: type).path == path)
    }

    @Test("The URL of a type of directories is that of a directory")
    func directories() {
        #expect(folder.appendingPathComponent("Letter", conformingTo: .rtfd).hasDirectoryPath)
        #expect(folder.appendingPathComponent("Letter", conformingTo: .rtfd).path == "/tmp/Letter.rtfd")
        #expect(!folder.appendingPathComponent("Letter", conformingTo: .rtf).hasDirectoryPath)
        var bundle = folder.appending(path: "Darkroom", directoryHint: .isDirectory)
        bundle.appendPathExtension(for: .applicationBundle)
        #expect(bundle.path == "/tmp/Darkroom.app" && bundle.hasDirectoryPath)
    }

    @Test("The root has no name that could get an extension")
    func root() {
        let root = URL(filePath: "/", directoryHint: .isDirectory)
        #expect(root.appendingPathExtension(for: .pdf) == root)
    }
}
