import AppexSystem
import Foundation
import Synchronization

/// The colours and pictures in the asset catalogues of a bundle: its folders `.xcassets`, as Xcode has them.
struct AssetCatalog {
    /// The folders of the colours and pictures by name with extension, such as `Accent.colorset`.
    private let folders: [String: URL]

    /// The maximum number of files that are looked at, and of bytes of a description.
    private static let fileLimit = 20_000
    private static let sizeLimit = 1 << 20
    private static let known = Mutex<[String: AssetCatalog]>([:])

    /// The catalogues of a bundle, which are searched once.
    static func of(_ bundle: Bundle) -> AssetCatalog {
        let path = (bundle.resourceURL ?? bundle.bundleURL).path
        if let catalog = known.withLock({ $0[path] }) { return catalog }
        let catalog = AssetCatalog(in: URL(fileURLWithPath: path))
        known.withLock { $0[path] = catalog }
        return catalog
    }

    /// Reads the names of the catalogues in a folder.
    init(in folder: URL) {
        var folders: [String: URL] = [:]
        let catalogues =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        for catalogue in catalogues.sorted(by: { $0.path < $1.path }) where catalogue.pathExtension == "xcassets" {
            let files = FileManager.default.enumerator(at: catalogue, includingPropertiesForKeys: nil)
            var count = 0
            while let file = files?.nextObject() as? URL, count < Self.fileLimit {
                count += 1
                guard ["colorset", "imageset"].contains(file.pathExtension) else { continue }
                // The name of a group is a part of the name only if the group says so: both names are found.
                let name = file.path.dropFirst(catalogue.path.count + 1)
                for name in [String(name), file.lastPathComponent] where folders[name] == nil { folders[name] = file }
            }
        }
        self.folders = folders
    }

    /// The colour with a name; `nil` if the catalogues do not have it or its description is damaged.
    func color(named name: String) -> UIColor? {
        guard let entries = entries(of: "\(name).colorset", "colors") else { return nil }
        let values = entries.compactMap { entry -> (isDark: Bool, color: RGBA)? in
            let appearances = entry["appearances"] as? [[String: Any]] ?? []
            guard let color = (entry["color"] as? [String: Any]).flatMap(Self.color) else { return nil }
            // Other appearances are those of high contrast.
            guard appearances.allSatisfy({ $0["appearance"] as? String == "luminosity" }) else { return nil }
            return (appearances.contains { $0["value"] as? String == "dark" }, color)
        }
        guard let light = (values.first { !$0.isDark } ?? values.first)?.color else { return nil }
        return UIColor(light: light, dark: values.first { $0.isDark }?.color ?? light)
    }

    /// The file of the picture with a name that has the most pixels for a point, and that number.
    func image(named name: String) -> (path: String, scale: CGFloat)? {
        let key = "\(name).imageset"
        guard let folder = folders[key], let entries = entries(of: key, "images") else { return nil }
        let files = entries.compactMap { entry -> (path: String, scale: CGFloat)? in
            guard let file = entry["filename"] as? String, !file.contains("/"), entry["appearances"] == nil else {
                return nil
            }
            let scale = (entry["scale"] as? String).flatMap { Double($0.dropLast()) } ?? 1
            let path = folder.appendingPathComponent(file).path
            let isReadable = ["png", "jpg", "jpeg", "webp", "heic", "gif"].contains {
                file.lowercased().hasSuffix(".\($0)")
            }
            return isReadable && FileManager.default.fileExists(atPath: path) ? (path, CGFloat(scale)) : nil
        }
        return files.max { $0.scale < $1.scale }
    }

    private func entries(of name: String, _ key: String) -> [[String: Any]]? {
        guard let file = folders[name]?.appendingPathComponent("Contents.json") else { return nil }
        guard let bytes = try? FileContent.whole(at: file.path, limit: Self.sizeLimit) else { return nil }
        let contents = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
        return contents?[key] as? [[String: Any]]
    }

    private static func color(_ description: [String: Any]) -> RGBA? {
        guard let parts = description["components"] as? [String: Any] else { return nil }
        func part(_ name: String) -> CGFloat? { (parts[name] as? String).flatMap(component) }
        let alpha = part("alpha") ?? 1
        if let white = part("white") { return RGBA(white, white, white, alpha) }
        guard let red = part("red"), let green = part("green"), let blue = part("blue") else { return nil }
        return RGBA(red, green, blue, alpha)
    }

    /// The value of `0.500`, `0x80` or `128`.
    private static func component(_ text: String) -> CGFloat? {
        if text.hasPrefix("0x") { return UInt8(text.dropFirst(2), radix: 16).map { CGFloat($0) / 255 } }
        if !text.contains("."), let value = UInt8(text), value > 1 { return CGFloat(value) / 255 }
        return Double(text).map { CGFloat($0) }
    }
}

extension UIColor {
    /// Makes the colour with a name in the asset catalogues of the program's bundle.
    ///
    /// - Returns: `nil` if no catalogue has it.
    ///
    /// Source: https://developer.apple.com/documentation/uikit/uicolor/init(named:)
    ///
    /// ## Difference from Apple
    /// Catalogues are folders `.xcassets` in the bundle. Colours for high contrast and references to system colours are
    /// not read, and every colour space counts as sRGB.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// Makes the colour with a name in the asset catalogues of a bundle.
    ///
    /// - Parameters:
    ///   - name: the name of the colour.
    ///   - bundle: the bundle; `nil` for that of the program.
    ///   - traitCollection: has no effect: the colour has the values for the light and dark appearance.
    /// - Returns: `nil` if no catalogue has it.
    public convenience init?(
        named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
    ) {
        guard let color = AssetCatalog.of(bundle ?? .main).color(named: name) else { return nil }
        self.init(copying: color)
    }
}
