import Foundation
import OpenExtensionKit
import TestSupport
import Testing

/// What extensions log by swift-log.
@Suite(.timeLimit(.minutes(30))) struct LogHandlerTests {
    private struct Listing: Decodable {
        struct Line: Decodable {
            let level: String?
            let label: String?
            let text: String
        }

        let lines: [Line]
    }

    @Test func `what an extension logs has its level, its label and its metadata`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            // Twice: a process makes the handler its own once, in however many requests it asks for it.
            for _ in 0..<2 { #expect(try await device.host().text("log", "a\nb") == "logged") }
            try await eventually("it is in the log") { device.log().contains("beside") }
            let all = try await device.appex("logs", fixtureIdentifier, "--json").json(Listing.self).lines
            let logged = all.filter { $0.label == "org.example.Fixture" }
            #expect(logged.map(\.level).prefix(2) == ["notice", "error"])
            #expect(logged.first?.text == #"a\nb colour=blue count=3"#)
            #expect(all.contains { $0.level == nil && $0.text == "beside" })
            let severe = try await device.appex("logs", fixtureIdentifier, "--level", "error")
            #expect(severe.output.contains("[error] org.example.Fixture: it went wrong"))
            #expect(!severe.output.contains("colour") && !severe.output.contains("beside"))
            #expect(try await device.appex("logs", fixtureIdentifier, "--level", "loud").status == 2)
        }
    }
}
