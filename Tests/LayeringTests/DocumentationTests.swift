import Testing

/// Who imports a module reads its declarations in Quick Help, so each says what it is for.
@Suite struct DocumentationTests {
    @Test func `public and package declarations are documented`() throws {
        for module in try SourceTree.folders(in: "Sources") {
            for file in try SourceTree.files(in: "Sources/\(module)", extensions: ["swift"]) {
                for place in file.undocumentedDeclarations { Issue.record("\(place) has no comment") }
            }
        }
    }

    @Test(arguments: [
        ("public func run() {}", true), ("    package var count: Int { 0 }", true), ("open class View {", true),
        ("@MainActor public final class Screen {", true), ("    public init(name: String) {", true),
        ("    public static let usual = Self()", true), ("    nonisolated package func end() {", true),
        ("    public private(set) var last: Int?", true), ("    public override func viewDidLoad() {", false),
        ("    public var description: String {", false), ("    public init?(coder: NSCoder) {", false),
        ("    public static func == (left: Self, right: Self) -> Bool {", false), ("public import Foundation", false),
        ("public extension View {", false), ("    private(set) var size = 0", false), ("    func run() {}", false),
        ("    // public func run() {}", false), ("    package(set) var size = 0", false),
    ])
    func `a declaration is recognized`(line: String, isOne: Bool) {
        #expect(SourceTree.File(path: "", lines: [line[...]]).undocumentedDeclarations.isEmpty == !isOne)
        let commented = SourceTree.File(path: "", lines: ["/// What it is.", "@discardableResult", line[...]])
        #expect(commented.undocumentedDeclarations.isEmpty)
    }
}

extension SourceTree.File {
    /// The lines of `public`, `open` and `package` declarations without a comment above, with their places.
    ///
    /// Overrides, and what the standard library's and Foundation's protocols ask for, are documented there.
    var undocumentedDeclarations: [String] {
        lines.indices.compactMap { index in
            guard
                lines[index].contains("public ") || lines[index].contains("package ") || lines[index].contains("open "),
                Self.declaresSomethingOfItsOwn(lines[index])
            else { return nil }
            var above = index - 1
            while above >= 0, Self.standsBetween(lines[above].drop(while: \.isWhitespace)) { above -= 1 }
            let isDocumented = above >= 0 && lines[above].drop(while: \.isWhitespace).hasPrefix("///")
            return isDocumented ? nil : "\(path):\(index + 1): \(lines[index].drop(while: \.isWhitespace))"
        }
    }

    /// Attributes and remarks to the formatter stand between a comment and its declaration.
    private static func standsBetween(_ line: Substring) -> Bool {
        line.hasPrefix("@") || line.hasPrefix("// swift-format")
    }

    private static let modifiers: Set<Substring> = [
        "final", "static", "class", "nonisolated", "mutating", "nonmutating", "indirect", "convenience", "required",
        "consuming", "borrowing", "lazy", "weak", "unowned", "dynamic", "prefix", "postfix", "infix",
    ]
    private static let keywords: Set<Substring> = [
        "func", "var", "let", "init", "struct", "class", "enum", "actor", "protocol", "typealias", "subscript",
        "associatedtype", "macro",
    ]
    /// Requirements of `Equatable`, `Comparable`, `Hashable`, `Encodable`, `CustomStringConvertible`, `LocalizedError`,
    /// `NSSecureCoding` and the protocol's `WireFormat`.
    private static let requirements: Set<Substring> = [
        "==", "<", "~=", "hash", "encode", "decode", "description", "debugDescription", "errorDescription",
        "supportsSecureCoding",
    ]
    /// The first labels of initialisers that `Decodable`, `NSCoding`, `RawRepresentable` and the protocol's `WireRecord`
    /// ask for.
    private static let requiredLabels: Set<Substring> = ["from", "coder", "rawValue", "fields"]

    private static func declaresSomethingOfItsOwn(_ line: Substring) -> Bool {
        var words = line.split(separator: " ")[...]
        var isVisible = false
        while let word = words.first {
            if word == "public" || word == "package" || word == "open" {
                isVisible = true
            } else if word == "override" {
                return false
            } else if keywords.contains(word.prefix { $0.isLetter }), word != "class" || words.count > 1 {
                // `class` before another keyword is a modifier.
                guard word == "class", let next = words.dropFirst().first, keywords.contains(next) else { break }
            } else if !word.hasPrefix("@"), !word.hasSuffix("(set)"), !modifiers.contains(word) {
                return false
            }
            words.removeFirst()
        }
        guard isVisible, let keyword = words.first else { return false }
        if keyword.hasPrefix("init") {
            let label = line.split(separator: "(", maxSplits: 1).last?.prefix { $0.isLetter }
            return !(label.map(requiredLabels.contains) ?? false)
        }
        let name = words.dropFirst().first?.prefix { !"(:<{=".contains($0) || $0 == "=" }
        let isOperator = words.dropFirst().first.map { requirements.contains($0) } ?? false
        return !isOperator && !(name.map(requirements.contains) ?? false)
    }
}
