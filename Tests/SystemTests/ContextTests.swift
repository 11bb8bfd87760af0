import AppexModel
import AppexProtocol
import Foundation
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// The context of a request, and the object that works on it, in real extensions.
@Suite(.timeLimit(.minutes(30))) struct ContextTests {
    @Test func `AT-19: a principal object is made before it has a context, which comes with beginRequest`()
        async throws
    {
        try await TestDevice.with(linger: 3600) { device in
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
            try await host.endExtensions()
        }
    }

    @Test
    func `AT-20, AT-22: a request without items has an empty list of them, and completes without a second argument`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(TestAppex(behaviour: "context"))
            let host = device.host()
            let items = try await host.send([], to: host.extension(fixtureIdentifier), timeout: .ample)
            #expect(items.first?.userInfo?["items"] as? Int == 0)
        }
    }

    @Test func `AT-24: a completion handler that stops when it is told to does no harm`() async throws {
        try await TestDevice.with(linger: 3600) { device in
            try await device.install(TestAppex())
            let host = device.host()
            var items = try await host.send("completeSlowly")
            // For as long as a host uses the process the handler has time.
            #expect(try await items[0].attachments?.first?.data() == Data([1]))
            items = []
            let process = try await host.frozenProcess()
            let lines = device.log().split(separator: "\n")
            #expect(lines == ["completion handler false", "completion handler true", "told to stop"])
            #expect(device.reports.isEmpty)
            try await host.expectAnswer()
            #expect(try await host.process().pid == process.pid)
            try await host.endExtensions()
        }
    }

    @Test func `AT-24: a completion handler that goes on is ended with its process, which leaves a report`()
        async throws
    {
        try await TestDevice.with(linger: 3600) { device in
            try await device.install(TestAppex())
            let host = device.host()
            _ = try await host.send("completeForever")
            try await eventually("it has ended") { try await host.extensionProcesses().isEmpty }
            #expect(device.log().hasPrefix("completion handler false\ncompletion handler true\ntold to stop\n"))
            try await eventually("there is a report") { !device.reports.isEmpty }
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1 && report.kind == .overdue && report.signal == nil)
            #expect(
                report.summary
                    == "\(fixtureIdentifier) had not ended its completion handlers 6.00 seconds after its last host had "
                    + "gone and was stopped.")
            try await host.expectAnswer()
            try await host.endExtensions()
        }
    }

    @Test
    func `AT-33: principal class and storyboard in one Info.plist are an error of the installation that names both`()
        async throws
    {
        try await TestDevice.with { device in
            var appex = TestAppex()
            appex.storyboard = "MainInterface"
            let run = try await device.appex(
                "install", "--untrusted", try TestApp(appex).write(into: device.folder).string)
            #expect(run.status != 0)
            for part in ["Info.plist", "NSExtension.NSExtensionMainStoryboard", "MainInterface", appex.principal] {
                #expect(run.errors.contains(part), "\(run.errors)")
            }
            #expect(try await device.host().extensions().isEmpty)
        }
    }

    @Test func `AT-33: the loader refuses an extension with both as well`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let bundles = "device/Containers/Bundle/Application"
            let manifest = try #require(
                device.files(in: bundles).first { $0.string.hasSuffix("Fixture.appex/Info.plist") })
            let url = URL(fileURLWithPath: device.folder.appending(bundles).pushing(manifest).string)
            let text = try String(contentsOf: url, encoding: .utf8)
            // As an older version of this package would have installed it.
            let both = text.replacing(
                "<key>NSExtensionPrincipalClass</key>",
                with:
                    "<key>NSExtensionMainStoryboard</key><string>MainInterface</string><key>NSExtensionPrincipalClass</key>"
            )
            try #require(both != text)
            try both.write(to: url, atomically: false, encoding: .utf8)
            let failure = try await device.host().failure("echo")
            #expect(failure.code == .cancelledByExtension)
            #expect((failure.underlying as NSError?)?.code == CocoaError.Code.executableLoad.rawValue)
            #expect(
                failure.message.contains(
                    "both the principal class Fixture.FixturePrincipal and the storyboard MainInterface"))
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
