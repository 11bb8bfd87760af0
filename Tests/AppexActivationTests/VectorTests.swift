import AppexActivation
import AppexModel
import Foundation
import OpenUniformTypeIdentifiers
import Testing

/// Real rules with shares for which their answer is known. They are not part of this package: `APPEX_VECTORS` names the
/// folder with `vectors.json` and `plists`; without it, `../shared/corpus` beside the checkout is looked at.
private let vectors: URL? = {
    let named = ProcessInfo.processInfo.environment["APPEX_VECTORS"].map { URL(fileURLWithPath: $0) }
    let beside = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared/corpus").standardized
    let folder = named ?? beside
    return FileManager.default.fileExists(atPath: folder.appendingPathComponent("vectors.json").path) ? folder : nil
}()

@Suite struct VectorTests {
    private struct Vector: Decodable {
        let file: String
        let items: [[[String]]]
        let activates: Bool
        let why: String
    }

    @Test(.enabled(if: vectors != nil, "set APPEX_VECTORS to a folder with vectors.json and plists"))
    func `real rules activate as they are known to`() throws {
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
}
