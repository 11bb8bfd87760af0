import Foundation
import Testing

@testable import appex_web

/// What the page is made of.
@Suite struct PageTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/appex-web/Page").standardizedFileURL

    private static var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    }

    @Test func `every file of the page is in the program`() throws {
        #expect(Self.files.count > 10)
        for name in Self.files {
            let asset = try #require(PageAssets.asset(name), "\(name) is missing in PageAssets")
            #expect(try Data(contentsOf: Self.folder.appendingPathComponent(name)) == Data(asset.bytes))
        }
        #expect(PageAssets.asset("") != nil && PageAssets.asset("other.js") == nil)
    }

    @Test func `the page has less than 100 kB`() {
        #expect(PageAssets.size < 100_000, "\(PageAssets.size) bytes")
    }

    @Test func `nothing in the page parses markup, runs text or comes from elsewhere`() throws {
        let words = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc",
            "DOMParser", "style=\"", "javascript:", "https://", "@import",
        ]
        for name in Self.files {
            let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
            for word in words { #expect(!text.contains(word), "\(name) has \(word)") }
        }
        let page = try String(contentsOf: Self.folder.appendingPathComponent("index.html"), encoding: .utf8)
        #expect(!page.contains("<style") && !page.contains("onclick") && page.contains("<html lang="))
    }
}
