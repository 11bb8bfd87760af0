import AppexModel
import AppexPages

/// The files of the page, which are embedded in the program, so that only one file has to be installed.
enum PageAssets {
    struct Asset {
        let type: String
        let bytes: [UInt8]
    }

    /// The file with a name; the page itself for the empty name.
    static func asset(_ name: String) -> Asset? {
        let name = name.isEmpty ? "index.html" : name
        guard let bytes = served[name] else { return nil }
        let type =
            switch name.parts(at: ".").last {
            case "html": "text/html; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            default: "image/svg+xml"
            }
        return Asset(type: type, bytes: bytes)
    }

    /// The total size of all files in bytes.
    static var size: Int { served.values.reduce(0) { $0 + $1.count } }

    private static let served = Dictionary(
        uniqueKeysWithValues: files.map { name, bytes in
            switch name.parts(at: ".").last {
            case "js": (name, PageText.squeezed(bytes, isScript: true))
            case "css": (name, PageText.squeezed(bytes, isScript: false))
            default: (name, bytes)
            }
        })

    /// The page's own files, and those that draw views.
    private static let files = PageFiles.view.merging(own) { _, own in own }

    private static let own: [String: [UInt8]] = [
        "index.html": PackageResources.index_html,
        "icon.svg": PackageResources.icon_svg,
        "app.js": PackageResources.app_js,
        "link.js": PackageResources.link_js,
        "notes.js": PackageResources.notes_js,
        "photos.js": PackageResources.photos_js,
        "session.js": PackageResources.session_js,
        "settings.js": PackageResources.settings_js,
        "sheet.js": PackageResources.sheet_js,
        "today.js": PackageResources.today_js,
    ]
}
