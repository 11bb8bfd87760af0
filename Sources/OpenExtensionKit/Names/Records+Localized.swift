import AppexModel
package import AppexProtocol
import OpenFoundation

extension ExtensionRecord {
    /// The record with the names of the extension and of its app in the user's language. Blocks; see ``LocalizedName``.
    package func localized(_ languages: [String] = UserLanguages.preferred) -> ExtensionRecord {
        guard !languages.isEmpty else { return self }
        var record = self
        if let name = LocalizedName.find(of: bundlePath, languages: languages) { record.displayName = name }
        // An extension is in a folder of its app's bundle: PlugIns, or Extensions, possibly in Contents.
        let parts = bundlePath.parts(at: "/")
        if let app = parts.dropLast().last(where: { $0.ends(with: ".app") }),
            let name = LocalizedName.find(of: String(bundlePath[..<app.endIndex]), languages: languages)
        {
            record.applicationName = name
        }
        return record
    }
}

extension ApplicationRecord {
    /// The record with the names of the app and of its extensions in the user's language. Blocks; see ``LocalizedName``.
    package func localized(_ languages: [String] = UserLanguages.preferred) -> ApplicationRecord {
        guard !languages.isEmpty else { return self }
        var record = self
        if let name = LocalizedName.find(of: bundlePath, languages: languages) { record.displayName = name }
        record.extensions = extensions.map { $0.localized(languages) }
        return record
    }
}

extension MatchAnswer {
    /// The answer with names in the user's language. Blocks; see ``LocalizedName``.
    func localized() -> MatchAnswer {
        var answer = self
        answer.extensions = extensions.map { $0.localized() }
        return answer
    }
}
