import Foundation

/// One of the app's extensions, as its bundle describes it.
struct PhotoEdit {
    let name: String
    /// Whether a person sets something before the photograph is edited.
    let showsView: Bool

    /// The extensions in the app's bundle, by name.
    static func all(in app: Bundle) -> [PhotoEdit] {
        let files =
            (try? FileManager.default.contentsOfDirectory(
                at: app.bundleURL.appending(path: "PlugIns"), includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "appex" }.compactMap { Bundle(url: $0) }.map(PhotoEdit.init)
            .sorted { $0.name < $1.name }
    }

    private init(_ bundle: Bundle) {
        name =
            bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
            ?? bundle.bundleURL.deletingPathExtension().lastPathComponent
        let declaration = bundle.object(forInfoDictionaryKey: "NSExtension") as? [String: Any]
        showsView = declaration?["NSExtensionPointIdentifier"] as? String == "com.apple.ui-services"
    }

    /// How to use it.
    var explanation: String {
        showsView
            ? "Share a photograph from any app, choose \(name), set how it should look, and press Done. The app gets the edited "
                + "photograph back."
            : "Share a photograph from any app and choose \(name). The app gets the edited photograph back."
    }
}
