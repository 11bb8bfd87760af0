import Foundation
import Testing

@testable import appex

/// What the person sees of a build.
@Suite struct BuildTranscriptTests {
    private let start = ContinuousClock.now

    @Test func `messages are shown at once, and what the person cannot change is not`() {
        var transcript = BuildTranscript(at: start)
        let messages = ["/p/Sources/A/A.swift:1:1: warning: unused", "error: it does not compile", "    | `- note"]
        let noise = [
            "/x/lib/swift_static/linux/libFoundation.a(b.o): warning: the use of `mktemp'", "", "  ",
            "warning: prohibited flag(s): -pthread", "Building for debugging...",
            "Build of product 'A' complete! (1.00s)",
        ]
        let shown = (messages + noise).filter { transcript.shows($0, at: start) }
        #expect(shown == messages)
    }

    @Test func `steps are shown every two seconds`() {
        var transcript = BuildTranscript(at: start)
        let lines: [(String, Duration)] = [
            ("[1/40] Compiling A a.swift", .zero), ("[2/40] Compiling A b.swift", .milliseconds(1999)),
            ("[3/40] Compiling A c.swift", .seconds(2)),
            // A message in square brackets is no step.
            ("[note] see above", .seconds(2)),
        ]
        let shown = lines.map { transcript.shows($0, at: start + $1) }
        #expect(shown == [true, false, true, true])
    }

    private let missing = [
        "/p/Sources/A/A.swift:3:5: error: cannot find 'x' in scope", " 3 |     x()",
        "   |     `- error: cannot find 'x' in scope",
    ]
    private let generated = [
        "/p/.build/A/GeneratedEntryPoint.swift:9:1: error: cannot find 'A' in scope", " 9 | A()",
        "/p/Sources/A/A.swift:1:1: note: 'A' is here", " 1 | class A {", "error: fatalError",
    ]

    @Test func `an error that several processes of the compiler report is shown once`() {
        var transcript = BuildTranscript(at: start)
        let other = ["/p/Sources/A/B.swift:3:5: error: cannot find 'x' in scope", " 3 |     x()"]
        let lines = missing + ["[3/4] Compiling A A.swift"] + missing + other + missing + ["error: link command failed"]
        let shown = lines.filter { transcript.shows($0, at: start) }
        #expect(shown == missing + ["[3/4] Compiling A A.swift"] + other + ["error: link command failed"])
    }

    @Test func `errors that follow from others are shown if there are no others`() {
        var transcript = BuildTranscript(at: start)
        let warning = "/p/Sources/A/A.swift:1:1: warning: unused"
        #expect((generated + [warning]).filter { transcript.shows($0, at: start) } == [warning])
        #expect(transcript.ending(isSuccess: false) == generated && transcript.ending(isSuccess: true) == [])
        #expect(missing.filter { transcript.shows($0, at: start) } == missing)
        #expect(transcript.ending(isSuccess: false) == [])
    }

    @Test func `silence is broken after five seconds, and again after five more`() {
        var transcript = BuildTranscript(at: start)
        var signs = [4.999, 5, 9.999, 10].map { transcript.signOfLife(at: start + .seconds($0)) }
        #expect(signs == [nil, "Still building, after 5 seconds.", nil, "Still building, after 10 seconds."])
        _ = transcript.shows("[1/2] Linking A", at: start + .seconds(12))
        signs = [transcript.signOfLife(at: start + .seconds(16))]
        #expect(signs == [nil])
    }
}

@Suite struct PluginUsagesTests {
    @Test func `the targets that use a plug-in are found`() throws {
        let json = """
            {"targets": [{"name": "A"}, {"name": "B", "pluginUsages": null},
             {"name": "C", "pluginUsages": [{"plugin": ["Other", null]}, {"plugin": ["ExtensionEntryPoint", "Kit"]}]}]}
            """
        let usages = try PluginUsages.reading(Data(json.utf8), package: "/p")
        #expect(usages.targets(of: WrittenEntryPoint.plugin) == ["C"])
        #expect(usages.targets(of: "None") == [])
        #expect(throws: BundlingError.self) { try PluginUsages.reading(Data("[]".utf8), package: "/p") }
    }
}
