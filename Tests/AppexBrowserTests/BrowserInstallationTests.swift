import AppexPages
import Foundation
import Testing

@testable import appex_browser

/// Installing the WebExtension, and taking it away.
@Suite struct BrowserInstallationTests {
    /// An installation in a home of its own, which is removed after `body`.
    private func with(
        _ browser: Browser, profile: String? = nil, _ body: (BrowserInstallation, URL) throws -> Void
    ) throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "home-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let profile = profile.map { home.appending(path: $0).path }
        try body(BrowserInstallation(browser, home: home.path, profile: profile, environment: [:]), home)
    }

    private func files(in folder: URL) -> [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder.appending(path: $0).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }

    @Test(arguments: Browser.allCases, [nil, "Profile of Ann"])
    func `everything that is installed is removed again`(browser: Browser, profile: String?) throws {
        try with(browser, profile: profile) { installation, home in
            #expect(try installation.uninstall().isEmpty)
            try installation.install(program: "/bin/true")
            let installed = files(in: home)
            #expect(
                installed.contains { $0.hasSuffix("panel.html") }
                    && installed.contains { $0.hasSuffix("page-script.js") })
            #expect(installed.contains { $0.hasSuffix("org.openextensionkit.browser.json") })
            #expect(installation.status(program: "/bin/true").problems.filter { !$0.contains("PATH") }.isEmpty)
            _ = try installation.uninstall()
            #expect(files(in: home).isEmpty)
        }
    }

    @Test(arguments: Browser.allCases)
    func `the manifest names one program and one WebExtension`(browser: Browser) throws {
        try with(browser) { installation, _ in
            try installation.install(program: "/opt/appex-browser")
            for file in installation.manifests {
                let manifest = try JSONDecoder().decode(
                    BrowserInstallation.Manifest.self, from: try Data(contentsOf: file))
                #expect(manifest.path == "/opt/appex-browser" && manifest.type == "stdio")
                #expect(
                    browser == .chromium
                        ? manifest.allowed_origins == ["chrome-extension://cfgfojdaknmilgldnlnjfcpcafjgfofo/"]
                            && manifest.allowed_extensions == nil
                        : manifest.allowed_extensions == ["browser@openextensionkit.org"]
                            && manifest.allowed_origins == nil)
            }
        }
    }

    @Test func `a folder with something else in the place of the WebExtension is left alone`() throws {
        try with(.chromium) { installation, _ in
            let precious = installation.folder.appending(path: "thesis")
            try FileManager.default.createDirectory(at: installation.folder, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: precious)
            #expect(throws: PageFailure.self) { try installation.install(program: "/bin/true") }
            #expect(throws: PageFailure.self) { try installation.uninstall() }
            #expect(FileManager.default.contents(atPath: precious.path) == Data("mine".utf8))
        }
    }

    @Test func `the file that Firefox has for all profiles stays while another installation uses it`() throws {
        try with(.firefox) { installation, home in
            try installation.install(program: "/bin/true")
            let other = BrowserInstallation(
                .firefox, home: home.path, profile: home.appending(path: "P").path, environment: [:])
            try other.install(program: "/bin/true")
            _ = try other.uninstall()
            #expect(installation.status(program: "/bin/true").problems.filter { !$0.contains("PATH") }.isEmpty)
        }
    }

    @Test func `the status says what does not fit`() throws {
        try with(.chromium) { installation, _ in
            func problems(_ program: String = "/bin/true") -> String {
                installation.status(program: program).problems.joined(separator: "\n")
            }
            #expect(problems().contains("The WebExtension is not installed"))
            try installation.install(program: "/bin/true")
            #expect(problems("/bin/false").contains("is that of another version"))
            try Data("x".utf8).write(to: installation.folder.appending(path: "panel.js"))
            #expect(problems().contains("is that of another version"))
            try installation.install(program: "/nowhere/appex-browser")
            #expect(problems("/nowhere/appex-browser").contains("does not exist"))
            try Data("{".utf8).write(to: installation.manifests[0])
            #expect(problems().contains("is not a native messaging manifest"))
        }
    }

    @Test func `the manifests of both browsers ask for no site`() throws {
        for browser in Browser.allCases {
            let bytes = try #require(WebExtension.files(for: browser)["manifest.json"])
            let manifest = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            let permissions = try #require(manifest["permissions"] as? [String])
            #expect(
                Set(permissions).subtracting(["userScripts", "sidePanel"])
                    == ["activeTab", "scripting", "nativeMessaging", "contextMenus"])
            for key in ["host_permissions", "content_scripts", "externally_connectable", "web_accessible_resources"] {
                #expect(manifest[key] == nil)
            }
        }
    }
}
