import AppexModel
import AppexSystem
package import Foundation
import Synchronization

/// The texts in the languages of a bundle: files `.strings` in its folders `.lproj`, and string catalogues `.xcstrings`.
///
/// swift-corelibs-foundation reads such files, but always in the development language of the bundle.
package struct LocalizedTables {
    private let bundle: Bundle
    private let languages: [String]

    /// Makes the tables of a bundle.
    ///
    /// - Parameter languages: the languages that the user prefers.
    package init(_ bundle: Bundle, languages: [String] = UserLanguages.preferred) {
        self.bundle = bundle
        self.languages = languages
    }

    /// The text of a key; `nil` if no table has it.
    ///
    /// It is looked for in the language that the user prefers among those of the bundle, then in the development
    /// language, then outside of the folders of languages.
    ///
    /// - Parameter table: the name of the file without extension; `nil` or empty for `Localizable`.
    package func text(_ key: String, table: String?) -> String? {
        let table = table.flatMap { $0.isEmpty ? nil : $0 } ?? "Localizable"
        // A name never leads out of the bundle.
        guard !table.has("/"), !table.has("\0") else { return nil }
        let folders = [bundle.resourceURL, bundle.bundleURL].compactMap { $0?.path }
        for folder in Array(Set(folders)).sorted(by: { $0.count > $1.count }) {
            for language in chain(in: folder) {
                if let text = Self.strings(at: "\(folder)/\(language).lproj/\(table).strings")[key] { return text }
                if let text = Self.catalogue(at: "\(folder)/\(table).xcstrings", language)[key] { return text }
            }
            if let text = Self.strings(at: "\(folder)/\(table).strings")[key] { return text }
        }
        return nil
    }

    /// The languages in which a key is looked for: the preferred one of those that are there, and the development language.
    private func chain(in folder: String) -> [String] {
        let available = Self.localizations(in: folder)
        let development = (bundle.infoDictionary?["CFBundleDevelopmentRegion"] as? String) ?? "en"
        let own = languages.lazy.flatMap(UserLanguages.folderNames).first { available.contains($0) }
        let original = UserLanguages.folderNames(for: development).first { available.contains($0) }
        return [own, original, "Base"].compactMap { $0 }
    }

    // MARK: Files

    /// The maximum size of a file in bytes. Larger ones are not read.
    private static let sizeLimit = 16 << 20
    /// The maximum number of files whose texts are kept.
    private static let fileLimit = 200
    private static let files = Mutex<[String: [String: String]]>([:])
    private static let folders = Mutex<[String: Set<String>]>([:])

    /// The names of the languages that a folder has texts in.
    private static func localizations(in folder: String) -> Set<String> {
        if let known = folders.withLock({ $0[folder] }) { return known }
        var names: Set<String> = []
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            if name.ends(with: ".lproj") { names.insert(String(name.dropLast(6))) }
            if name.ends(with: ".xcstrings") { names.formUnion(catalogueLanguages(at: "\(folder)/\(name)")) }
        }
        folders.withLock {
            if $0.count >= fileLimit { $0 = [:] }
            $0[folder] = names
        }
        return names
    }

    private static func strings(at path: String) -> [String: String] {
        kept(path) { data in
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
            return (list as? [String: Any])?.compactMapValues { $0 as? String } ?? [:]
        }
    }

    private static func kept(_ path: String, language: String = "", _ read: (Data) -> [String: String]) -> [String:
        String]
    {
        let key = "\(path)\0\(language)"
        if let known = files.withLock({ $0[key] }) { return known }
        let texts = contents(path).map(read) ?? [:]
        files.withLock {
            if $0.count >= fileLimit { $0 = [:] }
            $0[key] = texts
        }
        return texts
    }

    private static func contents(_ path: String) -> Data? {
        (try? FileContent.whole(at: path, limit: sizeLimit)).map { Data($0) }
    }

    // MARK: String catalogues

    /// The texts of a language in a string catalogue, except for those that vary by plural or device.
    private static func catalogue(at path: String, _ language: String) -> [String: String] {
        kept(path, language: language) { data in
            guard let entries = object(data)?["strings"] as? [String: Any] else { return [:] }
            return entries.compactMapValues { entry in
                let localizations = (entry as? [String: Any])?["localizations"] as? [String: Any]
                let unit = (localizations?[language] as? [String: Any])?["stringUnit"] as? [String: Any]
                return unit?["value"] as? String
            }
        }
    }

    private static func catalogueLanguages(at path: String) -> Set<String> {
        guard let catalogue = contents(path).flatMap(object) else { return [] }
        var names = Set([catalogue["sourceLanguage"] as? String].compactMap { $0 })
        for case let entry as [String: Any] in (catalogue["strings"] as? [String: Any] ?? [:]).values {
            names.formUnion((entry["localizations"] as? [String: Any] ?? [:]).keys)
        }
        return names
    }

    private static func object(_ data: Data) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
    }
}
