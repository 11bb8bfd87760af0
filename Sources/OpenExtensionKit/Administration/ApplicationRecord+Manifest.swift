package import AppexModel
package import AppexProtocol
import AppexSystem
import Foundation
import SystemPackage

extension ApplicationRecord {
    /// The content of the installed app's Info.plist; nil if it cannot be read. Blocks.
    package var manifest: PropertyListValue? {
        [BundleShape.flat, .contents].lazy.compactMap { Self.propertyList(at: bundlePath + "/" + $0.manifest) }.first
    }

    /// The extension points that the installed app defines, in the order of the files' names. They were checked at install, and
    /// what cannot be read now is left out. Blocks.
    package var points: [PointDeclaration] {
        guard let app = BundleIdentifier(rawValue: identifier) else { return [] }
        let suffix = ".\(PointDeclaration.fileExtension)"
        return [BundleShape.flat, .contents].flatMap { shape in
            let folder = bundlePath + "/" + shape.extensions(of: .extensionKit)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { $0.ends(with: suffix) }.sorted().prefix(PointDeclaration.maximumFiles).flatMap {
                name in
                let file = "\(folder)/\(name)"
                return Self.propertyList(at: file).flatMap {
                    try? PointDeclaration.points(in: $0, of: app, file: file)
                } ?? []
            }
        }
    }

    private static func propertyList(at file: String) -> PropertyListValue? {
        guard let bytes = try? FileContent.prefix(of: FilePath(file), limit: PropertyListLimits.fileBytes + 1)
        else { return nil }
        return try? PropertyListValue(parsing: bytes, file: file)
    }
}
