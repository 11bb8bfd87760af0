import Foundation

/// One of the app's extensions, as its bundle describes it.
struct PhotoEdit {
    let name: String
    private let kind: Kind

    private enum Kind {
        /// Inside an app that edits photographs.
        case photoEditor
        /// In the sheet of an app that shares a photograph: with a view in which the person sets something, or without.
        case action(showsView: Bool)
    }

    /// The extensions in the app's bundle, by name and place.
    static func all(in app: Bundle) -> [PhotoEdit] {
        let files =
            (try? FileManager.default.contentsOfDirectory(
                at: app.bundleURL.appending(path: "PlugIns"), includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "appex" }.compactMap { Bundle(url: $0) }.map(PhotoEdit.init)
            .sorted { ($0.name, $0.place) < ($1.name, $1.place) }
    }

    private init(_ bundle: Bundle) {
        name =
            bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
            ?? bundle.bundleURL.deletingPathExtension().lastPathComponent
        let declaration = bundle.object(forInfoDictionaryKey: "NSExtension") as? [String: Any]
        kind =
            switch declaration?["NSExtensionPointIdentifier"] as? String {
            case "com.apple.photo-editing": .photoEditor
            case "com.apple.ui-services": .action(showsView: true)
            default: .action(showsView: false)
            }
    }

    /// Where it is found.
    var place: String {
        switch kind {
        case .photoEditor: "Photo editing"
        case .action: "Sharing"
        }
    }

    /// How to use it.
    var explanation: String {
        switch kind {
        case .photoEditor:
            "Edit a photograph in an app such as Photos, choose \(name), and press Done. The app keeps the original, so that you "
                + "can continue the edit later or go back."
        case .action(showsView: true):
            "Share a photograph from any app, choose \(name), set how it should look, and press Done. The app gets the edited "
                + "photograph back."
        case .action(showsView: false):
            "Share a photograph from any app and choose \(name). The app gets the edited photograph back."
        }
    }
}
