import Foundation
import OpenViewTree
import Testing

/// `Documentation/Views.md` has to say what the code does, since others draw views from it.
@Suite struct ViewDocumentTests {
    /// The lines of its tables.
    private static func rows() throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Documentation/Views.md"), encoding: .utf8)
        return Set(text.split(separator: "\n").filter { $0.hasPrefix("|") }.map(String.init))
    }

    private static let views = ViewSchema.rule(of: .container).children

    private static func sorted(_ attributes: Set<ViewAttribute>) -> String {
        let names = attributes.sorted { $0.rawValue < $1.rawValue }.map { "\($0)" }
        return names.isEmpty ? "–" : names.joined(separator: ", ")
    }

    private static func row(of kind: ViewKind) -> String {
        let rule = ViewSchema.rule(of: kind)
        let others = rule.children.isSuperset(of: views) ? rule.children.subtracting(views) : rule.children
        let names = others.sorted { $0.rawValue < $1.rawValue }.map { "\($0)" }
        let children = (rule.children.isSuperset(of: views) ? ["*views*"] : []) + names
        let events = rule.events.sorted { $0.rawValue < $1.rawValue }.map { "\($0)" }
        return
            "| `\(kind)` | \(children.isEmpty ? "–" : children.joined(separator: ", ")) | \(sorted(rule.attributes)) | "
            + "\(events.isEmpty ? "–" : events.joined(separator: ", ")) |"
    }

    private static func row(of attribute: ViewAttribute) -> String {
        let value =
            switch ViewSchema.domain(of: attribute) {
            case .flag: "flag"
            case .integer(let range): "integer, \(range.lowerBound) to \(range.upperBound)"
            case .number(let range): "number, \(brief(range.lowerBound)) to \(brief(range.upperBound))"
            case .text(let limit): "text, \(limit) bytes"
            case .list(let limit): "list of texts, \(limit) bytes each"
            case .color: "colour"
            case .insets: "insets"
            case .runs: "runs"
            case .image: "image"
            case .choice(let names): names.joined(separator: ", ")
            }
        return "| `\(attribute)` | \(value) |"
    }

    private static func brief(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

    private static func expect(_ rows: [String]) throws {
        let missing = Set(rows).subtracting(try Self.rows())
        #expect(missing.isEmpty, "\(missing.sorted().joined(separator: "\n"))")
    }

    @Test func `every kind stands there with what it holds, has and hears`() throws {
        try Self.expect(ViewKind.allCases.map(Self.row))
    }

    @Test func `every attribute stands there with its values`() throws {
        try Self.expect(ViewAttribute.allCases.map(Self.row))
    }

    @Test func `every event stands there`() throws {
        let names = try Self.rows().map { $0.split(separator: "|")[0].trimmingCharacters(in: .whitespaces) }
        for event in ViewSchema.EventKind.allCases { #expect(names.contains("`\(event)`")) }
    }

    @Test func `the bounds are those of the code`() throws {
        let bounds = [
            ("nodes", "\(ViewLimits.nodes)"), ("levels below the window", "\(ViewLimits.depth)"),
            ("one text", "\(ViewLimits.textBytes / 1024) KiB"),
            ("all texts", "\(ViewLimits.treeTextBytes >> 20) MiB"),
            ("entries of a list", "\(ViewLimits.listElements)"), ("runs of a text", "\(ViewLimits.runs)"),
            ("operations in one update", "\(ViewLimits.operations)"),
            ("operations per second, on average", "\(ViewLimits.operationsPerSecond)"),
            ("updates and images per second, on average", "\(ViewLimits.updatesPerSecond)"),
            ("images", "\(ViewLimits.images)"), ("one image, as a file", "\(ViewLimits.imageBytes >> 20) MiB"),
            ("all images, as files", "\(ViewLimits.allImageBytes >> 20) MiB"),
            ("pixels of an image", "\(ViewLimits.imagePixels >> 20) Mi"),
            (
                "fractions of a node that a gesture moves, in each direction",
                "\(Int(ViewLimits.gestureReach.upperBound))"
            ),
            (
                "scale of a pinch",
                "\(Int(ViewLimits.pinchScale.upperBound)), and at least \(ViewLimits.pinchScale.lowerBound)"
            ),
            ("rows of a table", "\(ViewLimits.rows)"), ("points of any length", "\(Int(ViewLimits.length))"),
        ]
        try Self.expect(bounds.map { "| \($0) | \($1) |" })
    }
}
