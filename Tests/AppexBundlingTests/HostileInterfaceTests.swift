import AppexInterfaces
import Foundation
import Testing

@testable import appex

/// Storyboards that are made to be expensive.
@Suite struct HostileInterfaceTests {
    private func compile(
        _ scenes: String, texts: [String: [String: String]] = [:]
    ) throws(InterfaceDamage) -> InterfaceCompiler.Output {
        let source = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" initialViewController="0"><scenes>
            \(scenes)
            </scenes></document>
            """
        return try InterfaceCompiler.compile(
            Array(source.utf8), file: "Main.storyboard", context: InterfaceContext(texts: texts))
    }

    private func scene(_ id: Int, _ contents: String) -> String {
        "<scene><objects><navigationController id=\"\(id)\" sceneMemberID=\"viewController\">\(contents)"
            + "</navigationController></objects></scene>\n"
    }

    private func roots(_ destinations: [Int]) -> String {
        let segues = destinations.map {
            "<segue destination=\"\($0)\" kind=\"relationship\" relationship=\"rootViewController\"/>"
        }
        return "<connections>\(segues.joined())</connections>"
    }

    private func containing(_ output: InterfaceCompiler.Output) throws -> [Int] {
        let interface = try CompiledInterface(parsing: output.bytes)
        return interface.entries.indices.filter {
            interface.scene(at: $0)?.objects.first?.connections.isEmpty == false
        }
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func `values of a compiled interface as deep as may be are read, and one more is damage`(
        _ begin: String, _ end: String
    ) throws {
        func value(depth: Int) -> InterfaceValue? {
            let text = String(repeating: begin, count: depth - 1) + "0" + String(repeating: end, count: depth - 1)
            return InterfaceValue(parsing: Array(text.utf8)[...])
        }
        #expect(value(depth: 1) == .number(0))
        #expect(value(depth: 640) != nil)
        #expect(value(depth: 641) == nil)
        #expect(value(depth: 100_000) == nil)
    }

    @Test(.timeLimit(.minutes(30)))
    func `each cycle of thousands of controllers is broken`() throws {
        let pairs = try compile((0..<2000).map { scene($0, roots([$0 ^ 1])) }.joined())
        #expect(try containing(pairs) == Array(stride(from: 1, to: 2000, by: 2)))
        // A chain into a cycle at its end.
        let chain = try compile((0..<2000).map { scene($0, roots([min($0 + 1, 1999)])) }.joined())
        #expect(try containing(chain) == Array(0..<1999))
        #expect(chain.notes.count == 1)
        // Each leads to many.
        let dense = try compile(
            (0..<1000).map { id in scene(id, roots((1...40).map { (id + $0 * 25) % 1000 })) }.joined())
        #expect(try containing(dense).count < 1000)
    }

    @Test func `texts belong to the first object with their identifier`() throws {
        let scenes = (0..<3).map { scene($0, "<navigationItem key=\"navigationItem\" id=\"same\"/>") }.joined()
        let output = try compile(
            scenes, texts: ["de": ["same.title": "Titel", "0.title": "Eins"], "fr": ["other": ""]])
        let interface = try CompiledInterface(parsing: output.bytes)
        #expect(interface.scene(at: 0)?.texts == ["de": ["same.title": "Titel", "0.title": "Eins"]])
        #expect(interface.scene(at: 1)?.texts == [:])
    }

    @Test(arguments: ["element", "attribute", "identifier"])
    func `names that each message would repeat are limited`(kind: String) {
        let name = String(repeating: "a", count: InterfaceLimits.nameBytes + 1)
        let element = [
            "element": "<\(name)/>", "attribute": "<view \(name)=\"\"/>", "identifier": "<view id=\"\(name)\"/>",
        ]
        let error = #expect(throws: InterfaceDamage.self) { try compile(scene(0, element[kind] ?? "")) }
        #expect(error?.reason == "a name or an identifier has more than \(InterfaceLimits.nameBytes) bytes")
    }

    @Test func `a file whose compiled form is too large to be loaded is not compiled`() {
        let id = String(repeating: "i", count: InterfaceLimits.nameBytes)
        let constraint = "<constraint firstAttribute=\"top\" secondAttribute=\"top\"/>"
        let view =
            "<view key=\"view\" id=\"\(id)\"><constraints>\(String(repeating: constraint, count: 50_000))</constraints></view>"
        let error = #expect(throws: InterfaceDamage.self) { try compile(scene(0, view)) }
        #expect(error?.reason.hasPrefix("its compiled form has ") == true)
    }

    @Test func `controllers in each other load as deeply as they compile`() throws {
        let depth = InterfaceLimits.depth - 6
        let views = String(repeating: "<view key=\"view\">", count: depth) + String(repeating: "</view>", count: depth)
        let interface = try CompiledInterface(parsing: try compile(scene(0, views)).bytes)
        #expect(interface.scene(at: 0) != nil)
    }
}
