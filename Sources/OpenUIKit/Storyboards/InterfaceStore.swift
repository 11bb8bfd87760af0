import AppexInterfaces
import AppexSystem
import Foundation
import OpenFoundation

/// The compiled storyboards and nib files of bundles.
@MainActor
enum InterfaceStore {
    /// The file extension of a compiled storyboard.
    static let storyboardExtension = "storyboardc"
    /// The file extension of a compiled nib file.
    static let nibExtension = "nib"

    /// The files that were looked for, by their paths without a folder of a language; `nil` for a missing one.
    private static var files: [String: CompiledInterface?] = [:]
    /// The languages that the user prefers, the best first. They are read when a file has several languages, because that
    /// takes longer than to make a view.
    private static var languages: [String] { chosenLanguages ?? UserLanguages.preferred }

    /// Languages in place of those that the user prefers, for tests.
    static var chosenLanguages: [String]?

    /// The compiled interface with a name in a bundle.
    ///
    /// - Returns: `nil` if the bundle has no such file, or the file is damaged, which is reported.
    static func file(named name: String, extension type: String, in bundle: Bundle) -> CompiledInterface? {
        // A name never leads out of the bundle.
        guard !name.isEmpty, !name.utf8.contains(0), !name.split(separator: "/").contains("..") else { return nil }
        let folder = (bundle.resourceURL ?? bundle.bundleURL).path
        let key = "\(folder)/\(name).\(type)"
        if let known = files[key] { return known }
        let file = places(in: folder, of: bundle).lazy.compactMap { read("\($0)/\(name).\(type)") }.first
        files[key] = .some(file)
        return file
    }

    /// The folders of a bundle in the order in which they are searched.
    private static func places(in folder: String, of bundle: Bundle) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let languages = Set(names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(".lproj".count)) })
        guard !languages.isEmpty else { return [folder] }
        let others = languages.subtracting(["Base"])
        let preferred = others.isEmpty ? [] : candidates(in: bundle).joined().filter(others.contains)
        return preferred.map { "\(folder)/\($0).lproj" } + ["\(folder)/Base.lproj", folder]
            + others.subtracting(preferred).sorted().map { "\(folder)/\($0).lproj" }
    }

    /// The names of the folders for each language that the user prefers, up to the development language of the bundle.
    ///
    /// Files without a language, and those in `Base.lproj`, are in the development language. A user who prefers it to another
    /// language does not get the other one.
    private static func candidates(in bundle: Bundle) -> [[String]] {
        let development = UserLanguages.folderNames(
            for: bundle.infoDictionary?["CFBundleDevelopmentRegion"] as? String ?? "en")
        let names = languages.prefix(16).map(UserLanguages.folderNames)
        let last = names.firstIndex { !Set($0).isDisjoint(with: development) }
        return Array(names.prefix(last.map { $0 + 1 } ?? names.count))
    }

    /// The texts of the best language; empty for the language of the source.
    static func texts(of scene: InterfaceScene, in bundle: Bundle) -> [String: String] {
        guard !scene.texts.isEmpty else { return [:] }
        for language in candidates(in: bundle).joined() {
            if let texts = scene.texts[language] { return texts }
        }
        return [:]
    }

    private static func read(_ path: String) -> CompiledInterface? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let bytes = try? FileContent.whole(at: path, limit: CompiledInterface.fileBytes) else {
            report(
                "Could not read the compiled interface \(path): it is not a regular file of at most "
                    + "\(CompiledInterface.fileBytes) bytes.")
            return nil
        }
        do {
            return try CompiledInterface(parsing: bytes)
        } catch {
            report("Could not read the compiled interface \(path): \(error).")
            return nil
        }
    }

    /// Reports a problem of an interface on standard error.
    static func report(_ message: String) {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        reported?(message)
    }

    /// Called with each reported problem, for tests.
    static var reported: ((String) -> Void)?

    /// Forgets all files, for tests.
    static func forget() { files = [:] }
}
