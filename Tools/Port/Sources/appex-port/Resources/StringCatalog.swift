import AppexModel
import Foundation
import XcodeProjects

/// The texts of a string catalog (`.xcstrings`), as a table of strings for each language.
///
/// Source: https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog
struct StringCatalog {
    /// The content of the table of each language, by its identifier such as `de`.
    private(set) var tables: [String: String] = [:]
    /// The number of texts that depend on a number or a device, which a table cannot have.
    private(set) var variations = 0

    private struct Catalog: Decodable {
        struct Entry: Decodable {
            var localizations: [String: Localization]?
        }
        struct Localization: Decodable {
            var stringUnit: Unit?
        }
        struct Unit: Decodable {
            var value: String?
        }
        var strings: [String: Entry]
    }

    /// Reads a catalog.
    ///
    /// - Throws: ``ProjectError`` if the file is not a catalog.
    init(_ path: String, in folder: ProjectFolder) throws(ProjectError) {
        let bytes = try folder.bytes(of: path, limit: 32 << 20)
        guard let catalog = try? JSONDecoder().decode(Catalog.self, from: Data(bytes)) else {
            throw ProjectError(file: path, "The file is not a catalog of strings.")
        }
        for (key, entry) in catalog.strings.sorted(by: { $0.key < $1.key }) {
            for (language, localization) in (entry.localizations ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard !language.contains("/"), !language.hasPrefix(".") else { continue }
                if let value = localization.stringUnit?.value {
                    tables[language, default: ""] += "\(Self.literal(key)) = \(Self.literal(value));\n"
                } else {
                    variations += 1
                }
            }
        }
    }

    private static func literal(_ text: String) -> String {
        let escaped = text.escapingScalars { scalar in
            switch (scalar, scalar.properties.generalCategory) {
            case ("\"", _), ("\\", _): "\\\(scalar)"
            case ("\n", _): "\\n"
            case (_, .control): "\\U00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: nil
            }
        }
        return "\"\(escaped)\""
    }
}
