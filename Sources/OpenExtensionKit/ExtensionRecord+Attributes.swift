import AppexModel
import AppexProtocol
import AppexSystem
import SystemPackage

extension ExtensionRecord {
    /// The attributes that the extension declares for its point (`NSExtensionAttributes`); nil if there are none or its
    /// Info.plist cannot be read. They are untrusted.
    var attributes: [String: PropertyListValue]? {
        let bundle = FilePath(bundlePath)
        for shape in [BundleShape.flat, .contents] {
            let manifest = bundle.appending(shape.manifest)
            guard let bytes = try? FileContent.prefix(of: manifest, limit: PropertyListLimits.fileBytes),
                let plist = try? PropertyListValue(parsing: bytes, file: manifest.string).dictionary
            else { continue }
            return plist["NSExtension"]?.dictionary?["NSExtensionAttributes"]?.dictionary
        }
        return nil
    }
}
