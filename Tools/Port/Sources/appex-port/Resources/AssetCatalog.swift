import Foundation
import XcodeProjects

/// The images and colours of an asset catalog, as files that `UIImage(named:)` and `UIColor(named:)` find.
struct AssetCatalog {
    /// The maximum depth of folders.
    private static let depth = 16
    /// The maximum number of assets.
    private static let assets = 10_000
    /// The formats that can be read.
    private static let formats: Set<String> = ["png", "jpg", "jpeg", "webp", "heic"]

    /// The path of each image, by its name among the resources, such as `Logo@2x.png`.
    private(set) var images: [String: String] = [:]
    /// The path of the picture of the app's icon; nil if the catalog has none.
    private(set) var icon: String?
    /// The names of images that only have vector files.
    private(set) var vectors: [String] = []
    /// The path of the description of each colour, by its place in the catalog, such as `Ink.colorset/Contents.json`.
    private(set) var colours: [String: String] = [:]
    /// The names of colours without a value, or that refer to colours of the system.
    private(set) var unreadableColours: [String] = []
    /// What was left out.
    private(set) var notes: [ProjectNote] = []

    private let folder: ProjectFolder
    private let iconName: String

    /// Reads a catalog.
    ///
    /// - Parameter path: the path of the folder `NAME.xcassets`.
    /// - Parameter iconName: the name of the app's icon.
    init(_ path: String, in folder: ProjectFolder, iconName: String) {
        self.folder = folder
        self.iconName = iconName
        let root = path
        var open = [(path: path, prefix: "", depth: 0)]
        var count = 0
        while let (path, prefix, depth) = open.popLast() {
            for name in folder.names(in: path) {
                let child = path + "/" + name
                let kind = ProjectFolder.pathExtension(of: name)
                let stem = String(name.dropLast(kind.isEmpty ? 0 : kind.count + 1))
                count += 1
                guard count <= Self.assets else {
                    notes.append(ProjectNote(.warning, file: path, "The catalog has more than \(Self.assets) assets."))
                    return
                }
                switch kind {
                case "imageset": addImage(child, name: prefix + stem)
                case "appiconset" where stem == iconName: addIcon(child)
                case "colorset": addColour(child, name: prefix + stem, place: String(child.dropFirst(root.count + 1)))
                case "" where depth < Self.depth && folder.isFolder(child):
                    let hasNamespace = contents(of: child)?.properties?.providesNamespace == true
                    open.append((child, hasNamespace ? prefix + name + "/" : prefix, depth + 1))
                default: break
                }
            }
        }
    }

    private mutating func addImage(_ path: String, name: String) {
        guard let images = contents(of: path)?.images else {
            notes.append(ProjectNote(.warning, file: path, "The image \(name) has no Contents.json that can be read."))
            return
        }
        let files = images.filter { $0.filename != nil && $0.appearances == nil }
        let usable = files.filter { Self.formats.contains(ProjectFolder.pathExtension(of: $0.filename ?? "")) }
        // The best of each scale: for all devices, or else for the telephone.
        for scale in [nil, "1x", "2x", "3x"] as [String?] {
            let candidates = usable.filter { $0.scale == scale }
            let order = ["universal", "iphone", "ipad"]
            let best = order.lazy.compactMap { idiom in candidates.first { $0.idiom == idiom } }.first
            guard let file = (best ?? candidates.first)?.filename, !file.contains("/") else { continue }
            let suffix = scale == "2x" || scale == "3x" ? "@\(scale ?? "")" : ""
            let place = "\(name)\(suffix).\(ProjectFolder.pathExtension(of: file))"
            if self.images[place] == nil, folder.exists(path + "/" + file) { self.images[place] = path + "/" + file }
        }
        if usable.isEmpty, !files.isEmpty { vectors.append(name) }
    }

    private mutating func addColour(_ path: String, name: String, place: String) {
        if contents(of: path)?.colors?.contains(where: { $0.color?.components != nil }) == true {
            colours[place + "/Contents.json"] = path + "/Contents.json"
        } else {
            unreadableColours.append(name)
        }
    }

    /// Chooses the picture of the icon that is nearest to 120 pixels, and not smaller if possible.
    private mutating func addIcon(_ path: String) {
        let images = contents(of: path)?.images ?? []
        var best: (size: Double, file: String)?
        for image in images where image.appearances == nil {
            guard let file = image.filename, !file.contains("/"), file.hasSuffix(".png"),
                folder.exists(path + "/" + file)
            else { continue }
            let points = image.size.flatMap { Double($0.prefix { $0 != "x" }) } ?? 60
            let scale = image.scale.flatMap { Double($0.prefix { $0 != "x" }) } ?? 1
            let size = points * scale
            guard size.isFinite else { continue }
            let isBetter = best.map { abs(size - 120) < abs($0.size - 120) && (size >= 120 || $0.size < 120) } ?? true
            if isBetter { best = (size, file) }
        }
        icon = best.map { path + "/" + $0.file }
    }

    private struct Contents: Decodable {
        struct Image: Decodable {
            var filename: String?
            var scale: String?
            var idiom: String?
            var size: String?
            var appearances: [Appearance]?
        }
        struct Appearance: Decodable {
            var appearance: String?
        }
        struct Properties: Decodable {
            var providesNamespace: Bool?

            enum CodingKeys: String, CodingKey {
                case providesNamespace = "provides-namespace"
            }
        }
        struct Entry: Decodable {
            var color: Colour?
        }
        struct Colour: Decodable {
            var components: Components?
        }
        /// Only whether there are some is used.
        struct Components: Decodable {}
        var images: [Image]?
        var colors: [Entry]?
        var properties: Properties?
    }

    private func contents(of path: String) -> Contents? {
        guard let bytes = try? folder.bytes(of: path + "/Contents.json", limit: 1 << 20) else { return nil }
        return try? JSONDecoder().decode(Contents.self, from: Data(bytes))
    }
}
