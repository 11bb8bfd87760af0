import AppexProtocol
import Foundation
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// Which process serves a request.
@Suite(.timeLimit(.minutes(30))) struct ProcessReuseTests {
    private func report(_ host: ExtensionHost) async throws -> (pid: Int, principal: Int) {
        let info = try await host.send("report")[0].userInfo ?? [:]
        return (try #require(info["pid"] as? Int), try #require(info["principal"] as? Int))
    }

    @Test func `AT-29: a request joins the process that lingers, with a principal object of its own`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            let first = try await report(host)
            let process = try await host.process()
            let second = try await report(host)
            #expect(first.pid == second.pid)
            #expect(first.principal == 1)
            #expect(second.principal == 2)
            #expect(try await host.process().pid == process.pid)
        }
    }

    @Test func `AT-28: a request after the linger time gets a new process`() async throws {
        try await TestDevice.with(linger: 0.05) { device in
            try await device.install(TestAppex())
            let host = device.host()
            // Holds the process until its number is known.
            var held = try await host.send("large")
            let process = try await host.process()
            withExtendedLifetime(held) {}
            held = []
            _ = try await ProcessEnd.of(process.pid)
            #expect(try await report(host).principal == 1)
        }
    }

    @Test func `a process lives for as long as somebody holds what it returned`() async throws {
        try await TestDevice.with(linger: 0) { device in
            try await device.install(TestAppex())
            let host = device.host()
            var items = try await host.send("large")
            let process = try await host.process()
            #expect(process.sessions == 1)
            _ = try await host.send("echo")
            #expect(try await host.process().pid == process.pid)
            #expect(try await items[0].attachments?.first?.data().count == 5_000_000)
            items = []
            _ = try await ProcessEnd.of(process.pid)
        }
    }

    @Test func `AT-27: two hosts share one process without mixing items, and both see it die`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let hosts = [device.host(), device.host()]
            let held = try await hosts[0].send("large")[0].attachments?.first
            let alsoHeld = try await hosts[1].send("large")[0].attachments?.first
            let process = try await hosts[0].process()
            #expect(process.sessions == 2)
            async let one = hosts[0].text("uppercase", "one")
            async let two = hosts[1].text("uppercase", "two")
            #expect(try await [one, two] == ["ONE", "TWO"])

            let marks = [Mark(), Mark()]
            async let first = hosts[0].failure("silent", attachments: [marks[0].provider])
            async let second = hosts[1].failure("silent", attachments: [marks[1].provider])
            for mark in marks { try await mark.wait() }
            sendSignal(SIGKILL, to: process.pid)
            let killed = ContinuousClock.now
            for failure in try await [first, second] {
                #expect(failure.code == .died)
                #expect(failure.message.contains("was killed (SIGKILL)"), "\(failure)")
            }
            #expect(ContinuousClock.now - killed < .promptly)
            let error = await #expect(throws: (any Error).self) { try await held?.data() }
            #expect((error as? NSError)?.code == -1000, "\(error as Any)")
            withExtendedLifetime(alsoHeld) {}
        }
    }

    @Test func `many requests at once are all answered`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            // A request that is open all the time, so that the process is still there in the end.
            let mark = Mark()
            let open = Task { try await device.host().send("silent", attachments: [mark.provider]).count }
            defer { open.cancel() }
            try await mark.wait()
            let answers = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<50 {
                    group.addTask { try await host.text("uppercase", "request \(number)") }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1 ?? "") }
            }
            #expect(answers == Set((0..<50).map { "REQUEST \($0)" }))
            #expect(try await host.processes().filter { $0.role == .appExtension }.count == 1)
        }
    }

    @Test func `an update gets a process of the new version`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex(behaviour: "uppercase"))
            let host = device.host()
            let identity = try await host.extension(fixtureIdentifier)
            #expect(identity.version == "1.0")
            let item = NSExtensionItem()
            item.attributedContentText = NSAttributedString(string: "text")
            let answer = try await host.send([item], to: identity)
            #expect(answer[0].text == "TEXT")
            let old = try await host.process()
            var app = TestApp(TestAppex(behaviour: "echo"))
            app.version = "2.0"
            try await device.install(app)
            #expect(try await host.extension(fixtureIdentifier).version == "2.0")
            let later = try await host.send([item], to: identity)
            #expect(later[0].text == "text")
            try await host.endExtensions()
            _ = try await ProcessEnd.of(old.pid)
        }
    }

    @Test func `uninstalling ends what runs of the app`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark()
            async let failure = host.failure("silent", attachments: [mark.provider])
            try await mark.wait()
            let process = try await host.process()
            let run = try await device.appex("uninstall", "org.example.Fixtures")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try await failure.code == .died)
            _ = try await ProcessEnd.of(process.pid)
            #expect(device.files(in: "device/Containers").isEmpty)
            await #expect(throws: ExtensionError.self) { try await host.extension(fixtureIdentifier) }
        }
    }
}
