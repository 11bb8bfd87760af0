import FoundationEssentials
import Testing

@testable import OpenUniformTypeIdentifiers

@Suite struct UTTypeTests {
    @Test("A type is found by its identifier in any case; there is none for an unknown one")
    func lookup() {
        #expect(UTType("public.JPEG") == .jpeg)
        #expect(UTType("public.JPEG")?.identifier == "public.jpeg")
        #expect(UTType("com.example.unknown") == nil)
        #expect(UTType("") == nil)
    }

    @Test(
        "An extension has the type that people expect",
        arguments: [
            ("jpg", "public.jpeg"), ("JPEG", "public.jpeg"), ("png", "public.png"), ("pdf", "com.adobe.pdf"),
            ("txt", "public.plain-text"), ("md", "net.daringfireball.markdown"), ("swift", "public.swift-source"),
            ("mp4", "public.mpeg-4"), ("m4a", "com.apple.m4a-audio"), ("m4v", "com.apple.m4v-video"),
            ("ts", "public.mpeg-2-transport-stream"), ("plist", "com.apple.property-list"),
            ("zip", "public.zip-archive"), ("aiff", "public.aiff-audio"), ("webloc", "com.apple.web-internet-location"),
            ("eml", "com.apple.mail.email"), ("epub", "org.idpf.epub-container"),
            ("key", "com.apple.iwork.keynote.sffkey"),
            ("pic", "com.apple.pict"), ("log", "com.apple.log"), ("pkpass", "com.apple.pkpass-data"),
        ])
    func filenameExtension(name: String, identifier: String) {
        #expect(UTType(filenameExtension: name)?.identifier == identifier)
    }

    @Test(
        "A MIME type has the type that people expect",
        arguments: [
            ("image/jpeg", "public.jpeg"), ("IMAGE/PNG", "public.png"), ("text/plain", "public.plain-text"),
            ("application/octet-stream", "public.data"), ("audio/mp4", "public.mpeg-4-audio"),
            ("audio/aiff", "public.aiff-audio"), ("application/zip", "public.zip-archive"),
            ("text/html", "public.html"), ("application/json", "public.json"),
        ])
    func mimeType(name: String, identifier: String) {
        #expect(UTType(mimeType: name)?.identifier == identifier)
    }

    @Test("What a type has to conform to decides between types with the same extension")
    func conformingTo() {
        #expect(UTType(filenameExtension: "pages")?.identifier == "com.apple.iwork.pages.sffpages")
        #expect(UTType(filenameExtension: "pages", conformingTo: .package)?.identifier == "com.apple.iwork.pages.pages")
        #expect(UTType(filenameExtension: "app")?.isDynamic == true)
        #expect(UTType(filenameExtension: "app", conformingTo: .directory) == .applicationBundle)
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
    }

    @Test("All types with a tag are given, the preferred one first, or else one dynamic type")
    func types() {
        let types = UTType.types(tag: "PLIST", tagClass: .filenameExtension, conformingTo: nil)
        #expect(types == [.propertyList, .xmlPropertyList, .binaryPropertyList])
        let unknown = UTType.types(tag: "No Such", tagClass: .filenameExtension, conformingTo: nil)
        #expect(unknown.count == 1)
        #expect(unknown.first?.tags == [.filenameExtension: ["no such"]])
    }

    @Test("Of tags that cannot be ones there is no type")
    func invalidTags() {
        for tag in ["", ".txt", "a/b", "a\0b", String(repeating: "a", count: 256)] {
            #expect(UTType(filenameExtension: tag) == nil)
        }
        #expect(UTType(mimeType: "") == nil)
        #expect(UTType(tag: "TEXT", tagClass: UTTagClass(rawValue: "com.apple.ostype"), conformingTo: nil) == nil)
    }

    @Test("No dynamic or declared type offers an extension that leads out of a folder")
    func extensionStaysInFolder() {
        let dynamic = DynamicType.identifier(
            tag: "../../etc/passwd", tagClass: "public.filename-extension", parent: "public.data")
        #expect(UTType(dynamic)?.preferredFilenameExtension == nil)
        #expect(UTType(dynamic)?.tags.isEmpty == true)
    }

    @Test("Extensions and MIME types are given with the preferred one first")
    func tags() {
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
        #expect(UTType.jpeg.preferredMIMEType == "image/jpeg")
        #expect(
            UTType.jpeg.tags == [.filenameExtension: ["jpeg", "jpg", "jpe"], .mimeType: ["image/jpeg", "image/jpg"]])
        #expect(UTType.image.preferredFilenameExtension == nil)
        #expect(UTType.image.tags.isEmpty)
    }

    @Test("Subtype and supertype are strict, conformance is not")
    func relations() {
        #expect(UTType.jpeg.conforms(to: .jpeg) && UTType.jpeg.conforms(to: .image))
        #expect(UTType.jpeg.isSubtype(of: .image) && !UTType.jpeg.isSubtype(of: .jpeg))
        #expect(UTType.image.isSupertype(of: .jpeg) && !UTType.image.isSupertype(of: .image))
        #expect(!UTType.jpeg.isSupertype(of: .image) && !UTType.image.isSubtype(of: .jpeg))
        #expect(UTType.jpeg.supertypes == [.image, .data, .content, .item])
        #expect(UTType.item.supertypes.isEmpty)
    }

    @Test("A type is either declared or dynamic; public ones begin with public.")
    func kinds() {
        #expect(UTType.pdf.isDeclared && !UTType.pdf.isDynamic && !UTType.pdf.isPublic)
        #expect(UTType.jpeg.isPublic)
    }

    @Test("An app's own type works before anybody knows of its declaration")
    func exportedAs() {
        let type = UTType(exportedAs: "org.example.Unknown-Recipe", conformingTo: .text)
        #expect(type.identifier == "org.example.unknown-recipe")
        #expect(type.conforms(to: .text) && type.conforms(to: .data) && !type.conforms(to: .image))
        #expect(type.supertypes.isSuperset(of: [.text, .data, .content, .item]))
        #expect(type.isSubtype(of: .text) && UTType.data.isSupertype(of: type))
        #expect(type.isDeclared && !type.isDynamic)
        #expect(type == UTType(importedAs: "org.example.unknown-recipe"))
        #expect(UTType(importedAs: "org.example.unknown-recipe").supertypes.isEmpty)
    }

    @Test("A declaration that is known beats what the program assumed")
    func declarationBeatsAssumption() {
        #expect(!UTType(importedAs: "public.jpeg", conformingTo: .movie).conforms(to: .movie))
    }

    @Test("A type of the system has a description; version and reference are nil where nobody gave them")
    func descriptions() {
        #expect(UTType.jpeg.localizedDescription == "JPEG image")
        #expect(UTType.plainText.localizedDescription == "Plain text")
        #expect(UTType.jpeg.version == nil && UTType.jpeg.referenceURL == nil)
    }

    @Test("Types are coded as their identifiers; an unknown one is refused")
    func codable() throws {
        let data = try JSONEncoder().encode([UTType.jpeg, .pdf])
        #expect(String(decoding: data, as: UTF8.self) == #"["public.jpeg","com.adobe.pdf"]"#)
        #expect(try JSONDecoder().decode([UTType].self, from: data) == [.jpeg, .pdf])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([UTType].self, from: Data(#"["org.example.unknown"]"#.utf8))
        }
        #expect(
            try JSONDecoder().decode([UTTagClass].self, from: Data(#"["public.mime-type"]"#.utf8)) == [.mimeType])
    }

    @Test("A type and a tag class are shown as their identifiers")
    func text() {
        #expect("\(UTType.jpeg) \(UTTagClass.mimeType)" == "public.jpeg public.mime-type")
        #expect(String(reflecting: UTType.jpeg) == "public.jpeg")
    }
}
