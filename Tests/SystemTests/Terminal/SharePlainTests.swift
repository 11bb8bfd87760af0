import ExtensionTesting
import Foundation
import Subprocess
import SystemPackage
import Testing

/// `appex share` with lines instead of a screen.
@Suite(.timeLimit(.minutes(30))) struct SharePlainTests {
    private let form = TestApp.form

    @Test func `a form is filled in by lines`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            let run = try await device.appex(
                ["share", "--text", "form"], reading: "1\n1 Ada\n2 0.5\n3 on\n5\n")
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                run.output.split(separator: "\n").last == "Ada 0.5 true", "\(run.output)")
        }
    }

    @Test func `gestures are words after a number`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            let lines = "1\n1 hold\n1 release\n1 drag 0.25 0.5 0.75 0.25\n1 pinch 2\n2 hold\n2 release\nq\n"
            let run = try await device.appex(["share", "--text", "gestures"], reading: lines)
            let heard = [
                "1 [Picture] (hold, drag, pinch)", "2 [Original] (hold)", "hold began at 100 50",
                "hold ended at 100 50",
                "drag ended by 100 -25 at 150 25", "pinch ended 2.0 at 100 50", "touches down", "touches down inside",
            ]
            let output = run.output.split(separator: "\n").map(String.init)
            for line in heard { #expect(output.contains(line), "\(line): \(run.output)\(run.errors)") }
        }
    }

    @Test func `the end of the input closes the sheet, and a view`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            let nothing = try await device.appex(["share", "--text", "form"], reading: "")
            #expect(nothing.status == 130)
            #expect(nothing.output == "Share “form”\nActions\n1 Form - Fixtures\n2 More…\n")
            let view = try await device.appex(["share", "--text", "form", "--plain"], reading: "1\n1 Ada\n")
            #expect(view.status == 130)
            #expect(view.output.contains("Ada 0.0 false"), "\(view.output)")
        }
    }

    @Test func `an extension without a view completes after the end of the input`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "echo", rule: .predicate("TRUEPREDICATE")))
            let run = try await device.appex(["share", "--text", "words"], reading: "1\n")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("words"))
        }
    }

    @Test func `a failure is told in a sentence, with the status of its kind`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "crash", rule: .predicate("TRUEPREDICATE")))
            let run = try await device.appex(["share", "--text", "words"], reading: "1\n1\n")
            #expect(run.status == 4)
            #expect(run.errors.contains("appex reports"), "\(run.errors)")
        }
    }

    @Test func `bytes that are no text are answered with what could be written`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            let bytes =
                String(decoding: (0...255).map { UInt8($0) }, as: UTF8.self) + String(repeating: "x", count: 300_000)
            let run = try await device.appex(["share", "--text", "form"], reading: bytes + "\nq\n")
            #expect(run.status == 130)
            #expect(run.output.contains("Write a number from 1 to 2"))
            #expect(!run.output.unicodeScalars.contains("\u{1B}"))
        }
    }

    @Test func `a sheet that is only listed is a list`() async throws {
        try await TestDevice.with { device in
            try await device.install(form)
            struct Listing: Decodable {
                struct Point: Decodable { let point: String }
                let points: [Point]
            }
            let run = try await device.appex("share", "--text", "form", "--list", "--json")
            #expect(try run.json(Listing.self).points.map(\.point) == ["com.apple.ui-services"])
        }
    }
}
