public import Foundation

extension UIImage {
    /// A picture out of the program's bundle.
    ///
    /// - Parameter name: with the extension of the file or without; `Logo` finds `Logo@2x.png` and `Logo.png`.
    /// - Returns: nil when there is none.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil)
    }

    /// A picture out of a bundle.
    ///
    /// - Parameters:
    ///   - name: the name of a file among the bundle's resources, with or without its extension.
    ///   - bundle: nil for the program's.
    /// - Returns: nil when there is none.
    ///
    /// ## Difference from Apple
    /// Pictures are files of the bundle, or of the folders `.xcassets` in it. Their forms for a dark appearance, and
    /// those in PDF and SVG, are not read.
    public convenience init?(named name: String, in bundle: Bundle?) {
        if let path = Self.path(ofImageNamed: name, in: bundle ?? .main) {
            self.init(contentsOfFile: path)
        } else if let file = AssetCatalog.of(bundle ?? .main).image(named: name) {
            guard let image = UIImage(contentsOfFile: file.path) else { return nil }
            self.init(image.content, scale: file.scale)
        } else {
            return nil
        }
    }

    private static func path(ofImageNamed name: String, in bundle: Bundle) -> String? {
        // A name never leads out of the bundle.
        guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
        let name = name as NSString
        let extensions = name.pathExtension.isEmpty ? ["png", "jpg", "jpeg", "webp", "heic"] : [name.pathExtension]
        let stem = name.pathExtension.isEmpty ? name as String : name.deletingPathExtension
        for folder in [bundle.resourceURL, bundle.bundleURL].compactMap({ $0 }) {
            for suffix in ["@3x", "@2x", ""] {
                for type in extensions {
                    let path = folder.appendingPathComponent("\(stem)\(suffix).\(type)").path
                    if FileManager.default.fileExists(atPath: path) { return path }
                }
            }
        }
        return nil
    }
}
