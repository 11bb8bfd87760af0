import AppexProtocol
import Foundation
import Testing

@testable import OpenFoundation

/// What is taken for a file URL.
@Suite struct FileURLTests {
    @Test(arguments: [
        "file:///etc/passwd", "FILE:/etc/passwd", "file:relative", " file:///x", "\tf\ni\rl\u{0}e\u{7F}:x", "fIlE:",
    ])
    func `a text that some parser reads as a file URL is meant as one`(text: String) {
        #expect(FileURL.isMeant(by: text))
    }

    @Test(arguments: ["", "file", "files:x", "http://file:80", "xfile:///", "\u{E9}file:"])
    func `another text is not`(text: String) {
        #expect(!FileURL.isMeant(by: text))
    }

    @Test func `a URL is one by itself and by its base`() throws {
        let base = URL(filePath: "/etc/")
        #expect(FileURL.isOne(base))
        #expect(FileURL.isOne(try #require(URL(string: "passwd", relativeTo: base))))
        #expect(!FileURL.isOne(try #require(URL(string: "https://example.org/file:"))))
    }

    @Test func `a file URL is not sent as a value, at any depth`() throws {
        let (file, link) = (URL(filePath: "/etc/passwd"), try #require(URL(string: "https://example.org/")))
        #expect(ItemValue(link) == .url("https://example.org/"))
        #expect(ItemValue([link]) == .array([.url("https://example.org/")]))
        for object in [file, file as NSURL, [file], ["key": [file as NSURL]]] as [Any] {
            #expect(ItemValue(object) == nil)
        }
    }
}
