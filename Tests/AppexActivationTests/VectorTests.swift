import AppexActivation
import AppexModel
import FuzzSupport
import Foundation
import OpenUniformTypeIdentifiers
import Testing

/// Real rules with shares for which their answer is known. They are not part of this package: `APPEX_VECTORS` names the
/// folder with `vectors.json` and `plists`; without it, a folder beside the checkout is looked for.
private let vectors: URL? = {
    let named = ProcessInfo.processInfo.environment["APPEX_VECTORS"].map { URL(fileURLWithPath: $0) }
    let beside = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared/corpus").standardized
    let folder = named ?? beside
    return FileManager.default.fileExists(atPath: folder.appendingPathComponent("vectors.json").path) ? folder : nil
}()

@Suite(.enabled(if: vectors != nil, "set APPEX_VECTORS to a folder with vectors.json and plists"))
struct VectorTests {
    private struct Vector: Decodable {
        let file: String
        let items: [[[String]]]
        let activates: Bool
        let why: String
    }

    @Test func `real rules activate as they are known to`() throws {
        let folder = try #require(vectors)
        let cases = try JSONDecoder().decode(
            [Vector].self, from: Data(contentsOf: folder.appendingPathComponent("vectors.json")))
        #expect(!cases.isEmpty)
        for vector in cases {
            let bytes = try Data(contentsOf: folder.appendingPathComponent("plists/\(vector.file)"))
            let plist = try PropertyListValue(parsing: Array(bytes), file: vector.file)
            let declaration = try ExtensionDeclaration(plist, file: vector.file)
            let rule = ActivationRule(attributes: declaration.attributes, point: declaration.extensionPoint)
            let items = vector.items.map { ItemTypes(attachments: $0) }
            #expect(
                rule.activates(for: items, types: .system) == vector.activates,
                "\(vector.file): \(vector.items): \(vector.why)")
            #expect(MatchIndex(rules: [rule], types: .system).matches(items) == (vector.activates ? [0] : []))
        }
    }

    @Test func `an index of all real rules answers as each of them does`() throws {
        let folder = try #require(vectors).appendingPathComponent("plists")
        var rules: [ActivationRule] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            guard let plist = try? PropertyListValue(parsing: Array(bytes), file: name),
                let declaration = try? ExtensionDeclaration(plist, file: name)
            else { continue }
            rules.append(ActivationRule(attributes: declaration.attributes, point: declaration.extensionPoint))
        }
        let index = MatchIndex(rules: rules, types: .system)
        var generator = SeededGenerator(seed: 51)
        for _ in 0..<60 {
            let items = generator.items()
            let expected = rules.indices.filter { rules[$0].activates(for: items, types: .system) }
            #expect(index.matches(items) == expected, "\(items)")
            for rule in rules.shuffled(using: &generator).prefix(20) {
                let explanation = rule.explanation(for: items, types: .system)
                #expect(explanation.activates == rule.activates(for: items, types: .system))
            }
        }
    }
}
