import AppexProtocol
import AppexWire
import Foundation
import OpenFoundation
import OpenUniformTypeIdentifiers
import Testing

/// The property lists by which the JavaScript file of an extension hands over what it has found in a page, and by which the
/// extension answers.
@Suite(.accounted) struct PropertyListItemTests {
    /// Every kind of value that a property list holds, nested.
    static var results: [String: Any] {
        [
            "title": "Häuser 🏠", "count": 3, "one": 1, "zero": 0, "largest": Int.max, "real": 0.5, "whole": 2.0,
            "yes": true, "no": false, "date": Date(timeIntervalSinceReferenceDate: 700_000_000.25),
            "data": Data([0, 1, 255]), "nothing": "", "no entries": [String: Any](), "no elements": [Any](),
            "blocks": [
                ["kind": "heading", "level": 2, "isShown": true] as [String: Any],
                ["words", ["more", 1, true, 2.5]] as [Any],
            ] as [Any],
        ]
    }

    /// The ways in which programs make the provider.
    enum Maker: CaseIterable, Sendable {
        case literal, dictionary, secureCoding, handler

        func provider(_ key: String, _ dictionary: [String: Any]) -> NSItemProvider {
            switch self {
            case .literal:
                return NSItemProvider(
                    item: [key: dictionary] as NSDictionary, typeIdentifier: "com.apple.property-list")
            case .dictionary:
                return NSItemProvider(item: [key: dictionary], typeIdentifier: kUTTypePropertyList as String)
            case .secureCoding:
                let results: [String: Any] = [key: dictionary]
                return NSItemProvider(
                    item: results as any NSSecureCoding, typeIdentifier: UTType.propertyList.identifier)
            case .handler:
                let provider = NSItemProvider()
                nonisolated(unsafe) let results = NSDictionary(dictionary: [key: dictionary])  // not changed
                provider.registerItem(forTypeIdentifier: "com.apple.property-list") { completion, _, _ in
                    completion?(results, nil)
                }
                return provider
            }
        }
    }

    @Test func `the keys are equal to their names`() {
        #expect(NSExtensionJavaScriptPreprocessingResultsKey == "NSExtensionJavaScriptPreprocessingResultsKey")
        #expect(NSExtensionJavaScriptFinalizeArgumentKey == "NSExtensionJavaScriptFinalizeArgumentKey")
    }

    @Test(arguments: Distance.allCases, Maker.allCases)
    func `a dictionary arrives with everything that is in it`(_ distance: Distance, _ maker: Maker) async throws {
        let key = NSExtensionJavaScriptFinalizeArgumentKey
        try await distance.with(maker.provider(key, Self.results)) { provider in
            #expect(provider.hasItemConformingToTypeIdentifier(kUTTypePropertyList))
            let item = try await provider.loadItem(forTypeIdentifier: "com.apple.property-list")
            #expect(item as? NSDictionary == NSDictionary(dictionary: [key: Self.results]))
            let dictionary = try #require(item as? [String: Any])
            let results = try #require(dictionary[key] as? [String: Any])
            #expect(results["title"] as? String == "Häuser 🏠" && results["nothing"] as? String == "")
            #expect(results["count"] as? Int == 3 && results["largest"] as? Int == Int.max)
            #expect(results["real"] as? Double == 0.5 && results["whole"] as? Double == 2)
            #expect(results["yes"] as? Bool == true && results["no"] as? Bool == false)
            #expect(results["date"] as? Date == Date(timeIntervalSinceReferenceDate: 700_000_000.25))
            #expect(results["data"] as? Data == Data([0, 1, 255]))
            #expect((results["no entries"] as? [String: Any])?.isEmpty == true)
            #expect((results["no elements"] as? [Any])?.isEmpty == true)
            let blocks = try #require(results["blocks"] as? [Any])
            #expect((blocks.first as? [String: Any])?["level"] as? Int == 2)
            #expect(((blocks.last as? [Any])?.last as? [Any])?.first as? String == "more")
        }
    }

    @Test(arguments: Distance.allCases, Maker.allCases)
    func `booleans arrive as booleans, and numbers as numbers`(_ distance: Distance, _ maker: Maker) async throws {
        try await distance.with(maker.provider("results", Self.results)) { provider in
            let item = try await provider.loadItem(forTypeIdentifier: "com.apple.property-list")
            let results = try #require((item as? NSDictionary)?["results"] as? NSDictionary)
            func value(_ key: String) -> ItemValue? { results.object(forKey: key).flatMap { ItemValue($0) } }
            #expect(value("yes") == .boolean(true) && value("no") == .boolean(false))
            #expect(value("one") == .integer(1) && value("zero") == .integer(0) && value("count") == .integer(3))
            #expect(value("real") == .real(0.5) && value("whole") == .real(2))
        }
    }

    @Test(arguments: Distance.allCases)
    func `a dictionary that is too large to go along is loaded`(_ distance: Distance) async throws {
        let paragraphs = (0..<2_000).map { "\($0) " + String(repeating: "word ", count: 100) }
        let provider = NSItemProvider(
            item: [NSExtensionJavaScriptPreprocessingResultsKey: ["paragraphs": paragraphs]] as NSDictionary,
            typeIdentifier: "com.apple.property-list")
        try await distance.with(provider) { provider in
            let item = try await provider.loadItem(forTypeIdentifier: "com.apple.property-list")
            let results = (item as? NSDictionary)?[NSExtensionJavaScriptPreprocessingResultsKey] as? [String: Any]
            #expect(results?["paragraphs"] as? [String] == paragraphs)
        }
    }

    @Test func `a dictionary that is too large for a message is an error, and the next load works`() async throws {
        let ends = try SessionEnds()
        let item = NSExtensionItem()
        let text = String(repeating: "x", count: 16_000_000)
        item.attachments = [
            NSItemProvider(item: ["text": text] as NSDictionary, typeIdentifier: "com.apple.property-list"),
            NSItemProvider(Data("there".utf8), "public.plain-text"),
        ]
        let arrived = try #require(ends.extension.items(ends.host.export([item])).first?.attachments)
        let error = await failure {
            _ = try await arrived[0].loadItem(forTypeIdentifier: "com.apple.property-list")
        }
        #expect(error?.domain == NSItemProvider.errorDomain)
        #expect(try await arrived[1].data("public.plain-text") == Data("there".utf8))
    }

    @Test func `a dictionary with a key that the other end refuses is an error, and the next load works`() async throws
    {
        let ends = try SessionEnds()
        let item = NSExtensionItem()
        let key = "e" + String(repeating: "\u{301}", count: 40)
        item.attachments = [
            NSItemProvider(item: ["results": [key: 1]] as NSDictionary, typeIdentifier: "com.apple.property-list"),
            NSItemProvider(Data("there".utf8), "public.plain-text"),
        ]
        let described = try ends.host.export([item]).map { try ItemDescription(wireBytes: try $0.wireBytes()) }
        let arrived = try #require(ends.extension.items(described).first?.attachments)
        let error = await failure {
            _ = try await arrived[0].loadItem(forTypeIdentifier: "com.apple.property-list")
        }
        #expect(error?.domain == NSItemProvider.errorDomain)
        #expect(try await arrived[1].data("public.plain-text") == Data("there".utf8))
    }

    @Test(arguments: Distance.allCases, Maker.allCases)
    func `its data are a binary property list`(_ distance: Distance, _ maker: Maker) async throws {
        try await distance.with(maker.provider("results", Self.results)) { provider in
            let data = try await provider.data("com.apple.property-list")
            let list = try PropertyListSerialization.propertyList(from: data, format: nil)
            #expect(list as? NSDictionary == NSDictionary(dictionary: ["results": Self.results]))
        }
    }
}
