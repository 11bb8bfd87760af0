import AppexProtocol
import Foundation
import OpenFoundation
import Testing

/// Every provider is loaded in every way, once in its own process and once across a session: what the two
/// loaders live through has to be the same.
@Suite(.accounted) struct DifferentialTests {
    @Test(arguments: ProviderCatalogue.names)
    func `a provider behaves the same in its process and across a session`(_ name: String) async throws {
        let folder = try Folder()
        defer { folder.remove() }
        let make = try #require(ProviderCatalogue.makers(folder)[name])
        var histories: [[String]] = []
        for distance in Distance.allCases {
            let provider = try make()
            histories.append(try await distance.with(provider) { await Self.history(of: $0) })
        }
        #expect(histories[0] == histories[1])
        #expect(histories[0].count > 20)
    }

    @Test func `the histories tell providers apart`() async throws {
        let folder = try Folder()
        defer { folder.remove() }
        var seen: [[String]: String] = [:]
        for (name, make) in try ProviderCatalogue.makers(folder) {
            let other = seen.updateValue(name, forKey: await Self.history(of: try make()))
            #expect(other == nil, "\(name) looks like \(other ?? "")")
        }
    }

    private static let types = [
        "public.data", "public.plain-text", "public.utf8-plain-text", "public.png", "public.image", "public.url",
        "public.file-url", "public.folder", "com.apple.property-list", "org.example.thing", "org.example.nothing",
    ]

    private static func history(of provider: NSItemProvider) async -> [String] {
        let history = History()
        history.add("types \(provider.registeredTypeIdentifiers)")
        history.add("in place \(provider.registeredTypeIdentifiers(fileOptions: .openInPlace))")
        history.add("name \(provider.suggestedName ?? "none") size \(provider.preferredPresentationSize)")
        history.add("String \(provider.canLoadObject(ofClass: String.self))")
        history.add("URL \(provider.canLoadObject(ofClass: URL.self))")
        for type in types {
            history.add("\(type) \(provider.hasItemConformingToTypeIdentifier(type))")
            history.add("item " + (await outcome { describe(try await provider.loadItem(forTypeIdentifier: type)) }))
            history.add("data " + (await outcome { describe(try await provider.data(type) as NSData) }))
            history.add(
                "file "
                    + (await outcome {
                        try await provider.file(type) {
                            "\($0.lastPathComponent) \(try Data(contentsOf: $0).hashValue)"
                        }
                    }))
            history.add("copy " + (await outcome { try await inPlace(provider, type) }))
            history.add("as Data " + (await outcome { try await typed(provider, Data.self, type) }))
            history.add("as String " + (await outcome { try await typed(provider, String.self, type) }))
            history.add("as attributed " + (await outcome { try await typed(provider, NSAttributedString.self, type) }))
            history.add("as URL " + (await outcome { try await typed(provider, URL.self, type) }))
            history.add("as dictionary " + (await outcome { try await typed(provider, NSDictionary.self, type) }))
            history.add("as number " + (await outcome { try await typed(provider, NSNumber.self, type) }))
        }
        history.add("object String " + (await outcome { try await provider.object(String.self) }))
        history.add("object URL " + (await outcome { describe(try await provider.object(URL.self) as NSURL) }))
        history.add("object Data " + (await outcome { describe(try await provider.object(Data.self) as NSData) }))
        history.add("preview " + (await outcome { describe(try await provider.loadPreviewImage()) }))
        return history.all
    }

    private static func outcome(_ work: () async throws -> String) async -> String {
        do {
            return try await work()
        } catch let error as NSError {
            return "\(error.domain) \(error.code) \(error.localizedDescription)"
        }
    }

    private static func typed<Value: SendableMetatype>(
        _ provider: NSItemProvider, _ type: Value.Type, _ identifier: String
    ) async throws -> String {
        let value = try await provider.loadItem(type, forTypeIdentifier: identifier)
        return describe(value as AnyObject)
    }

    /// Without saying whether it is the original, which it is in one process only.
    private static func inPlace(_ provider: NSItemProvider, _ type: String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            provider.loadInPlaceFileRepresentation(forTypeIdentifier: type) { url, _, error in
                continuation.resume(
                    with: Result {
                        guard let url else { throw error ?? CancellationError() }
                        return "\(url.lastPathComponent) \(try Data(contentsOf: url).hashValue)"
                    })
            }
        }
    }

    /// Files by name and content: their folders differ.
    private static func describe(_ object: Any) -> String {
        switch object {
        case let url as NSURL where url.isFileURL:
            let url = url as URL
            return "file \(url.lastPathComponent) \((try? Data(contentsOf: url))?.hashValue as Any)"
        case let data as NSData: return "data \(data.count) \((data as Data).hashValue)"
        case let text as NSAttributedString: return "attributed \(text)"
        case let dictionary as NSDictionary: return "dictionary \(dictionary.count)"
        default: return "\(type(of: object)) \(object)"
        }
    }
}
