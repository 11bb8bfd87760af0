import Foundation
import OpenFoundation
import Testing

/// Source as it is written for Apple's system, by people who have never heard of this one: it has to compile as
/// it stands and do the same.
@Suite(.accounted) struct AppleSourceTests {
    /// What a share extension usually looks like.
    private final class ShareHandler: NSObject, NSExtensionRequestHandling {
        let found: Promise<String>

        init(_ found: Promise<String>) { self.found = found }

        func beginRequest(with context: NSExtensionContext) {
            guard let item = context.inputItems.first as? NSExtensionItem, let provider = item.attachments?.first else {
                context.cancelRequest(withError: NSError(domain: "share", code: 0, userInfo: nil))
                return
            }
            let found = found
            if provider.hasItemConformingToTypeIdentifier("public.url") {
                provider.loadItem(forTypeIdentifier: "public.url", options: nil) { (item, error) in
                    if let url = item as? URL { found.give("URL \(url.absoluteString)") }
                    context.completeRequest(returningItems: [], completionHandler: nil)
                }
            } else if provider.hasItemConformingToTypeIdentifier("public.plain-text") {
                provider.loadItem(forTypeIdentifier: "public.plain-text") { item, error in
                    guard let text = item as? String, error == nil else { return }
                    found.give("String \(text)")
                    context.completeRequest(returningItems: nil)
                }
            } else if provider.hasItemConformingToTypeIdentifier("com.apple.property-list") {
                provider.loadItem(forTypeIdentifier: "com.apple.property-list", options: nil) { item, _ in
                    let results = (item as? NSDictionary)?["results"] as? [String: Any]
                    found.give("dictionary \(results?["title"] as? String ?? "")")
                    context.completeRequest(returningItems: context.inputItems)
                }
            } else {
                _ = provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, error in
                    found.give("Data \(data?.count ?? -1)")
                    context.completeRequest(returningItems: []) { expired in if expired { return } }
                }
            }
        }
    }

    @Test(arguments: Distance.allCases) func `a share handler finds what it looks for`(_ distance: Distance)
        async throws
    {
        let plist = ["results": ["title": "A page"]] as NSDictionary
        for (provider, expected) in [
            (
                NSItemProvider(item: NSURL(string: "https://example.org"), typeIdentifier: "public.url"),
                "URL https://example.org"
            ),
            (NSItemProvider(item: "text" as NSString, typeIdentifier: "public.plain-text"), "String text"),
            (NSItemProvider(item: plist, typeIdentifier: "com.apple.property-list"), "dictionary A page"),
            (NSItemProvider(Data([1, 2]), "public.png"), "Data 2"),
        ] {
            try await distance.with(provider) { provider in
                let item = NSExtensionItem()
                item.attachments = [provider]
                let found = Promise<String>()
                ShareHandler(found).beginRequest(with: NSExtensionContext(inputItems: [item]) { _, told in told() })
                #expect(try await found.value == expected)
                _ = try await provider.loadItem(forTypeIdentifier: provider.registeredTypeIdentifiers[0])
            }
        }
    }

    @Test(arguments: Distance.allCases) func `casts of what is loaded go from classes to the types that stand for them`(
        _ distance: Distance
    ) async throws {
        let provider = NSItemProvider()
        let items: [(String, any NSSecureCoding)] = [
            ("a", "text" as NSString), ("c", Data([1]) as NSData),
            ("d", ["k": "v"] as NSDictionary), ("e", ["v"] as NSArray),
            ("f", NSDate(timeIntervalSinceReferenceDate: 1)),
            // As values, too.
            ("g", "text"), ("h", Data([1])), ("i", ["k": "v"]), ("j", ["v"]),
        ]
        for (type, item) in items {
            let held = Shared(item)
            provider.registerItem(forTypeIdentifier: type) { completion, _, _ in completion?(held.item, nil) }
        }
        try await distance.with(provider) { provider in
            for type in provider.registeredTypeIdentifiers {
                let item = try await provider.loadItem(forTypeIdentifier: type)
                let found: String
                switch item {
                case let text as String: found = text
                case let data as Data: found = "\(data.count)"
                case let date as Date: found = "\(date.timeIntervalSinceReferenceDate)"
                case let values as [String: Any]: found = "\(values["k"] as? String ?? "")"
                case let values as [Any]: found = "\(values.first as? String ?? "")"
                default: found = "nothing"
                }
                #expect(["a": "text", "c": "1", "f": "1.0", "g": "text", "h": "1"][type, default: "v"] == found)
                #expect(item is NSObject)
            }
        }
    }

    private final class Shared: @unchecked Sendable {  // immutable
        let item: any NSSecureCoding

        init(_ item: any NSSecureCoding) { self.item = item }
    }

    @Test func `archives of values are what they were`() throws {
        let value: [String: Any] = ["a": ["x", 1], "d": Data([1]), "t": Date(timeIntervalSinceReferenceDate: 4)]
        let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
        let classes: [AnyClass] = [
            NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSData.self, NSDate.self,
        ]
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
        #expect(read as? NSDictionary == NSDictionary(dictionary: value))
    }

    @Test func `the ways to make and register a provider compile as they are written`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
        try "note".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let provider = NSItemProvider(object: "text" as NSString)
        provider.suggestedName = "note"
        provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { completion in
            completion(Data(), nil)
            return nil
        }
        provider.registerFileRepresentation(forTypeIdentifier: "public.text", fileOptions: [], visibility: .all) {
            completion -> Progress? in
            let progress = Progress(totalUnitCount: 1)
            completion(file, false, nil)
            progress.completedUnitCount = 1
            return progress
        }
        provider.registerObject(ofClass: NSURL.self, visibility: .team) { completion in
            completion(NSURL(fileURLWithPath: "/"), nil)
            return nil
        }
        provider.registerItem(forTypeIdentifier: "public.json") { completionHandler, expectedValueClass, options in
            completionHandler?(Data("{}".utf8) as NSData, nil)
        }
        #expect(
            provider.registeredTypeIdentifiers == [
                "public.utf8-plain-text", "public.png", "public.text", "public.url", "public.file-url", "public.json",
            ])
        let text = Promise<String?>()
        if provider.canLoadObject(ofClass: String.self) {
            _ = provider.loadObject(ofClass: String.self) { string, error in text.give(string) }
        }
        #expect(try await text.value == "text")
        let note = try await provider.file("public.text") { try String(contentsOf: $0, encoding: .utf8) }
        #expect(["note", "text"].contains(note))
    }
}
