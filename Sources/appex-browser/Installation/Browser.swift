import AppexModel
import Foundation
import SystemPackage

/// A kind of browser that the WebExtension runs in.
enum Browser: String, CaseIterable, Encodable, Sendable {
    case chromium, firefox

    /// The name to display.
    var displayName: String { self == .chromium ? "Chromium" : "Firefox" }

    /// The names of its program.
    private var programs: [String] {
        self == .chromium ? ["chromium", "chromium-browser", "google-chrome"] : ["firefox-esr", "firefox"]
    }

    /// The path of its program; nil if it is not in `PATH`.
    func program(_ environment: [String: String]) -> String? {
        let folders = (environment["PATH"] ?? "").parts(at: ":").map(String.init)
        return folders.lazy.flatMap { folder in programs.map { "\(folder)/\($0)" } }
            .first { $0.begins(with: "/") && FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The folders in which the browser looks for native messaging manifests.
    ///
    /// - Parameter profile: a folder of user data for Chromium, which has a folder of its own; Firefox has one for all
    ///   profiles of a user. nil for the user's.
    func manifestFolders(configuration: URL, home: URL, profile: URL?) -> [URL] {
        switch self {
        case .firefox: [home.appending(path: ".mozilla/native-messaging-hosts")]
        case .chromium:
            if let profile {
                [profile.appending(path: "NativeMessagingHosts")]
            } else {
                // Chrome's folder is left alone where there is no Chrome.
                ["chromium", "google-chrome"].map { configuration.appending(path: $0) }.filter {
                    $0.lastPathComponent == "chromium" || FileManager.default.fileExists(atPath: $0.path)
                }.map { $0.appending(path: "NativeMessagingHosts") }
            }
        }
    }

    /// What a person has to do after the installation, with the folder of the WebExtension.
    func nextSteps(_ folder: String) -> [String] {
        switch self {
        case .chromium:
            [
                "Open chrome://extensions and switch on “Developer mode”.",
                "Choose “Load unpacked” and select \(folder).",
                "Open “Details” of App Extensions there and switch on “Allow User Scripts”.",
            ]
        case .firefox:
            [
                "Open about:debugging#/runtime/this-firefox.",
                "Choose “Load Temporary Add-on…” and select \(folder)/manifest.json.",
                "Do so again after each start of Firefox, which keeps only packages that Mozilla has signed.",
            ]
        }
    }
}
