import AppexModel
import Foundation

/// The output of `appex bundle --json`.
struct BundleSummary: Encodable {
    let apps: [BundleReport]
    /// The folder of the runtime that the apps need; nil if they need none.
    let runtime: String?
    let buildMilliseconds: Double
    let assembleMilliseconds: Double
}

/// An app that was created.
struct BundleReport: Encodable {
    /// One extension in the app.
    struct Extension: Encodable {
        let identifier: String
        let path: String
        /// The size of the app including everything in it.
        let bytes: Int
    }

    let identifier: String
    let path: String
    /// The total size of the app in bytes.
    let bytes: Int
    let extensions: [Extension]

    init(_ app: BundlePlan.App, at place: URL) {
        identifier = app.bundle.identifier.rawValue
        path = place.path
        bytes = Self.size(of: place)
        extensions = app.extensions.map { appExtension in
            let bundle = place.appending(path: "\(appExtension.style?.folder ?? "")/\(appExtension.name)")
            return Extension(
                identifier: appExtension.identifier.rawValue, path: bundle.path, bytes: Self.size(of: bundle))
        }
    }

    /// The report as text.
    var text: String {
        let lines = extensions.map { "  \($0.identifier), \(Self.megabytes($0.bytes))" }
        let carried =
            switch extensions.count {
            case 0: "no extension."
            case 1: "1 extension:"
            default: "\(extensions.count) extensions:"
            }
        return (["Made \(path) (\(identifier), \(Self.megabytes(bytes))) with \(carried)"] + lines)
            .joined(separator: "\n")
    }

    static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 50_000) / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }

    /// The total size of all files in bytes. A file that is removed in the meantime counts as 0.
    static func size(of folder: URL) -> Int {
        let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        return (walk?.compactMap { $0 as? URL } ?? []).reduce(0) { sum, file in
            sum + ((try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
        }
    }
}
