import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// The device that users' tests get: it works as the user's own does, and nothing is left of it.
@Suite(.timeLimit(.minutes(30))) struct TestDeviceTests {
    @Test func `a test installs an app, finds its extensions, sends items and removes the app`() async throws {
        let folder = try await TestDevice.with { device in
            let bundle = try TestApp(TestAppex()).write(into: device.folder)
            let app = try await device.install(URL(fileURLWithPath: bundle.string))
            #expect(app.bundleIdentifier == "org.example.Fixtures")
            #expect(app.extensions.map(\.bundleIdentifier) == [fixtureIdentifier])
            let item = NSExtensionItem()
            item.userInfo = ["FixtureBehaviour": "uppercase"]
            item.attributedContentText = NSAttributedString(string: "hello")
            let returned = try await device.send([item], to: fixtureIdentifier)
            #expect(returned.map(\.text) == ["HELLO"])
            try await device.uninstall(app.bundleIdentifier)
            #expect(try await device.host().extensions().isEmpty)
            return device.folder
        }
        #expect(access(folder.string, F_OK) != 0)
    }

    @Test func `what an extension prints and why it died are values`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let item = NSExtensionItem()
            item.userInfo = ["FixtureBehaviour": "crash"]
            let error = await #expect(throws: ExtensionError.self) {
                _ = try await device.send([item], to: fixtureIdentifier)
            }
            let report = try #require(device.reports().first)
            #expect(report.id == error?.reportIdentifier && report.kind == .crash && report.exitStatus == nil)
            #expect(report.bundleIdentifier == fixtureIdentifier)
            #expect(report.fatalError?.contains("the fixture was told to crash") == true)
            let output = device.output(of: fixtureIdentifier)
            #expect(output.contains { $0.contains("the fixture was told to crash") })
            #expect(output.contains { $0.contains("printed just before") }, "\(output)")
            #expect(!output.contains { $0.contains("appex-frame") }, "\(output)")
            #expect(device.reports(of: "org.example.Other").isEmpty)
            #expect(device.output(of: "no identifier").isEmpty)
        }
    }

    @Test func `every kind of report has a name for tests`() {
        let named: [TestDevice.Report.Kind] = [
            .crash, .killed, .exited, .launchFailed, .timedOut, .overdue, .refused, .limit, .launcherEnded, .unkillable,
        ]
        #expect(Set(named.map(\.rawValue)) == Set(ExtensionReport.Kind.allCases.map(\.rawValue)))
    }

    @Test func `a process that a test leaves behind fails it, with words, and is ended`() async throws {
        var left: ProcessIdentifier?
        let error = await #expect(throws: TestDeviceError.self) {
            // Without any client the broker stays for ten minutes.
            try await TestDevice.with(idle: .seconds(600), patience: .milliseconds(100)) { device in
                left = try await device.host().processes().first { $0.role == .broker }?.pid
            }
        }
        guard case .leaked(let leaks) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(leaks.contains { $0.contains("appexd") && $0.hasSuffix("still runs") }, "\(leaks)")
        #expect(try !DeviceProcesses.isAlive(#require(left)))
    }

    private typealias ProcessIdentifier = Int32

    @Test func `a file that a test leaves behind fails it`() async throws {
        let error = await #expect(throws: TestDeviceError.self) {
            try await TestDevice.with { device in
                let container = "device/Containers/Data/PluginKitPlugin/x/tmp"
                try FileManager.default.createDirectory(
                    atPath: device.folder.appending(container).string, withIntermediateDirectories: true)
                try Data().write(to: URL(fileURLWithPath: device.folder.appending(container + "/item").string))
            }
        }
        #expect(error?.description.contains("the temporary file x/tmp/item of an extension is left") == true)
    }

    @Test func `an app that has not been built is an error that says how`() async throws {
        try await TestDevice.with { device in
            let error = await #expect(throws: TestDeviceError.self) {
                try await device.install(device.scratch.appendingPathComponent("None.app"))
            }
            #expect(error?.description.contains("appex bundle") == true)
        }
    }

    @Test func `what the body throws comes first`() async throws {
        struct Reason: Error {}
        await #expect(throws: Reason.self) {
            try await TestDevice.with { device in
                _ = try await device.host().extensions()
                throw Reason()
            }
        }
    }
}
