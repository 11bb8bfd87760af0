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

    private static let manyClauses = "#if A\n" + String(repeating: "#elseif ABCDEFGH\n", count: 2_000) + "#endif\n"
    // Each name is a part of those of the classes in it.
    private static let longNames =
        (0..<100).map { "class A\($0)\(String(repeating: "A", count: 4_000)) {" }.joined()
        + String(repeating: "}", count: 100)
    // The conditions are repeated around each member.
    private static let repeatedConditions =
        "class A: NSObject {\n#if \(String(repeating: "A || ", count: 700))A\n"
        + (0..<6_000).map { "@objc func f\($0)() {}\n" }.joined() + "#endif\n}\n"

    @Test(arguments: [
        (manyClauses, "1: The conditions of a #if block have more than 4000 bytes"),
        (longNames, "1: More than 16 MiB would be generated"),
        (repeatedConditions, "1: More than 16 MiB would be generated"),
    ])
    func `a source from which too much would be generated is returned with an error`(source: String, message: String) {
        let rewriting = Rewriting(source)
        #expect(rewriting.text == source)
        #expect(rewriting.messages(.error).first?.hasPrefix(message) == true)
    }

    @Test(.timeLimit(.minutes(30)))
    func `thousands of members with one name are found by thousands of selectors`() {
        let classes = (0..<3_000).map {
            "class A\($0): NSObject { @objc var a = 1; func g() { h(#keyPath(A.a.a.a.a.a)); h(#selector(getter: a)) } }\n"
        }
        let rewriting = Rewriting(classes.joined())
        #expect(rewriting.text.components(separatedBy: "Selector(\"a\")").count == 3_001)
        #expect(rewriting.messages(.error).isEmpty)
    }

    @Test func `a stack that the system does not have is replaced by the caller's`() {
        #expect(LargeStack.run(size: 1 << 50) { 7 } == 7)
        #expect(LargeStack.run { 8 } == 8)
    }

    @Test func `a path with signs is written as a string`() {
        let rewriter = SourceRewriter(module: "M", knownModules: [], addsSourceLocations: true)
        let file = SourceFile(path: "a \"b\"\u{301}\\\r\n\\(c).swift", name: "a.swift", text: "let a = 1\n")
        #expect(
            rewriter.rewrite([file]).files[0].text
                == "#sourceLocation(file: \"a \\\"b\\\"\u{301}\\\\  \\\\(c).swift\", line: 1)\nlet a = 1\n")
    }

    @Test func `classes that inherit from each other end the search`() {
        let rewriting = Rewriting("import UIKit\nclass A: B { func f() { g(#selector(no)) } }\nclass B: A {}\n")
        #expect(rewriting.messages(.error).count == 1)
    }
}
