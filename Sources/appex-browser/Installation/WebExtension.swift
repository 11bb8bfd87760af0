import AppexModel
import AppexPages
import Foundation

/// The WebExtension: its names, which both sides check, and its files.
enum WebExtension {
    /// The name that browsers display.
    static let name = "App Extensions"
    /// The name by which the WebExtension finds this program.
    static let hostName = "org.openextensionkit.browser"
    /// The identifier that Firefox knows the WebExtension by.
    static let firefoxIdentifier = "browser@openextensionkit.org"
    /// The identifier that Chromium derives from the key.
    static let chromiumIdentifier = "cfgfojdaknmilgldnlnjfcpcafjgfofo"
    /// The public key that gives the WebExtension the same identifier in every Chromium. Nothing is signed with it.
    private static let chromiumKey = """
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAt9Xv0rDfXgsqS+0KDZwr4TZToynUmCOj4FXB0YgyzoGsgoCyAxJ9\
        lymkPMCiE2APddNcZUgO3iLh6jk/zRSOz4AJhuuLkIfH1P3f+fS2NN4KVJUxoo114MZ6JJ43iXSqOTns+NVD9rEFvYq4MBR4\
        UfFJOzKB4YgCuPmwgmUe5aj95U0BdxTxxWCVRu90q85q1dASQ+pItB7Ar5Osby53fClGVWBzGjV5NDJ+8v0/XyE+sOydMOZv\
        huaOILWVzp6Dv2+QuppRjaB9xeugwLtKi6OkMx82oH39mX4VRy2rDqu3hAhCCI+zE2I7uHC0J2XludlzERPneR4/zc4FNUq9\
        FwIDAQAB
        """
    /// The origin of the WebExtension's pages in Chromium.
    static var chromiumOrigin: String { "chrome-extension://\(chromiumIdentifier)/" }

    /// The identifier in a browser.
    static func identifier(for browser: Browser) -> String {
        browser == .chromium ? chromiumIdentifier : firefoxIdentifier
    }

    /// The files by name, with the manifest for a browser.
    static func files(for browser: Browser) -> [String: [UInt8]] {
        own.merging(PageFiles.view) { own, _ in own }.merging([
            "manifest.json": manifest(for: browser), "page-script.js": Array(PageScript.wrapper.utf8),
        ]) { own, _ in own }
    }

    private static let own: [String: [UInt8]] = [
        "background.js": PackageResources.background_js,
        "host.js": PackageResources.host_js,
        "icon-128.png": PackageResources.icon_128_png,
        "icon-16.png": PackageResources.icon_16_png,
        "icon-32.png": PackageResources.icon_32_png,
        "icon-48.png": PackageResources.icon_48_png,
        "in-page.js": PackageResources.in_page_js,
        "offers.js": PackageResources.offers_js,
        "page.js": PackageResources.page_js,
        "panel-session.js": PackageResources.panel_session_js,
        "panel.css": PackageResources.panel_css,
        "panel.html": PackageResources.panel_html,
        "panel.js": PackageResources.panel_js,
        "platform.js": PackageResources.platform_js,
        "result.js": PackageResources.result_js,
        "subject.js": PackageResources.subject_js,
    ]

    /// The manifest for a browser, as JSON. Everything but permissions and the names of the panel is the same for both.
    private static func manifest(for browser: Browser) -> [UInt8] {
        let icons = Dictionary(uniqueKeysWithValues: [16, 32, 48, 128].map { ("\($0)", "icon-\($0).png") })
        var manifest: [String: Any] = [
            "manifest_version": 3, "name": name, "version": version,
            "description": "Shares pages, selections, links and pictures with the extensions of installed apps.",
            "icons": icons, "action": ["default_title": "Share", "default_icon": icons],
            "content_security_policy": [
                "extension_pages": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                    + "connect-src http: https:"
            ],
        ]
        let permissions = ["activeTab", "scripting", "nativeMessaging", "contextMenus"]
        switch browser {
        case .chromium:
            manifest["minimum_chrome_version"] = "138"
            manifest["key"] = chromiumKey
            manifest["permissions"] = permissions + ["userScripts", "sidePanel"]
            manifest["background"] = ["service_worker": "background.js", "type": "module"]
            manifest["side_panel"] = ["default_path": "panel.html"]
        case .firefox:
            manifest["permissions"] = permissions
            manifest["optional_permissions"] = ["userScripts"]
            manifest["background"] = ["scripts": ["background.js"], "type": "module"] as [String: Any]
            manifest["sidebar_action"] =
                [
                    "default_panel": "panel.html", "default_title": "Share", "default_icon": "icon-32.png",
                    "open_at_install": false,
                ] as [String: Any]
            manifest["browser_specific_settings"] = [
                "gecko": [
                    "id": firefoxIdentifier, "strict_min_version": "153.0",
                    "data_collection_permissions": ["required": ["none"]],
                ] as [String: Any]
            ]
        }
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: manifest, options: options)).map(Array.init) ?? []
    }

    /// The version of this package, of which browsers accept only numbers.
    private static var version: String {
        let numbers = PackageVersion.current.prefix { $0.isNumber || $0 == "." }
        return numbers.isEmpty ? "0.1" : String(numbers)
    }
}
