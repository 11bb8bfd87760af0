import Foundation
import Testing

/// The pages that lead readers through the sources name declarations, and these are where the pages say.
@Suite struct GuideTests {
    @Test(arguments: ["Documentation/CodeWalks.md", "Documentation/HowToAdd.md"])
    func `a declaration that a guide links to is in the file`(page: String) throws {
        let links = try Self.links(of: page)
        #expect(links.count > 20)
        for link in links {
            let file = SourceTree.root.appending(path: "Documentation").appending(path: link.path).standardizedFileURL
            guard let text = try? String(contentsOf: file, encoding: .utf8) else {
                Issue.record("\(page): there is no \(link.path)")
                continue
            }
            #expect(
                Self.declares(link.name, text[...], in: file.pathExtension),
                "\(page): \(link.name) is not declared in \(link.path)")
        }
    }

    @Test func `each thing that can be added takes at most ten steps`() throws {
        let sections = try Self.sections(of: "Documentation/HowToAdd.md")
        #expect(sections.count >= 5)
        for section in sections {
            let steps = section.lines.count { $0.contains(#/^\d+\. /#) }
            #expect((1...10).contains(steps), "\(section.title) takes \(steps) steps")
        }
    }

    @Test func `there are walks of a request, the offer, a launch and a press`() throws {
        let sections = try Self.sections(of: "Documentation/CodeWalks.md")
        #expect(sections.count == 4)
        for section in sections { #expect(section.lines.count { $0.contains("](../Sources/") } >= 8) }
    }

    @Test(arguments: [
        ("Host.send", "swift", "    func send(_ items: [Item]) {}", true), ("send", "swift", "// send(items)", false),
        ("Host", "swift", "public final class Host {", true), ("Host", "swift", "extension Host {", true),
        ("Host.init", "swift", "    init(", true), ("Phase.running", "swift", "        case running", true),
        ("Phase.running", "swift", "        case starting, running", true), ("host", "swift", "let hosts = 1", false),
        ("start", "c", "static int start(int socket) {", true), ("start", "c", "restart(1);", false),
        ("show", "js", "    async show(tree) {", true), ("show", "js", "const showing = 1;", false),
    ])
    func `a declaration is recognized`(name: String, language: String, line: String, isOne: Bool) {
        #expect(Self.declares(name, line[...], in: language) == isOne)
    }

    /// Whether a file's text declares the last component of a name.
    private static func declares(_ name: String, _ text: Substring, in language: String) -> Bool {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        let pattern =
            switch language {
            case "swift":
                last == "init"
                    ? #"\binit\b"#
                    : #"\b(func|var|let|class|struct|enum|actor|protocol|extension|case|typealias)\s+([\w ,]*[ ,])?`?"#
                        + last + #"\b"#
            case "c", "h": #"(^|[\s*])"# + last + #"\s*(\(|\[|\{|$)"#
            case "js": #"(^|\s|function\s+)"# + last + #"\s*(\(|=)"#
            default: NSRegularExpression.escapedPattern(for: last)
            }
        return text.range(of: "(?m)" + pattern, options: .regularExpression) != nil
    }

    private static func text(of page: String) throws -> String {
        try String(contentsOf: SourceTree.root.appending(path: page), encoding: .utf8)
    }

    /// The links whose text is code.
    private static func links(of page: String) throws -> [(name: String, path: String)] {
        try text(of: page).matches(of: #/\[`([^`(]+)[^`]*`\]\(([^)#]+)\)/#).map { (String($0.1), String($0.2)) }
    }

    /// What stands below each heading of the second level.
    private static func sections(of page: String) throws -> [(title: String, lines: [Substring])] {
        try text(of: page).split(separator: "\n## ").dropFirst().map { section in
            let lines = section.split(separator: "\n")
            return (String(lines.first ?? ""), Array(lines.dropFirst()))
        }
    }
}
