import AppexModel
import Foundation

/// The languages that the user prefers.
package enum UserLanguages {
    /// The identifiers of the languages of this process, such as `de-DE`, the preferred one first.
    package static let preferred = languages(
        environment: ProcessInfo.processInfo.environment,
        defaults: UserDefaults.standard.stringArray(forKey: "AppleLanguages"))

    /// Reads the languages from defaults, and otherwise from the variables `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
    static func languages(environment: [String: String], defaults: [String]?) -> [String] {
        if let defaults, !defaults.isEmpty { return Array(defaults.prefix(limit)) }
        // As in gettext: the locale is the first of the three variables that is set, and LANGUAGE lists alternatives.
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let names = (environment["LANGUAGE"] ?? "").parts(at: ":").map(String.init) + [locale].compactMap { $0 }
        return names.prefix(limit).compactMap(identifier)
    }

    private static let limit = 20

    /// `de-DE` for `de_DE.UTF-8`; `nil` for `C` and `POSIX`.
    private static func identifier(_ name: String) -> String? {
        let name = name.prefix { $0 != "." && $0 != "@" }
        guard name.utf8.count <= 40, !name.isEmpty, name != "C", name != "POSIX" else { return nil }
        // Own text: the environment of this process.
        return name.replacingOccurrences(of: "_", with: "-")
    }

    /// The names that a folder of localized resources for a language can have, the best one first.
    package static func folderNames(for language: String) -> [String] {
        // Own text: the environment of this process.
        let parts = language.replacingOccurrences(of: "_", with: "-").parts(at: "-").prefix(4)
        var names: [String] = []
        for count in stride(from: parts.count, to: 0, by: -1) {
            let name = parts.prefix(count).joined(separator: "-")
            names += [name, parts.prefix(count).joined(separator: "_")]
            if let script = scripts[name.lowercased()] { names.append(script) }
        }
        if let first = parts.first, let old = oldNames[first.lowercased()] { names.append(old) }
        return names
    }

    private static let scripts = [
        "zh-cn": "zh-Hans", "zh-sg": "zh-Hans", "zh": "zh-Hans", "zh-tw": "zh-Hant", "zh-hk": "zh-Hant",
    ]
    /// The names of folders before languages had codes.
    private static let oldNames = [
        "en": "English", "fr": "French", "de": "German", "ja": "Japanese", "es": "Spanish", "it": "Italian",
        "nl": "Dutch",
    ]
}
