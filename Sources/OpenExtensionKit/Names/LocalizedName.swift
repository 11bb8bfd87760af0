import AppexModel
import AppexSystem
import Glibc
import OpenFoundation
import Synchronization
import SystemPackage

/// The name of an installed bundle in the user's language.
///
/// It is in `InfoPlist.strings` of the folder of the language, or in `InfoPlist.loctable`. As on Apple's systems it is looked for in
/// the first of the user's languages that the bundle has, then in the development language, then in `Base.lproj`. The names in
/// Info.plist are the last resort.
///
/// Source: https://developer.apple.com/documentation/bundleresources/managing-your-app-s-information-property-list
package enum LocalizedName {
    /// Identifies the state of a bundle, so that an update is noticed.
    private struct Key: Hashable {
        let path: String
        let languages: [String]
        let inode: UInt64
        let seconds: Int
        let nanoseconds: Int
    }

    private static let known = Mutex<[Key: String?]>([:])
    /// The maximum number of bundles whose names are kept.
    private static let knownLimit = 1000

    /// Finds the name of a bundle. Blocks while files are read, the first time for each bundle.
    ///
    /// - Parameter bundle: the absolute path of an installed bundle. Its files are untrusted.
    /// - Parameter languages: the languages that the user prefers, such as `de-DE`; none means that Info.plist counts.
    /// - Returns: nil if the name in Info.plist counts.
    package static func find(
        of bundle: String, languages: [String] = UserLanguages.preferred
    ) -> String? {
        guard !languages.isEmpty, !bundle.utf8.contains(0) else { return nil }
        for shape in [BundleShape.flat, .contents] {
            let manifest = "\(bundle)/\(shape.manifest)"
            var status = stat()
            guard stat(manifest, &status) == 0 else { continue }
            let key = Key(
                path: bundle, languages: languages, inode: UInt64(status.st_ino), seconds: status.st_mtim.tv_sec,
                nanoseconds: status.st_mtim.tv_nsec)
            if let name = known.withLock({ $0[key] }) { return name }
            let folder = shape == .flat ? bundle : "\(bundle)/Contents/Resources"
            let name = read(manifest, folder, languages)
            known.withLock { known in
                if known.count >= knownLimit { known = [:] }
                known[key] = .some(name)
            }
            return name
        }
        return nil
    }

    private static func read(_ manifest: String, _ folder: String, _ languages: [String]) -> String? {
        guard let plist = list(manifest) else { return nil }
        let development = UserLanguages.folderNames(for: plist["CFBundleDevelopmentRegion"]?.string ?? "en")
        let catalogue = list("\(folder)/InfoPlist.loctable") ?? [:]
        func names(of languages: [String]) -> [String: PropertyListValue] {
            self.names(of: languages, in: folder, catalogue, development)
        }
        var tables = [
            names(of: languages.flatMap(UserLanguages.folderNames)), names(of: development), names(of: ["Base"]),
        ]
        tables.removeAll(where: \.isEmpty)
        for key in ["CFBundleDisplayName", "CFBundleName"] {
            for table in tables { if let name = label(table[key]) { return name } }
            // A display name is better than a short name in the user's language.
            if label(plist[key]) != nil { return nil }
        }
        return nil
    }

    /// The names in the first of some languages that the bundle has. It has its development language also without a folder for it: its
    /// names are those in Info.plist then.
    private static func names(
        of languages: [String], in folder: String, _ catalogue: [String: PropertyListValue], _ development: [String]
    ) -> [String: PropertyListValue] {
        for language in languages {
            let entries = catalogue[language]?.dictionary
            let path = "\(folder)/\(language).lproj"
            guard entries != nil || access(path, F_OK) == 0 else {
                if development.contains(language) { return [:] }
                continue
            }
            let texts = contents("\(path)/InfoPlist.strings").flatMap(StringsTable.texts) ?? [:]
            return (entries ?? [:]).merging(texts.mapValues(PropertyListValue.string)) { _, text in text }
        }
        return [:]
    }

    private static func list(_ path: String) -> [String: PropertyListValue]? {
        contents(path).flatMap { try? PropertyListValue(parsing: $0, file: path).dictionary }
    }

    private static func contents(_ path: String) -> [UInt8]? {
        try? FileContent.whole(at: path, limit: PropertyListLimits.fileBytes)
    }

    private static func label(_ value: PropertyListValue?) -> String? {
        guard let value else { return nil }
        return try? ManifestReader(entries: ["": value], file: "").label("")
    }
}
