import AppexSystem
import Foundation

/// The texts of other languages for a storyboard or xib file.
enum InterfaceTexts {
    /// The texts in the folders of languages beside that of a file.
    ///
    /// - Parameters:
    ///   - name: the name of the file without its extension.
    ///   - folder: the folder that contains the folders of languages.
    ///   - own: the name of the folder with the file, which is left out.
    static func tables(for name: String, in folder: URL, except own: String) -> [String: [String: String]] {
        var result: [String: [String: String]] = [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for lproj in names.sorted() where lproj.hasSuffix(".lproj") && lproj != own {
            let file = folder.appending(path: "\(lproj)/\(name).strings")
            if let texts = table(file) { result[String(lproj.dropLast(".lproj".count))] = texts }
            result.merge(catalogue(folder.appending(path: "\(lproj)/\(name).xcstrings"))) { old, _ in old }
        }
        return result
    }

    /// The maximum size of a table in bytes.
    private static let tableBytes = 4 << 20

    private static func contents(of file: URL) -> Data? {
        (try? FileContent.whole(at: file.path, limit: tableBytes)).map { Data($0) }
    }

    private static func table(_ file: URL) -> [String: String]? {
        guard let data = contents(of: file) else { return nil }
        // The property list reader of Foundation takes tables in UTF-8 and UTF-16, and binary ones.
        if let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] {
            return list.compactMapValues { $0 as? String }
        }
        return nil
    }

    /// The texts of a string catalogue, which contains several languages.
    private static func catalogue(_ file: URL) -> [String: [String: String]] {
        guard let data = contents(of: file),
            let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let strings = json["strings"] as? [String: Any]
        else { return [:] }
        let source = json["sourceLanguage"] as? String
        var result: [String: [String: String]] = [:]
        for (key, entry) in strings {
            let languages = (entry as? [String: Any])?["localizations"] as? [String: Any] ?? [:]
            for (language, unit) in languages where language != source {
                let value = ((unit as? [String: Any])?["stringUnit"] as? [String: Any])?["value"] as? String
                if let value { result[language, default: [:]][key] = value }
            }
        }
        return result
    }
}
