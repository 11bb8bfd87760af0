import XcodeProjects

/// The resources of a target, as the folder `Resources` beside its Info.plist has them.
struct ResourceSet {
    /// The maximum number of files.
    static let maximumFiles = 20_000
    /// The name of the picture of an icon among the resources, without its extension.
    static let iconName = "AppIcon"
    /// Names that a bundle gives to other files.
    private static let reserved: Set<String> = [
        "Info.plist", "Frameworks", "PlugIns", "Extensions", "_CodeSignature", "Contents",
        "archived-expanded-entitlements.xcent",
    ]

    /// The files, by their path in the folder `Resources`.
    private(set) var files: [String: OutputFile] = [:]
    /// Whether there is an icon.
    private(set) var hasIcon = false
    /// What was left out.
    private(set) var notes: [ProjectNote] = []

    private let folder: ProjectFolder

    /// Collects the resources of a target.
    ///
    /// - Parameter onlyIcon: whether only the picture of the icon is taken.
    init(_ context: TargetContext, in folder: ProjectFolder, onlyIcon: Bool = false) {
        self.folder = folder
        let icon = context.settings["ASSETCATALOG_COMPILER_APPICON_NAME"] ?? Self.iconName
        for item in context.target.resources {
            let kind = FileKind(item.path)
            if kind == .assetCatalog { addCatalog(item, iconName: icon, onlyIcon: onlyIcon) }
            guard !onlyIcon else { continue }
            switch kind {
            case .resource: add(item, as: item.localization.map { "\($0)/\(item.name)" } ?? item.name)
            case .stringCatalog: addStrings(item)
            case .compiled(let what):
                notes.append(
                    ProjectNote(
                        .warning, file: item.path,
                        "\(item.name) is left out: \(what) needs tools that only Apple's systems have."))
            default: break
            }
        }
    }

    private mutating func put(_ file: OutputFile, at place: String, from path: String) {
        let first = place.prefix { $0 != "/" }
        guard !Self.reserved.contains(String(first)) else {
            notes.append(
                ProjectNote(.warning, file: path, "\(place) is left out: the bundle has another file of that name."))
            return
        }
        guard files.count < Self.maximumFiles else { return }
        if let present = files[place], present != file {
            notes.append(
                ProjectNote(.warning, file: path, "\(place) is left out: another resource has the same name."))
        } else {
            files[place] = file
        }
    }

    private mutating func add(_ item: ProjectItem, as place: String) {
        guard item.isFolder else {
            put(.copy(item.path), at: place, from: item.path)
            return
        }
        var open = [(path: item.path, place: place, depth: 0)]
        // Links can lead to the same folder in any number of ways.
        var visited: Set<String> = []
        while let (path, place, depth) = open.popLast() {
            guard let resolved = try? folder.resolving(path), visited.insert(resolved).inserted else { continue }
            for name in folder.names(in: path) where !name.hasPrefix(".") {
                let child = path + "/" + name
                if !folder.isFolder(child) {
                    if folder.exists(child) { put(.copy(child), at: "\(place)/\(name)", from: child) }
                } else if depth < 16 {
                    open.append((child, "\(place)/\(name)", depth + 1))
                }
            }
        }
    }

    private mutating func addCatalog(_ item: ProjectItem, iconName: String, onlyIcon: Bool) {
        let catalog = AssetCatalog(item.path, in: folder, iconName: iconName)
        if let icon = catalog.icon {
            put(.copy(icon), at: "\(Self.iconName)@2x.png", from: icon)
            hasIcon = true
        }
        guard !onlyIcon else { return }
        for (place, path) in catalog.images.sorted(by: { $0.key < $1.key }) { put(.copy(path), at: place, from: path) }
        notes += catalog.notes
        if !catalog.vectors.isEmpty {
            notes.append(
                ProjectNote(
                    .warning, file: item.path,
                    "\(catalog.vectors.count) images of the catalog are left out, because vector images are not drawn here: "
                        + "\(catalog.vectors.sorted().prefix(20).joined(separator: ", ")). Add PNG files of those that are used."
                ))
        }
        for (place, path) in catalog.colours.sorted(by: { $0.key < $1.key }) {
            put(.copy(path), at: "\(ProjectFolder.name(of: item.path))/\(place)", from: path)
        }
        let templates = ["AccentColor", "WidgetBackground", "TouchBarBezel"]
        let colours = catalog.unreadableColours.filter { !templates.contains($0) }
        if !colours.isEmpty {
            notes.append(
                ProjectNote(
                    .warning, file: item.path,
                    "Colours of the catalog are left out, because they have no components: "
                        + "\(colours.sorted().prefix(20).joined(separator: ", ")). Write them as "
                        + "UIColor(red:green:blue:alpha:)."))
        }
    }

    private mutating func addStrings(_ item: ProjectItem) {
        do throws(ProjectError) {
            let catalog = try StringCatalog(item.path, in: folder)
            let table = item.name.dropLast(".xcstrings".count) + ".strings"
            for (language, text) in catalog.tables {
                put(.text(text), at: "\(language).lproj/\(table)", from: item.path)
            }
            if catalog.variations > 0 {
                notes.append(
                    ProjectNote(
                        .warning, file: item.path,
                        "\(catalog.variations) texts that depend on a number or a device are left out."))
            }
        } catch {
            notes.append(ProjectNote(.warning, file: item.path, "\(item.name) is left out. \(error.message)"))
        }
    }
}
