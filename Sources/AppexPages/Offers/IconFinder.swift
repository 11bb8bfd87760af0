import AppexModel
import AppexPictures
package import AppexProtocol
import AppexSystem
import OpenExtensionKit
package import SystemPackage

/// Finds the icons of extensions in their bundles.
package enum IconFinder {
    /// The icon of an extension, or else of its app; nil if there is none.
    ///
    /// It must be a file inside the bundle, and a PNG or JPEG picture within the limits.
    package static func icon(of record: ExtensionRecord) -> (kind: PictureKind, bytes: [UInt8])? {
        let bundle = FilePath(record.bundlePath)
        // Name.app/PlugIns/Name.appex
        let app = bundle.removingLastComponent().removingLastComponent()
        return icon(in: bundle) ?? icon(in: app)
    }

    /// The icon of an extension's or an app's folder.
    package static func icon(in bundle: FilePath) -> (kind: PictureKind, bytes: [UInt8])? {
        let manifest = bundle.appending("Info.plist")
        guard let bytes = try? FileContent.prefix(of: manifest, limit: PropertyListLimits.fileBytes),
            let plist = try? PropertyListValue(parsing: bytes, file: manifest.string).dictionary
        else { return nil }
        let primary = plist["CFBundleIcons"]?.dictionary?["CFBundlePrimaryIcon"]?.dictionary
        let files = primary?["CFBundleIconFiles"]?.array ?? plist["CFBundleIconFiles"]?.array ?? []
        let names = files.compactMap(\.string) + [plist["CFBundleIconFile"]?.string].compactMap { $0 }
        for name in names.suffix(8).reversed() where !name.has("/") && !name.begins(with: ".") && !name.isEmpty {
            for suffix in ["@3x.png", "@2x.png", ".png", ""] {
                let file = bundle.appending(name + suffix)
                if let bytes = try? FileContent.prefix(of: file, limit: PageLimits.iconBytes + 1),
                    bytes.count <= PageLimits.iconBytes, let kind = PictureKind(bytes),
                    ImageHeader(bytes)?.fits(PageLimits.iconPixels) == true
                {
                    return (kind, bytes)
                }
            }
        }
        return nil
    }
}
