import Foundation
import OpenFoundation
import Testing

/// What a load of an item gives: the stored object, or with a class what a rule makes of it.
@Suite(.accounted) struct CoercionTests {
    @Test(arguments: Distance.allCases)
    func `AT-38: without a class the stored object comes, be it an object, data or a URL`(_ distance: Distance)
        async throws
    {
        let folder = try Folder()
        defer { folder.remove() }
        let file = try folder.file("photo.png", Data("pixels".utf8))
        // An image as an object comes with the module that has images; here an attributed text stands for it.
        let object = NSItemProvider(item: NSAttributedString(string: "image"), typeIdentifier: "public.png")
        let data = NSItemProvider(Data("pixels".utf8), "public.png")
        let url = NSItemProvider(item: file as NSURL, typeIdentifier: "public.png")
        try await distance.with(object) {
            let item = try await $0.loadItem(forTypeIdentifier: "public.image")
            #expect(item is NSAttributedString)
        }
        try await distance.with(data) {
            let item = try await $0.loadItem(forTypeIdentifier: "public.image")
            #expect(item is NSData)
        }
        try await distance.with(url) {
            let url = try #require(try await $0.loadItem(forTypeIdentifier: "public.image") as? NSURL)
            #expect(try Data(contentsOf: url as URL) == Data("pixels".utf8))
        }
    }

    @Test(arguments: Distance.allCases) func `AT-40: unknown type -1000, wrong class -1100, impossible coercion -1200`(
        _ distance: Distance
    ) async throws {
        let provider = NSItemProvider(item: NSNumber(value: 1), typeIdentifier: "org.example.number")
        provider.registerItem(forTypeIdentifier: "org.example.made") { completion, _, _ in
            completion?(NSNumber(value: 2), nil)
        }
        try await distance.with(provider) { provider in
            func code(_ type: String) async -> String {
                domainAndCode(await failure { _ = try await provider.loadItem(URL.self, forTypeIdentifier: type) })
            }
            #expect(await code("org.example.unknown") == "NSItemProviderErrorDomain -1000")
            #expect(await code("org.example.made") == "NSItemProviderErrorDomain -1100")
            #expect(await code("org.example.number") == "NSItemProviderErrorDomain -1200")
        }
    }

    @Test(arguments: Distance.allCases) func `a handler is told the class and the options`(_ distance: Distance)
        async throws
    {
        let provider = NSItemProvider()
        provider.registerItem(forTypeIdentifier: "org.example.thing") { completion, expected, options in
            let size = (options?[NSItemProviderPreferredImageSizeKey] as? NSValue)?.sizeValue
            completion?(NSString(string: "\(expected.map { "\($0)" } ?? "any") \(size?.width ?? 0)"), nil)
        }
        try await distance.with(provider) { provider in
            let options = [NSItemProviderPreferredImageSizeKey: NSValue(size: NSSize(width: 64, height: 48))]
            let text = try await provider.loadItem(
                String.self, forTypeIdentifier: "org.example.thing", options: options)
            #expect(text == "NSString 64.0")
            let any = try await provider.loadItem(forTypeIdentifier: "org.example.thing")
            #expect(any as? NSString == "any 0.0")
        }
    }

    @Test(arguments: Distance.allCases) func `the bytes of a file, of data and of texts come as data`(
        _ distance: Distance
    )
        async throws
    {
        let folder = try Folder()
        defer { folder.remove() }
        let file = try folder.file("a.txt", Data("bytes".utf8))
        let items: [any NSSecureCoding] = [
            file as NSURL, Data("bytes".utf8) as NSData, NSString(string: "bytes"), NSAttributedString(string: "bytes"),
        ]
        for item in items {
            try await distance.with(NSItemProvider(item: item, typeIdentifier: "public.plain-text")) {
                let data = try await $0.loadItem(Data.self, forTypeIdentifier: "public.plain-text")
                #expect(data == Data("bytes".utf8))
            }
        }
        let web = NSItemProvider(item: NSURL(string: "https://example.org"), typeIdentifier: "public.url")
        try await distance.with(web) { provider in
            let error = await failure { _ = try await provider.loadItem(Data.self, forTypeIdentifier: "public.url") }
            #expect(domainAndCode(error) == "NSItemProviderErrorDomain -1200")
        }
    }

    @Test(arguments: Distance.allCases) func `text and attributed text become each other`(_ distance: Distance)
        async throws
    {
        let plain = NSItemProvider(item: NSString(string: "text"), typeIdentifier: "public.plain-text")
        try await distance.with(plain) {
            let text = try await $0.loadItem(NSAttributedString.self, forTypeIdentifier: "public.text")
            #expect(text == NSAttributedString(string: "text"))
        }
        let bold = NSAttributedString(string: "text", attributes: [NSAttributedString.Key("weight"): 7])
        try await distance.with(NSItemProvider(item: bold, typeIdentifier: "public.plain-text")) {
            let text = try await $0.loadItem(String.self, forTypeIdentifier: "public.text")
            #expect(text == "text")
            #expect(try await $0.loadItem(NSAttributedString.self, forTypeIdentifier: "public.text") == bold)
        }
    }

    @Test(arguments: [
        Data("häuser".utf8), Data("häuser".data(using: .utf16) ?? Data()), Data([0xFE, 0xFF, 0, 0x68]),
    ])
    func `plain text comes from data in the encodings that say what they are`(_ data: Data) async throws {
        let provider = NSItemProvider(data, "public.plain-text")
        let text = try await provider.loadItem(String.self, forTypeIdentifier: "public.plain-text")
        #expect(["häuser", "h"].contains(text))
        #expect(try await provider.object(String.self) == text)
    }

    @Test(arguments: Distance.allCases)
    func `a file of any kind of text becomes text`(_ distance: Distance) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        for (name, isPlain) in [
            ("a.txt", true), ("a.csv", true), ("a.json", true), ("a.swift", true), ("a.html", false),
        ] {
            let file = try folder.file(name, Data("häuser".utf8))
            let provider = try #require(NSItemProvider(contentsOf: file))
            let type = try #require(provider.registeredTypeIdentifiers.first)
            for provider in [provider, NSItemProvider(item: file as NSURL, typeIdentifier: type)] {
                try await distance.with(provider) { provider in
                    #expect(try await provider.loadItem(String.self, forTypeIdentifier: "public.text") == "häuser")
                    let string = try await provider.loadItem(NSString.self, forTypeIdentifier: "public.text")
                    #expect(string as String == "häuser", "\(type)")
                    let attributed = try? await provider.loadItem(
                        NSAttributedString.self, forTypeIdentifier: "public.text")
                    #expect(attributed?.string == (isPlain ? "häuser" : nil), "\(type)")
                }
            }
        }
    }

    @Test func `text in an encoding that it does not say is an error that says what to do`() async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let provider = try #require(NSItemProvider(contentsOf: folder.file("a.txt", Data([0xE4]))))
        let error = await failure { _ = try await provider.loadItem(String.self, forTypeIdentifier: "public.text") }
        #expect(domainAndCode(error) == "NSItemProviderErrorDomain -1200")
        #expect(error?.localizedDescription.contains("load its data instead") == true)
    }

    @Test func `bytes that are no text are no text`() async throws {
        let provider = NSItemProvider(Data([0xC3, 0x28]), "public.plain-text")
        #expect(
            await failure { _ = try await provider.loadItem(String.self, forTypeIdentifier: "public.plain-text") }
                != nil)
        #expect(await failure { _ = try await provider.object(String.self) } != nil)
        // Text of another kind, such as RTF, is not plain.
        let rtf = NSItemProvider(Data("{\\rtf1 a}".utf8), "public.rtf")
        #expect(await failure { _ = try await rtf.loadItem(String.self, forTypeIdentifier: "public.rtf") } != nil)
        #expect(!rtf.canLoadObject(ofClass: String.self))
    }

    @Test(arguments: Distance.allCases) func `a URL comes from data, as a string or as a property list`(
        _ distance: Distance
    )
        async throws
    {
        let url = try #require(URL(string: "https://example.org/a"))
        let list = try PropertyListSerialization.data(
            fromPropertyList: [url.absoluteString, ""], format: .binary, options: 0)
        for data in [Data(url.absoluteString.utf8), list] {
            try await distance.with(NSItemProvider(data, "public.url")) {
                let loaded = try await $0.loadItem(URL.self, forTypeIdentifier: "public.url")
                #expect(loaded == url)
            }
        }
    }

    @Test(arguments: Distance.allCases) func `arrays and dictionaries come from data of a property list`(
        _ distance: Distance
    )
        async throws
    {
        let data = try PropertyListSerialization.data(
            fromPropertyList: ["list": [1, true, "x", Data([1]), Date(timeIntervalSinceReferenceDate: 5)]],
            format: .xml, options: 0)
        try await distance.with(NSItemProvider(data, "com.apple.property-list")) {
            let read = try await $0.loadItem(NSDictionary.self, forTypeIdentifier: "com.apple.property-list")
            #expect((read["list"] as? [Any])?.count == 5)
            #expect((read["list"] as? [Any])?[1] as? Bool == true)
        }
        let deep = "<plist version=\"1.0\">" + String(repeating: "<array>", count: 20_000)
        try await distance.with(NSItemProvider(Data(deep.utf8), "com.apple.property-list")) { provider in
            let error = await failure {
                _ = try await provider.loadItem(NSArray.self, forTypeIdentifier: "com.apple.property-list")
            }
            #expect(domainAndCode(error) == "NSItemProviderErrorDomain -1200")
        }
    }
}
