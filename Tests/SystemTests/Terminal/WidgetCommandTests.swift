import ExtensionTesting
import Foundation
import OpenExtensionKit
import SystemPackage
import Testing

/// `appex widget`, and `appex run` with extensions that show views.
@Suite(.timeLimit(.minutes(30))) struct WidgetCommandTests {
    private static let identifier = "org.example.Fixtures.Compose"

    private static func withWidget(_ body: (TestDevice) async throws -> Void) async throws {
        var appex = TestAppex("Compose", .compose, point: "com.apple.widget-extension")
        appex.principal = "fixture_compose.FixtureComposeController"
        try await TestDevice.with { device in
            try await device.install(TestApp(appex))
            try await device.host().enable(identifier)
            try await body(device)
        }
    }

    @Test func `a widget is shown, updated, expanded and closed by words`() async throws {
        try await Self.withWidget { device in
            let run = try await device.appex(
                ["widget", "Compose", "--plain"], reading: "refresh\nexpand\ncompact\nq\n")
            #expect(run.status == 0, "\(run.errors)")
            let output = run.output.split(separator: "\n").map(String.init)
            #expect(output.count(where: { $0.hasPrefix("Updating ") }) == 2, "\(run.output)")
            #expect(output.contains("== Updated =="), "\(run.output)")
            for words in ["expand shows more", "compact shows less"] {
                #expect(output.contains("refresh updates the widget, \(words), q closes."), "\(run.output)")
            }
            #expect(!run.output.unicodeScalars.contains("\u{1B}"))
        }
    }

    @Test func `the end of the input closes a widget without an error`() async throws {
        try await Self.withWidget { device in
            let run = try await device.appex(["widget", Self.identifier], reading: "")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect(run.output.contains("Updated"), "\(run.output)")
        }
    }

    @Test func `what is not a widget is refused with the command for it`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp.form)
            let other = try await device.appex("widget", "org.example.Fixtures.Form")
            #expect(other.status == 2 && other.errors.contains("is not a Today widget"), "\(other.errors)")
            let missing = try await device.appex("widget", "org.example.none")
            #expect(missing.status == 3 && missing.errors.contains("No widget"), "\(missing.errors)")
        }
    }

    @Test func `an extension with a view leads from run to share without a terminal`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp.form)
            let run = try await device.appex("run", "org.example.Fixtures.Form", "--text", "words")
            #expect(run.status == 1 && run.errors.contains("appex share --plain"), "\(run.errors)")
        }
        try await Self.withWidget { device in
            let run = try await device.appex("run", Self.identifier)
            #expect(run.status == 1 && run.errors.contains("appex widget \(Self.identifier)"), "\(run.errors)")
        }
    }
}
