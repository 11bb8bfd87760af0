import AppexModel
import Foundation

/// The rule that a dictionary of an Info.plist contains each key once. Apple's reader accepts a repeated key and ignores all but
/// one of its values, so that a whole `NSExtension` can be without effect.
enum RepeatedKeys {
    /// Sentences about the keys that a dictionary of a bundle's Info.plist contains twice.
    ///
    /// - Returns: no sentences if the file cannot be read, which is an error of its own.
    static func sentences(about bundle: ExaminedBundle) -> [String] {
        switch bundle.place {
        case .target(let target): sentences(aboutFile: target.manifestFile)
        case .assembled(let place, let shape): sentences(aboutFile: place.appending(path: shape.manifest).path)
        case .nowhere: []
        }
    }

    private static func sentences(aboutFile path: String) -> [String] {
        guard let bytes = try? InputFile.content(of: path, limit: PropertyListLimits.fileBytes) else { return [] }
        return (try? PropertyListValue.parse(bytes, file: path))?.remarks ?? []
    }
}
