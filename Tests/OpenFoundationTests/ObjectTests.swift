import Foundation
import OpenFoundation
import Testing

/// Objects that write themselves as data and are read from it.
@Suite(.accounted) struct ObjectTests {
    /// A class with two types, of which one is for its own process only.
    private final class Drawing: NSObject, NSItemProviderWriting, NSItemProviderReading {
        let lines: String

        init(_ lines: String) { self.lines = lines }

        static let writableTypeIdentifiersForItemProvider = ["org.example.drawing", "org.example.secret", "public.png"]
        static let readableTypeIdentifiersForItemProvider = ["public.png", "org.example.drawing"]

        static func itemProviderVisibilityForRepresentation(withTypeIdentifier type: String)
            -> NSItemProviderRepresentationVisibility
        { type == "org.example.secret" ? .ownProcess : .all }

        func loadData(
            withTypeIdentifier type: String,
            forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
        ) -> Progress? {
            completionHandler(Data("\(type):\(lines)".utf8), nil)
            return nil
        }

        static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
            guard let object = Drawing("\(typeIdentifier)<\(String(decoding: data, as: UTF8.self))") as? Self else {
                throw CocoaError(.coderInvalidValue)
            }
            return object
        }
    }

    private func load(_ provider: NSItemProvider) async throws -> Drawing {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
            provider.loadObject(ofClass: Drawing.self) { object, error in
                continuation.resume(
                    with: Result { try (object as? Drawing)?.lines ?? { throw error ?? CancellationError() }() })
            }
        }.map(Drawing.init)
    }

    @Test func `an object is on offer as everything that it can be written as, in its order`() {
        let provider = NSItemProvider(object: Drawing("ab"))
        #expect(provider.registeredTypeIdentifiers == Drawing.writableTypeIdentifiersForItemProvider)
        // What is there already stays.
        let mixed = NSItemProvider(Data("first".utf8), "public.png")
        mixed.registerObject(Drawing("ab"), visibility: .all)
        #expect(mixed.registeredTypeIdentifiers == ["public.png", "org.example.drawing", "org.example.secret"])
    }

    @Test(arguments: Distance.allCases) func `an object is read from the type that its class likes best`(
        _ distance: Distance
    )
        async throws
    {
        try await distance.with(NSItemProvider(object: Drawing("ab"))) {
            #expect($0.canLoadObject(ofClass: Drawing.self))
            let drawing = try await load($0)
            #expect(drawing.lines == "public.png<public.png:ab")
            #expect(!$0.canLoadObject(ofClass: String.self))
            let text = NSItemProvider(item: NSString(string: "x"), typeIdentifier: "public.plain-text")
            #expect(!text.canLoadObject(ofClass: Drawing.self))
        }
    }

    @Test func `a class and a registration both can hide what it writes`() async throws {
        try await Distance.acrossSession.with(NSItemProvider(object: Drawing("ab"))) {
            #expect($0.registeredTypeIdentifiers == ["org.example.drawing", "public.png"])
        }
        let hidden = NSItemProvider()
        hidden.registerObject(Drawing("ab"), visibility: .ownProcess)
        try await Distance.acrossSession.with(hidden) { #expect($0.registeredTypeIdentifiers.isEmpty) }
    }

    @Test(arguments: Distance.allCases)
    func `AT-39: an object on offer as png is no item of public.data, but one of public.png`(_ distance: Distance)
        async throws
    {
        try await distance.with(NSItemProvider(object: Drawing("ab"))) { provider in
            let error = await failure { _ = try await provider.loadItem(forTypeIdentifier: "public.data") }
            #expect(domainAndCode(error) == "NSItemProviderErrorDomain -1000")
            for type in ["public.png", "public.image"] {
                let item = try await provider.loadItem(forTypeIdentifier: type)
                #expect(item as? NSData == Data("public.png:ab".utf8) as NSData)
            }
            #expect(try await provider.data("public.data") == Data("public.png:ab".utf8))
        }
    }

    @Test(arguments: Distance.allCases) func `an object is made when it is asked for, for each load`(
        _ distance: Distance
    )
        async throws
    {
        let history = History()
        let provider = NSItemProvider()
        provider.registerObject(ofClass: Drawing.self, visibility: .all) {
            history.add("made")
            $0(Drawing("late"), nil)
            return nil
        }
        #expect(history.all.isEmpty)
        try await distance.with(provider) {
            let drawing = try await load($0)
            #expect(drawing.lines == "public.png<public.png:late")
            #expect(try await $0.data("org.example.drawing") == Data("org.example.drawing:late".utf8))
        }
        #expect(history.all == ["made", "made"])
    }

    @Test(arguments: Distance.allCases) func `text, URLs and data are objects`(_ distance: Distance) async throws {
        let url = try #require(URL(string: "https://example.org/"))
        try await distance.with(NSItemProvider(object: NSString(string: "text"))) {
            #expect($0.registeredTypeIdentifiers == ["public.utf8-plain-text"])
            let text = try await $0.object(String.self)
            #expect(text == "text")
            #expect($0.canLoadObject(ofClass: NSAttributedString.self))
        }
        try await distance.with(NSItemProvider(object: url as NSURL)) {
            #expect($0.registeredTypeIdentifiers == ["public.url"])
            let object = try await $0.object(URL.self)
            #expect(object == url)
        }
        try await distance.with(NSItemProvider(object: Data([1, 2]) as NSData)) {
            let data = try await $0.object(Data.self)
            #expect(data == Data([1, 2]))
        }
        try await distance.with(NSItemProvider(Data([3]), "public.png")) {
            let data = try await $0.object(Data.self)
            #expect(data == Data([3]))
        }
    }

    @Test func `the URL of a file comes as a file that can be read`() async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let file = try folder.file("a.txt", Data("content".utf8))
        for provider in [NSItemProvider(object: file as NSURL), try #require(NSItemProvider(contentsOf: file))] {
            #expect(try await provider.object(URL.self) == file)
            try await Distance.acrossSession.with(provider) {
                let arrived = try await $0.object(URL.self)
                #expect(arrived != file)
                #expect(try Data(contentsOf: arrived) == Data("content".utf8))
            }
        }
    }
}

extension String {
    fileprivate func map<Value>(_ body: (String) -> Value) -> Value { body(self) }
}
