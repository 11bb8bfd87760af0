import Foundation
import Testing

@testable import appex_web

/// What the page is made of.
@Suite struct PageTests {
    /// The files of the page, and those that draw views.
    private static var files: [URL] {
        ["appex-web", "AppexPages"].flatMap { module in
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../Sources/\(module)/Page").standardizedFileURL
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
            return names.map { folder.appendingPathComponent($0) }
        }
    }

    @Test func `every file of the page is in the program`() throws {
        #expect(Self.files.count > 10)
        for file in Self.files {
            let name = file.lastPathComponent
            let asset = try #require(PageAssets.asset(name), "\(name) is missing in PageAssets")
            // What is left of it for a browser still has all its words.
            let words = { (text: String) in
                let words = text.filter { !$0.isWhitespace }
                return name.hasSuffix(".css") ? words.replacing(";}", with: "}") : words
            }
            let source = try String(contentsOf: file, encoding: .utf8)
            let lines = source.split(separator: "\n").filter { line in
                !["//", "/*", "* ", "*/"].contains { line.drop { $0 == " " }.hasPrefix($0) }
            }
            #expect(words(String(decoding: asset.bytes, as: UTF8.self)) == words(lines.joined()))
        }
        #expect(PageAssets.asset("") != nil && PageAssets.asset("other.js") == nil)
    }

    @Test func `squeezing leaves texts, templates and meaning alone`() {
        func script(_ text: String) -> String {
            String(decoding: PageText.squeezed(Array(text.utf8), isScript: true), as: UTF8.self)
        }
        func style(_ text: String) -> String {
            String(decoding: PageText.squeezed(Array(text.utf8), isScript: false), as: UTF8.self)
        }
        #expect(script("  // why\n  const a = (b, c) => { f(\"x , y\"); };\n") == "const a=(b,c)=>{f(\"x , y\");};")
        #expect(script("  g(`a , ${b} , c`, /x , y/, z);") == "g(`a , ${b} , c`,/x , y/, z);")
        #expect(script("f(a, b, `c , d`, e);") == "f(a,b,`c , d`,e);")
        #expect(script("f(`a ${b ? `c , d` : e} f`, g);") == "f(`a ${b ? `c , d` : e} f`, g);")
        #expect(script("f(\"it's / a\", b , \"\\\"\" , c);") == "f(\"it's / a\",b,\"\\\"\" , c);")
        #expect(script("return \"a\" in b;") == "return\"a\"in b;")
        #expect(script("a();\nb = c\n}\nd()\ne(); // why\n}") == "a();b=c}\nd()\ne();// why\n}")
        #expect(script("a + +b - -c") == "a + +b - -c")
        #expect(style("a > b :hover, c { width: calc(1px - 2px); }") == "a>b :hover,c{width:calc(1px - 2px)}")
        #expect(
            style("a { top: 0;\n  color: rgb(0 0 0 / .5);\n}\nb { content: \"; }\"; }")
                == "a{top:0;color:rgb(0 0 0/.5)}b{content:\"; }\"}")
    }

    /// 100 kB, 7 kB for gestures, and 3 kB for the editing of photographs.
    @Test func `the page has less than 110 kB`() {
        #expect(PageAssets.size < 110_000, "\(PageAssets.size) bytes")
    }

    @Test func `nothing in the page parses markup, runs text or comes from elsewhere`() throws {
        let words = [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "srcdoc",
            "DOMParser", " style=\"", "javascript:", "https://", "@import",
        ]
        for file in Self.files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in words { #expect(!text.contains(word), "\(file.lastPathComponent) has \(word)") }
        }
        let index = try #require(Self.files.first { $0.lastPathComponent == "index.html" })
        let page = try String(contentsOf: index, encoding: .utf8)
        #expect(!page.contains("<style") && !page.contains("onclick") && page.contains("<html lang="))
    }
}
