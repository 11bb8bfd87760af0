import AppexProtocol
import Foundation
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Requests that go well, from a host through broker, launcher and sandbox to an extension and back.
@Suite(.timeLimit(.minutes(30))) struct RequestTests {
    @Test func `attachments come back with their content, types and names`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let file = try device.write(content, to: "photo.jpg")
            let provider = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: file)))
            let items = try await device.host().send("echo", text: "hello", attachments: [provider])
            #expect(items.count == 1)
            #expect(items[0].text == "hello")
            let returned = try #require(items[0].attachments?.first)
            #expect(returned.registeredTypeIdentifiers == ["public.jpeg"])
            #expect(returned.suggestedName == "photo.jpg")
            #expect(try await returned.data("public.jpeg") == content)
        }
    }

    @Test func `many items with many attachments keep their order`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let items = (0..<40).map { number in
                let item = NSExtensionItem()
                item.userInfo = ["FixtureBehaviour": "echo", "number": number, "list": [1, "two", Data([3])]]
                item.attributedTitle = NSAttributedString(string: "title \(number)")
                item.attachments = (0..<5).map { part in
                    NSItemProvider(item: NSString(string: "\(number).\(part)"), typeIdentifier: "public.plain-text")
                }
                return item
            }
            let host = device.host()
            let returned = try await host.send(items, to: host.extension(fixtureIdentifier))
            #expect(returned.map { $0.userInfo?["number"] as? Int } == (0..<40).map(Int?.some))
            #expect(returned[7].attributedTitle?.string == "title 7")
            #expect((returned[7].userInfo?["list"] as? [Any])?.count == 3)
            let last = try #require(returned[39].attachments)
            #expect(last.count == 5)
            #expect(try await last[4].data("public.plain-text") == Data("39.4".utf8))
        }
    }

    @Test(arguments: ["completeWithNil", "completeWithNothing"])
    func `AT-21: a request that returns nothing is a success`(behaviour: String) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let returned = try await device.host().send(behaviour)
            #expect(returned.isEmpty)
        }
    }

    @Test func `a request without items reaches the extension`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "completeWithNothing"))
            let host = device.host()
            let returned = try await host.send([], to: host.extension(fixtureIdentifier))
            #expect(returned.isEmpty)
        }
    }

    @Test func `AT-23: a cancelled request brings the extension's own error`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            let failure = try await host.failure("cancel")
            #expect(failure.code == .cancelledByExtension)
            #expect(failure.message.contains("The fixture was told to cancel."))
            let error = try #require(failure.underlying) as NSError
            #expect(error.domain == "org.openextensionkit.Fixture")
            #expect(error.code == 42)
            #expect(error.localizedDescription == "The fixture was told to cancel.")
            #expect(error.userInfo["number"] as? Int == 7)
            #expect(error.userInfo[NSExtensionItemsAndErrorsKey] as? [String: String] == ["item": "error"])
            #expect(error.userInfo["object"] == nil, "an object that is no property-list value has crossed")
            // It has answered, so its process may be used again.
            let process = try await host.process()
            let returned = try await host.send("completeWithNothing")
            #expect(returned.isEmpty)
            #expect(try await host.process().pid == process.pid)
        }
    }

    @Test func `an attachment is made when the host loads it, and arrives whole`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let provider = try #require(try await host.send("large")[0].attachments?.first)
            let content = try await provider.data()
            #expect(content == Data(repeating: 0xA5, count: 5_000_000))
        }
    }

    @Test func `AT-44: a representation for the extension itself is not seen by the host`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let provider = try #require(try await host.send("hidden")[0].attachments?.first)
            #expect(provider.registeredTypeIdentifiers == ["org.example.all"])
            #expect(try await provider.data("org.example.all") == Data("org.example.all".utf8))
        }
    }

    @Test func `a file of the extension's container arrives as a temporary file`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let provider = try #require(try await host.send("file")[0].attachments?.first)
            let (name, content, path) = try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<(String, Data?, String), any Error>) in
                provider.loadFileRepresentation(forTypeIdentifier: "public.plain-text") { url, error in
                    guard let url else { return continuation.resume(throwing: error ?? CocoaError(.fileNoSuchFile)) }
                    continuation.resume(returning: (url.lastPathComponent, try? Data(contentsOf: url), url.path))
                }
            }
            #expect(name == "made.txt")
            #expect(content == Data("made in the container".utf8))
            try await eventually("it is deleted when the handler has returned") {
                !FileManager.default.fileExists(atPath: path)
            }
        }
    }

    @Test func `an extension's load error reaches the host`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let provider = try #require(try await host.send("loadFails")[0].attachments?.first)
            let error = await #expect(throws: (any Error).self) { try await provider.data() }
            #expect(error?.localizedDescription == "The fixture was told to fail.")
        }
    }

    @Test func `what an extension prints is in its log`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            #expect(try await host.text("print") == "printed")
            // The broker writes it down while the host goes on.
            try await eventually("everything is in the log") { device.log().hasSuffix("the last line\n") }
            let log = device.log()
            #expect(log.contains("a line on standard output\n"))
            #expect(log.contains("a line on standard error\n"))
            #expect(log.contains("line 3999 of many"))
        }
    }

    @Test func `an extension may use threads`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            #expect(try await device.host().text("threads") == "16 threads")
        }
    }

    @Test func `an extension's files stay from one process to the next`() async throws {
        try await TestDevice.with(linger: 0) { device in
            try await device.install(TestAppex())
            let host = device.host()
            #expect(try await host.text("diary", "one") == "one\n")
            #expect(try await host.text("diary", "two") == "one\ntwo\n")
            try await device.install(TestApp(TestAppex()))
            #expect(try await host.text("diary", "three") == "one\ntwo\nthree\n")
        }
    }
}
