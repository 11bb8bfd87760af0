import Foundation
import Testing

@testable import SourceRewriting

@Suite struct HostileSourceTests {
    /// A source in which one piece is repeated.
    struct Repetition: CustomTestStringConvertible {
        var start = ""
        var piece: String
        var testDescription: String { start + piece }
    }

    @Test(arguments: [
        Repetition(piece: "("), Repetition(piece: "class A {"), Repetition(piece: "f { "), Repetition(piece: "#if A\n"),
        Repetition(start: "let a = b", piece: ".c"), Repetition(start: "let a: A", piece: "?"),
        Repetition(start: "let a = b", piece: "()"), Repetition(start: "let a = b", piece: "!"),
        Repetition(piece: "if a {} else "), Repetition(start: "let a = ", piece: "try "),
    ])
    func `a source that is nested too deeply is returned with an error`(repetition: Repetition) {
        let source = repetition.start + String(repeating: repetition.piece, count: 10_000)
        let rewriting = Rewriting(source)
        #expect(rewriting.text == source)
        #expect(rewriting.messages(.error).count == 1)
    }

    @Test(arguments: [
        "#selector(", "#selector()", "#selector(a.)", "#keyPath()", "#keyPath(A)",
        "@objc protocol { @objc optional",
        "import .", "class { @objc func (", "extension { @IBOutlet var }", "#if\n@objc func a() {}\n#endif",
        "#selector(getter: )", "\0", "\"\"\"", "/*", "#Preview", "@objc(\u{0}:) func a(_ x: Int)", "import `os`",
        "class A: NSObject { @objc func `class`(_ `in`: Int) {} }",
    ])
    func `a damaged source keeps its lines`(source: String) {
        let text = "import UIKit\n\(source)\nlet last = 1\n"
        let lines = Rewriting(text).lines(of: text)
        #expect(lines.first == "import UIKit")
        #expect(lines.dropLast().last?.hasSuffix("let last = 1") == true)
    }

    @Test(arguments: ["@objc(", "import", "@objc(a:", "import class"])
    func `a damaged source that takes in the next line has as many lines`(source: String) {
        let text = "\(source)\nlet last = 1\n"
        #expect(Rewriting(text).text.components(separatedBy: "\n").count == 3)
    }

    @Test func `a source above the largest size is returned with an error`() {
        let source = String(repeating: "// 34567\n", count: 500_000)
        let rewriting = Rewriting(source)
        #expect(rewriting.text == source)
        #expect(rewriting.messages(.error).count == 1)
    }

    @Test func `a stack that the system does not have is replaced by the caller's`() {
        #expect(LargeStack.run(size: 1 << 50) { 7 } == 7)
        #expect(LargeStack.run { 8 } == 8)
    }

    @Test func `a path with signs is written as a string`() {
        let rewriter = SourceRewriter(module: "M", knownModules: [], addsSourceLocations: true)
        let file = SourceFile(path: "a \"b\"\\\n\\(c).swift", name: "a.swift", text: "let a = 1\n")
        #expect(
            rewriter.rewrite([file]).files[0].text
                == "#sourceLocation(file: \"a \\\"b\\\"\\\\ \\\\(c).swift\", line: 1)\nlet a = 1\n")
    }

    @Test func `classes that inherit from each other end the search`() {
        let rewriting = Rewriting("import UIKit\nclass A: B { func f() { g(#selector(no)) } }\nclass B: A {}\n")
        #expect(rewriting.messages(.error).count == 1)
    }
}
