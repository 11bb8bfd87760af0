import Foundation

/// The files of the page, which are in the program itself.
enum PageAssets {
    struct Asset {
        let type: String
        let bytes: [UInt8]
    }

    /// The file of a name; the page itself for the empty name.
    static func asset(_ name: String) -> Asset? {
        all[name.isEmpty ? "index.html" : name]
    }

    private static let all: [String: Asset] = [
        "index.html": Asset(type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
    ]
}
