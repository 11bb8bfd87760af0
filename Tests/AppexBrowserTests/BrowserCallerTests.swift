import Testing

@testable import appex_browser

/// Who may use the native messaging host.
@Suite struct BrowserCallerTests {
    private static let manifest = "/home/ann/.mozilla/native-messaging-hosts/org.openextensionkit.browser.json"

    @Test func `each browser names the WebExtension in its own way`() {
        #expect(BrowserCaller(arguments: [WebExtension.chromiumOrigin]) == .chromium)
        #expect(BrowserCaller(arguments: [Self.manifest, WebExtension.firefoxIdentifier]) == .firefox)
    }

    @Test(arguments: [
        ["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"],
        [WebExtension.chromiumOrigin + "x"], [String(WebExtension.chromiumOrigin.dropLast())],
        [manifest, "other@example.org"], [manifest, WebExtension.chromiumOrigin],
    ])
    func `another WebExtension is a stranger`(arguments: [String]) {
        guard case .stranger = BrowserCaller(arguments: arguments) else {
            Issue.record("\(arguments) is taken for a WebExtension of this project")
            return
        }
    }

    @Test(arguments: [
        [], ["install"], [""], ["status", "--json"], [manifest], ["/etc/passwd", "browser@openextensionkit.org"],
        ["relative/org.openextensionkit.browser.json", "browser@openextensionkit.org"],
    ])
    func `a person is not a browser`(arguments: [String]) {
        #expect(BrowserCaller(arguments: arguments) == nil)
    }
}
