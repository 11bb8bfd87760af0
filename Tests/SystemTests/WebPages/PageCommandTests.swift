import Foundation
import OpenExtensionKit
import Subprocess
import SystemPackage
import Testing

/// `appex run --page` and `appex share --page`, with a real Chromium.
@Suite(.timeLimit(.minutes(30)), .serialized) struct PageCommandTests {
    private static let page = """
        <!doctype html><html lang="en"><title>All about tea</title><h1>Tea</h1><p>Two leaves and a bud.</p></html>
        """
    private static let classic = """
        var Action = function() {};
        Action.prototype = {
            run: function(arguments) {
                arguments.completionFunction({ "heading": document.querySelector("h1").textContent, "from": arguments.extensionName });
            },
            finalize: function(arguments) {
                document.querySelector("h1").textContent = arguments["heading"] + " by " + arguments["from"];
                document.body.style.backgroundColor = "rgb(1, 2, 3)";
            }
        };
        var ExtensionPreprocessingJS = new Action();
        """

    private func app(_ script: String?) -> TestApp {
        var appex = TestAppex(
            "Page", behaviour: "page", rule: .counts(["WebPageWithMaxCount": 1, "WebURLWithMaxCount": 1]))
        appex.script = script == nil ? nil : "Action"
        appex.files = script.map { ["Action.js": Data($0.utf8)] } ?? [:]
        return TestApp(appex, TestAppex("Text", rule: .counts(["Text": 1])))
    }

    @Test func `a page goes to an extension, and comes back changed`() async throws {
        try await TestDevice.with { device in
            try await device.install(app(Self.classic))
            _ = try device.write(Data(Self.page.utf8), to: "tea page.html")
            let run = try await device.appex(
                "run", "org.example.Fixtures.Page", "--page", "tea page.html", "--page-out", "changed.html")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect(run.output.contains("Page has changed the page."), "\(run.output)")
            #expect(run.output.contains("All about tea, com.apple.property-list, public.url, 2 results, file://"))
            let changed = String(decoding: try device.read("changed.html"), as: UTF8.self)
            #expect(changed.contains("<h1>Tea by Page</h1>") && changed.contains("rgb(1, 2, 3)"))
            #expect(changed.hasPrefix("<!DOCTYPE html>"))
            #expect(!changed.contains("ExtensionPreprocessingJS"))
            #expect(Set(device.files(in: "files")) == ["changed.html", "tea page.html"])
        }
    }

    @Test func `a page that has taken the place of the one that was offered is not touched`() async throws {
        try await TestDevice.with { device in
            let script = """
                var ExtensionPreprocessingJS = { run: function(a) { location.href = "other.html"; setTimeout(function() {
                    a.completionFunction({}); }, 5000); }, finalize: function() { document.body.textContent = "changed"; } };
                """
            try await device.install(app(script))
            _ = try device.write(Data(Self.page.utf8), to: "tea.html")
            _ = try device.write(Data("<title>Other</title>other".utf8), to: "other.html")
            let run = try await device.appex(
                "run", "org.example.Fixtures.Page", "--page", "tea.html", "--page-out", "out.html")
            #expect(run.status == 1 && run.errors.contains("replaced by another"), "\(run.errors)")
            #expect(Set(device.files(in: "files")) == ["other.html", "tea.html"])
        }
    }

    @Test func `dialogs of a page do not stop it`() async throws {
        try await TestDevice.with { device in
            try await device.install(app(Self.classic))
            let page = Self.page.replacing(
                "<p>", with: "<script>alert(1); confirm(2); onload = () => prompt(3)</script><p>")
            _ = try device.write(Data(page.utf8), to: "tea.html")
            let run = try await device.appex("run", "org.example.Fixtures.Page", "--page", "tea.html")
            #expect(run.status == 0 && run.output.contains("Page has changed the page."), "\(run.errors)")
        }
    }

    @Test func `the sheet offers a page, and writes it after finalize`() async throws {
        try await TestDevice.with { device in
            try await device.install(app(Self.classic))
            _ = try device.write(Data(Self.page.utf8), to: "tea.html")
            let list = try await device.appex("share", "--list", "--page", "tea.html")
            #expect(list.status == 0 && list.output.contains("Page") && !list.output.contains("Text"), "\(list.output)")
            let run = try await device.appex(
                ["share", "--plain", "--page", "tea.html", "--page-out", "out.html"], reading: "1\n")
            #expect(run.status == 0, "\(run.errors) \(run.output)")
            #expect(String(decoding: try device.read("out.html"), as: UTF8.self).contains("Tea by Page"))
        }
    }

    @Test(arguments: [
        ("var ExtensionPreprocessingJS = { run: function() { throw new Error('no tea'); } };", "no tea"),
        ("var ExtensionPreprocessingJS = {};", "does not define ExtensionPreprocessingJS"),
        ("var ExtensionPreprocessingJS = {", "Page"), ("while (", "Page"),
        (
            "var a = {}; a.a = a; var ExtensionPreprocessingJS = { run: function(x) { x.completionFunction(a); } };",
            "itself"
        ),
    ])
    func `a script that fails is one sentence, and the page is not written`(script: String, words: String) async throws
    {
        try await TestDevice.with { device in
            try await device.install(app(script))
            _ = try device.write(Data(Self.page.utf8), to: "tea.html")
            let run = try await device.appex(
                "run", "org.example.Fixtures.Page", "--page", "tea.html", "--page-out", "out.html")
            #expect(run.status == 1 && run.output.isEmpty && run.errors.contains(words), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            #expect(device.files(in: "files") == ["tea.html"])
        }
    }

    @Test func `pages that cannot be opened are refused before an extension is started`() async throws {
        try await TestDevice.with { device in
            try await device.install(app(nil))
            _ = try device.write(Data(Self.page.utf8), to: "tea.html")
            let identifier = "org.example.Fixtures.Page"
            func refused(_ words: String, _ status: Int32, _ arguments: String..., variables: [String: String] = [:])
                async throws
            {
                let run = try await device.appex(
                    ["run", identifier] + arguments,
                    adding: Dictionary(uniqueKeysWithValues: variables.map { (.init(stringLiteral: $0), $1) }))
                #expect(run.status == status && run.errors.contains(words), "\(run.status ?? -1) \(run.errors)")
            }
            try await refused("no such file", 2, "--page", "missing.html")
            try await refused("http or https", 2, "--page", "file:///etc/passwd")
            try await refused("cannot be combined", 2, "--page", "tea.html", "--text", "x")
            try await refused("needs --page", 2, "--page-out", "x.html")
            try await refused("is a folder", 2, "--page", ".")
            try await refused("An address begins with", 2, "--page", "")
            try await refused("tea.html exists", 2, "--page", "tea.html", "--page-out", "tea.html")
            try await refused(
                "Cannot use /bin/true as Chromium", 5, "--page", "tea.html", variables: ["APPEX_CHROMIUM": "/bin/true"])
            try await refused("needs Chromium", 5, "--page", "tea.html", variables: ["APPEX_CHROMIUM": "/nowhere"])
            let other = try await device.appex("run", "org.example.Fixtures.Text", "--page", "tea.html")
            #expect(other.status == 1 && other.errors.contains("not offered for web pages"), "\(other.errors)")
        }
    }
}
