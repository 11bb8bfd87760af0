import Foundation

/// The containing app: it says what it carries.
@main enum DarkroomApp {
    static func main() {
        let bundle = Bundle.main
        print("\(name(of: bundle)) carries:")
        for folder in ["PlugIns", "Extensions"] {
            for appExtension in appExtensions(in: bundle.bundleURL.appending(path: folder)) {
                print("  \(name(of: appExtension)) (\(appExtension.bundleIdentifier ?? "no identifier"))")
            }
        }
        print("Hand a photograph to one of them from any app that takes extensions.")
    }

    private static func appExtensions(in folder: URL) -> [Bundle] {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "appex" }
            .sorted { $0.path < $1.path }
            .compactMap { Bundle(url: $0) }
    }

    private static func name(of bundle: Bundle) -> String {
        bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String ?? bundle.bundleURL.lastPathComponent
    }
}
