import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import TestSupport
import Testing

/// The program `appex-browser`, started as browsers start it.
@Suite(.timeLimit(.minutes(30))) struct NativeHostTests {
    private static let chromium = "chrome-extension://cfgfojdaknmilgldnlnjfcpcafjgfofo/"
    private static let page = #"{"page":{"url":"https://example.org/tea","title":"Tea"}}"#
    private static let traits = """
        {"width":300,"height":500,"scale":1,"isDark":false,"isRightToLeft":false,"language":"en"}
        """

    /// Starts the program with some input, and waits for its one message and its end.
    private func lastWord(
        _ caller: String, _ input: [UInt8], on device: TestDevice
    ) throws -> (status: Int32?, message: String) {
        let host = try BrowserProcess(caller, on: device)
        try host.send(input)
        host.closeInput()
        let message = try host.next { _ in true }
        #expect(message["is"] as? String == "refused")
        return (try host.status(), message["message"] as? String ?? "")
    }

    private func app() -> TestApp {
        var appex = TestAppex(
            "Page", behaviour: "page", rule: .counts(["WebPageWithMaxCount": 1, "WebURLWithMaxCount": 1]))
        appex.script = "Action"
        appex.files = ["Action.js": Data("var ExtensionPreprocessingJS = {};".utf8)]
        return TestApp(appex, TestAppex("Quiet", behaviour: "silent", rule: .counts(["WebURLWithMaxCount": 1])))
    }

    @Test func `a page is offered, and goes through an extension to finalize`() async throws {
        try await TestDevice.with { device in
            try await device.install(app())
            // The input stays open until the extension is done.
            let host = try BrowserProcess(Self.chromium, on: device)
            try host.send(#"{"n":1,"do":"hello","language":"en"}"#)
            #expect(try host.next { $0["re"] as? Int == 1 }["ok"] != nil)
            try host.send(#"{"n":2,"do":"candidates","things":\#(Self.page)}"#)
            let offers = try #require(try host.next { $0["re"] as? Int == 2 }["ok"] as? [String: [[String: Any]]])
            #expect(offers["share"]?.isEmpty == true)
            #expect(offers["actions"]?.map { $0["name"] as? String } == ["Page", "Quiet"])
            #expect(offers["actions"]?.map { $0["script"] as? Bool } == [true, false])
            try host.send(#"{"n":3,"do":"script","id":"org.example.Fixtures.Page"}"#)
            let script = try #require(try host.next { $0["re"] as? Int == 3 }["ok"] as? [String: String])
            #expect(script == ["text": "var ExtensionPreprocessingJS = {};"])
            let results = #"[\"o\",\"title\",\"Tea\",\"when\",[\"d\",978307200000]]"#
            try host.send(
                #"{"n":4,"do":"start","id":"org.example.Fixtures.Page","things":\#(Self.page),"traits":\#(Self.traits),"results":"\#(results)"}"#
            )
            let end = try host.next { $0["is"] as? String == "session" && $0["phase"] as? String == "done" }
            #expect(end["finalize"] as? String == #"["o","title","Tea","when",["d",978307200000]]"#)
            #expect(
                (end["texts"] as? [[String: String]])?.first?["text"]?.hasPrefix(
                    "Tea, com.apple.property-list, public.url, 2 results")
                    == true)
            host.closeInput()
            #expect(try host.status() == 0)
        }
    }

    @Test func `a stranger gets one sentence, and no device`() async throws {
        try await TestDevice.with { device in
            let (status, message) = try lastWord(
                "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", [2, 0, 0, 0, 0x7B, 0x7D], on: device)
            #expect(status == 1 && message.contains("may not use the extensions"), "\(message)")
            #expect(device.broker == nil)
        }
    }

    @Test func `calls that arrive after the last message are read until the browser closes the connection`()
        async throws
    {
        try await TestDevice.with { device in
            let host = try BrowserProcess("chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/", on: device)
            #expect(try host.next { _ in true }["is"] as? String == "refused")
            // More than a pipe holds, so the write ends only if the program reads it.
            for _ in 0..<32 { try host.send([UInt8](repeating: 7, count: 4096)) }
            host.closeInput()
            #expect(try host.status() == 1)
        }
    }

    @Test(
        arguments: [
            ([0xFF, 0xFF, 0xFF, 0xFF], "too long"), ([0, 0, 0, 0x20] + Array("{}".utf8), "too long"),
            ([9, 0, 0, 0, 0x7B], "incomplete"), ([1], "incomplete"), ([2, 0, 0, 0, 0x7B, 0x7D], "does not understand"),
            ([0, 0, 0, 0], "does not understand"),
        ] as [([UInt8], String)])
    func `a frame that lies, is cut or says nothing ends the program with a sentence`(
        bytes: [UInt8], words: String
    ) async throws {
        try await TestDevice.with { device in
            let (status, message) = try lastWord(Self.chromium, bytes, on: device)
            #expect(status == 1 && message.contains(words), "\(message)")
        }
    }

    @Test func `content beyond a limit, and results for an extension without a script, are refused in the answer`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(app())
            let host = try BrowserProcess(Self.chromium, on: device)
            let long = String(repeating: "t", count: 5_000)
            try host.send(
                #"{"n":7,"do":"candidates","things":{"page":{"url":"https://a.example","title":"\#(long)"}}}"#)
            #expect(try host.next { $0["re"] as? Int == 7 }["error"] != nil)
            func start(_ number: Int, _ name: String, _ results: String) throws {
                try host.send(
                    #"{"n":\#(number),"do":"start","id":"org.example.Fixtures.\#(name)","things":\#(Self.page),"traits":\#(Self.traits),"results":"\#(results)"}"#
                )
            }
            try start(8, "Quiet", #"[\"o\"]"#)
            #expect(try host.next { $0["re"] as? Int == 8 }["error"] != nil)
            try start(9, "Page", "[]")
            #expect(try host.next { $0["re"] as? Int == 9 }["error"] != nil)
            try host.send(#"{"n":10,"do":"script","id":"org.example.Fixtures.Quiet"}"#)
            #expect(try host.next { $0["re"] as? Int == 10 }["error"] != nil)
            host.closeInput()
            #expect(try host.status() == 0)
        }
    }

    @Test func `a broker that is killed is started again, and a browser that ends takes its extensions along`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(app())
            let quiet = "org.example.Fixtures.Quiet"
            let host = try BrowserProcess(Self.chromium, on: device)
            try host.send(#"{"n":1,"do":"candidates","things":\#(Self.page)}"#)
            _ = try host.next { $0["re"] as? Int == 1 }
            kill(try #require(device.broker), SIGKILL)
            try host.send(#"{"n":2,"do":"candidates","things":\#(Self.page)}"#)
            #expect(try host.next { $0["re"] as? Int == 2 }["ok"] != nil)
            try host.send(
                #"{"n":3,"do":"start","id":"org.example.Fixtures.Quiet","things":\#(Self.page),"traits":\#(Self.traits)}"#
            )
            _ = try host.next { $0["re"] as? Int == 3 }
            _ = try host.next { $0["is"] as? String == "session" }
            try await eventually("the extension runs") {
                try await device.host().administration.processes().contains { $0.identifier == quiet }
            }
            host.closeInput()
            #expect(try host.status() == 0)
            try await eventually("the extension has ended") {
                try await !device.host().administration.processes().contains { $0.identifier == quiet }
            }
        }
    }
}
