import AppexProtocol
import Foundation
import OpenExtensionKit
import Testing

/// The context of a request, and the object that works on it, in real extensions.
@Suite(.timeLimit(.minutes(2))) struct ContextTests {
    @Test func `AT-19: a principal object is made before it has a context, which comes with beginRequest`()
        async throws
    {
        try await TestDevice.with(linger: 10) { device in
            try await device.install(TestAppex())
            let host = device.host()
            for number in 1...3 {
                let items = try await host.send("context", attachments: [NSItemProvider()])
                let info = try #require(items.first?.userInfo)
                #expect(info["principal"] as? Int == number)
                #expect(info["begun"] as? Int == number)
                #expect(info["knewContext"] as? Bool == false)
                #expect(info["main"] as? Bool == true)
                #expect(info["items"] as? Int == 1)
            }
            sendSignal(SIGKILL, to: try await host.process().pid)
        }
    }

    @Test
    func `AT-20, AT-22: a request without items has an empty list of them, and completes without a second argument`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "context"))
            let host = device.host()
            let items = try await host.send([], to: host.extension(fixtureIdentifier), timeout: .seconds(20))
            #expect(items.first?.userInfo?["items"] as? Int == 0)
        }
    }

    @Test func `AT-24: a completion handler that stops when it is told to does no harm`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let items = try await host.send("completeSlowly")
            let process = try await host.process()
            try await eventually("the handler stops", atMost: .seconds(30)) { device.log().contains("told to stop") }
            let lines = device.log().split(separator: "\n")
            #expect(lines == ["completion handler false", "completion handler true", "told to stop"])
            // Longer than it would be granted: a request in the same process that is answered after that.
            try await eventually("the process goes on", atMost: .seconds(30)) {
                try await host.process().age > process.age + UInt64(8000)
            }
            #expect(try await host.process().pid == process.pid)
            #expect(try await items[0].attachments?.first?.data() == Data([1]))
        }
    }

    @Test func `AT-24: a completion handler that goes on is ended with its process`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let items = try await host.send("completeForever")
            let process = try await host.process()
            let mark = Mark()
            async let other = host.failure("silent", attachments: [mark.provider], timeout: .seconds(60))
            try await mark.wait()
            _ = try await ProcessEnd.of(process.pid, atMost: .seconds(30))
            #expect(device.log().hasPrefix("completion handler false\ncompletion handler true\ntold to stop\n"))
            #expect(try await other.code == .died)
            let error = await #expect(throws: (any Error).self) { try await items[0].attachments?.first?.data() }
            #expect((error as NSError?)?.code == -1000)
            try await host.expectAnswer()
        }
    }

    @Test(arguments: ["ActionRequestHandler", "Fixture.ActionRequestHandler", "Other.FixturePrincipal"])
    func `AT-34: a principal class that is not in the program is an error that names it`(principal: String) async throws
    {
        try await TestDevice.with { device in
            var appex = TestAppex()
            appex.principal = principal
            try await device.install(appex)
            let host = device.host()
            for _ in 0..<2 {
                let failure = try await host.failure("echo")
                #expect(failure.code == .cancelledByExtension)
                let error = try #require(failure.underlying) as NSError
                #expect(error.domain == NSCocoaErrorDomain)
                #expect(error.code == CocoaError.Code.executableLoad.rawValue)
                for part in [
                    "principal class \(principal)", "Fixture.appex/Info.plist", "write Fixture.FixturePrincipal",
                ] {
                    #expect(failure.message.contains(part), "\(failure.message)")
                }
            }
            // An update mends it.
            try await device.install(TestAppex())
            try await host.expectAnswer()
        }
    }

    @Test func `AT-35: what is done with a context after its request has ended changes nothing`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let held = try await host.send("large")
            let process = try await host.process()
            for _ in 0..<5 {
                #expect(try await host.send("completeTwice").map(\.text) == ["first"])
                let failure = try await host.failure("completeAfterCancel")
                #expect((failure.underlying as? NSError)?.code == 42)
            }
            try await host.expectAnswer()
            #expect(try await host.process().pid == process.pid)
            withExtendedLifetime(held) {}
        }
    }
}
