package import AppexModel
package import AppexProtocol
import AppexSystem
import SystemPackage

extension ApplicationRecord {
    /// The content of the installed app's Info.plist; nil if it cannot be read. Blocks.
    package var manifest: PropertyListValue? {
        for shape in [BundleShape.flat, .contents] {
            let file = bundlePath + "/" + shape.manifest
            guard let bytes = try? FileContent.prefix(of: FilePath(file), limit: PropertyListLimits.fileBytes + 1)
            else {
                continue
            }
            return try? PropertyListValue(parsing: bytes, file: file)
        }
        return nil
    }
}
