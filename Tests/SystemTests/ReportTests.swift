import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// One report for each process that did not end as it should, and none for the others.
@Suite(.timeLimit(.minutes(30))) struct ReportTests {
    @Test(arguments: [
        ("crash", ExtensionReport.Kind.crash, "crashed (SIG"), ("fault", .crash, "crashed (SIGSEGV)"),
        ("exit", .exited, "ended by itself with status 7"),
    ])
    func `an extension that dies in a request leaves a report that the host's error names`(
        behaviour: String, kind: ExtensionReport.Kind, words: String
    ) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let mark = Mark()
            let failure = try await device.host().failure(behaviour, attachments: [mark.provider])
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1)
            #expect(failure.reportIdentifier == report.identifier.rawValue)
            #expect(failure.message.hasSuffix("before it answered; see `appex reports \(report.identifier)`."))
            #expect(report.kind == kind)
            #expect(report.summary.hasPrefix("\(fixtureIdentifier) \(words)"), "\(report.summary)")
            #expect(report.summary.hasSuffix(" before it answered."))
            #expect(report.appExtension.version == "1.0" && report.app.version == "1.0")
            #expect(report.app.identifier == "org.example.Fixtures" && report.point == "com.apple.services")
            #expect(report.pid ?? 0 > 0 && report.usage?.peakMemory ?? 0 > 1 << 20)
            #expect(report.started <= report.ended && report.age > 0 && report.age < 20)
            #expect(report.exitStatus == (kind == .exited ? 7 : nil))
            let request = try #require(report.requests.first)
            #expect(report.requests.count == 1 && !request.isAnswered)
            #expect(request.items == 1 && request.attachments == 1)
            #expect(request.types == ["org.openextensionkit.mark"])
        }
    }

    @Test func `what Swift says before it stops a program is in the report`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            _ = try await device.host().failure("crash")
            let report = try #require(device.reports.first)
            #expect(report.fatalError?.hasSuffix("Fatal error: the fixture was told to crash") == true, "\(report)")
            #expect(report.log.contains { $0.contains("told to crash") })
            _ = try await device.host().failure("fault")
            let fault = try #require(device.reports.last)
            #expect(fault.fatalError == nil)
            #expect(fault.log.last == "about to fault")
        }
    }

    @Test func `a report says what the process was granted`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex(groups: ["group.org.example.x"]))
            _ = try await device.host().failure("crash")
            let report = try #require(device.reports.first)
            #expect(report.grants == ["group.org.example.x"])
            let shown = try await device.appex("reports", report.identifier.rawValue).output
            #expect(shown.contains("Granted") && shown.contains("Extension"), "\(shown)")
        }
    }

    @Test(arguments: ["crash", "fault"])
    func `a report says in which functions the program crashed`(behaviour: String) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            _ = try await device.host().failure(behaviour)
            let report = try #require(device.reports.first)
            let frames = try #require(report.backtrace)
            let innermost = frames.prefix(3).compactMap(\.function)
            #expect(innermost.contains { $0.contains("FixturePrincipal") && $0.contains("beginRequest") }, "\(frames)")
            #expect(frames.contains { $0.function?.hasPrefix("fixture_extension_main") == true }, "\(frames)")
            #expect(!report.log.contains { $0.contains("appex-frame") })
        }
    }

    @Test func `a crash on another thread than the main one is reported with its functions, too`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let items = try await device.host().send("loadCrashes")
            let provider = try #require(items.first?.attachments?.first)
            await #expect(throws: (any Error).self) { try await provider.loadItem(forTypeIdentifier: "public.data") }
            try await eventually("the report is written") { !device.reports.isEmpty }
            let report = try #require(device.reports.first)
            #expect(report.summary.contains(" after it had answered") || report.summary.contains(" had let go of it"))
            let frames = try #require(report.backtrace, "\(report)")
            #expect(frames.contains { $0.function?.contains("fixture_extension") == true }, "\(frames)")
        }
    }

    @Test(arguments: [ProcessRecord.Role.initProcess, .appExtension])
    func `a process that is killed from outside leaves a report`(role: ProcessRecord.Role) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark()
            async let pending = host.failure("silent", attachments: [mark.provider])
            try await mark.wait()
            sendSignal(SIGKILL, to: try await host.process("\(role)") { $0.role == role }.pid)
            let failure = try await pending
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1)
            #expect(report.kind == .killed && report.signal?.name == "SIGKILL")
            #expect(failure.reportIdentifier == report.identifier.rawValue)
        }
    }

    @Test func `a program that cannot be launched leaves a report`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex("Damaged", .damaged))
            let failure = try await device.host().failure("", to: "org.example.Fixtures.Damaged")
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1)
            #expect(report.kind == .launchFailed && report.pid == nil && report.usage == nil)
            #expect(report.summary.contains("could not be started: "))
            #expect(failure.code == .couldNotStart && failure.reportIdentifier == report.identifier.rawValue)
        }
    }

    @Test func `an extension that is stopped at the time-out leaves a report`() async throws {
        try await TestDevice.withGrowingLimit { device, limit in
            try await device.install(TestAppex())
            let mark = Mark()
            let failure = try await device.host().failure("silent", attachments: [mark.provider], timeout: limit)
            guard mark.instant != nil else { return false }
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1)
            #expect(failure.code == .timedOut && failure.reportIdentifier == report.identifier.rawValue)
            #expect(report.kind == .timedOut && report.signal == nil)
            #expect(report.summary.contains("did not answer within "), "\(report.summary)")
            #expect(report.requests.map(\.types) == [["org.openextensionkit.mark"]])
            return true
        }
    }

    @Test(arguments: [
        ("closeSession", "closed its connection to a host"), ("garbage", "broke the protocol"),
        ("closeControl", "closed its connection to the broker"),
    ])
    func `an extension that breaks the rules leaves a report`(hostility: String, words: String) async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex("Hostile", .hostile, behaviour: hostility))
            let failure = try await device.host().failure("", to: "org.example.Fixtures.Hostile")
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1)
            #expect(report.kind == .refused && report.summary.contains(words), "\(report)")
            #expect(failure.reportIdentifier == report.identifier.rawValue)
        }
    }

    @Test func `every extension that ends with the launcher has a report`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let host = device.host()
            let marks = [Mark(), Mark()]
            async let first = host.failure("silent", attachments: [marks[0].provider])
            async let second = host.failure(
                "silent", attachments: [marks[1].provider], to: "org.example.Fixtures.Other")
            for mark in marks { try await mark.wait() }
            sendSignal(SIGKILL, to: try #require(device.launcher))
            let failures = try await [first, second]
            #expect(device.reports.map(\.kind) == [.launcherEnded, .launcherEnded])
            #expect(
                Set(failures.compactMap(\.reportIdentifier)) == Set(device.reports.map(\.identifier.rawValue)))
        }
    }

    @Test func `a process that nobody needs any more leaves none`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let host = device.host()
            try await host.expectAnswer()
            try await eventually("its time is over") { try await host.extensionProcesses().isEmpty }
            // A host that takes its request back.
            let mark = Mark()
            let request = Task { _ = try await host.send("silent", attachments: [mark.provider]) }
            try await mark.wait()
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            try await eventually("it is ended") { try await host.extensionProcesses().isEmpty }
            // A host that goes, and an app that is removed.
            try await device.killHost(whenAskedBy: "loadForever")
            try await eventually("it is ended") { try await host.extensionProcesses().isEmpty }
            let last = Mark()
            async let failure = host.failure("silent", attachments: [last.provider])
            try await last.wait()
            #expect(try await device.appex("uninstall", "org.example.Fixtures").status == 0)
            #expect(try await failure.reportIdentifier == nil)
            #expect(try await failure.message.contains("its app is being removed"))
            #expect(device.reports.isEmpty, "\(device.reports)")
        }
    }

    @Test func `two hosts of a process that dies hear of one report`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let hosts = [device.host(), device.host()]
            let marks = [Mark(), Mark()]
            async let first = hosts[0].failure("silent", attachments: [marks[0].provider])
            async let second = hosts[1].failure("silent", attachments: [marks[1].provider])
            for mark in marks { try await mark.wait() }
            sendSignal(SIGSEGV, to: try await hosts[0].process().pid)
            let failures = try await [first, second]
            let report = try #require(device.reports.first)
            #expect(device.reports.count == 1)
            #expect(report.requests.count == 2)
            #expect(failures.map(\.reportIdentifier) == [report.identifier.rawValue, report.identifier.rawValue])
        }
    }

    @Test func `a process that is kept for another host has its one report when it is stopped`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let (patient, hasty) = (device.host(), device.host())
            let process = try await keep(
                for: patient,
                while: { process in
                    var limit = Duration.seconds(1)
                    var mark: Mark
                    // The limit includes the way to the extension.
                    repeat {
                        mark = Mark()
                        let failure = try await hasty.failure("silent", attachments: [mark.provider], timeout: limit)
                        #expect(failure.code == .timedOut && failure.reportIdentifier == nil)
                        limit *= 4
                    } while mark.instant == nil && limit < .ample
                    #expect(device.reports.isEmpty)
                    #expect(try await patient.process().pid == process)
                })
            try await eventually("nobody holds it any more") { !device.reports.isEmpty }
            #expect(device.reports.map(\.kind) == [.timedOut])
            #expect(device.reports.map(\.pid) == [process])
        }
    }

    /// Holds what the fixture returned, and so its process, while `body` runs.
    ///
    /// - Returns: the process's pid.
    nonisolated(nonsending) private func keep(
        for host: ExtensionHost, while body: nonisolated(nonsending) (Int32) async throws -> Void
    ) async throws -> Int32 {
        let held = try await host.send("large")
        let process = try await host.process().pid
        try await body(process)
        #expect(try await held[0].attachments?.first?.data().count == 5_000_000)
        return process
    }

    @Test func `each death is one report, however it comes`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let host = device.host()
            let identifiers = [fixtureIdentifier, "org.example.Fixtures.Other"]
            for round in 0..<6 {
                let marks = identifiers.map { _ in Mark() }
                async let first = host.failure("silent", attachments: [marks[0].provider], to: identifiers[0])
                async let second = host.failure("silent", attachments: [marks[1].provider], to: identifiers[1])
                for mark in marks { try await mark.wait() }
                let signal = [SIGKILL, SIGSEGV, SIGABRT][round % 3]
                for identifier in identifiers {
                    sendSignal(signal, to: try await host.process(of: identifier).pid)
                }
                _ = try await [first, second]
                #expect(device.reports.count == 2 * (round + 1))
            }
            #expect(Set(device.reports.map(\.identifier)).count == 12)
        }
    }

    @Test func `nothing that a host hands over is in a report`() async throws {
        try await TestDevice.withGrowingLimit { device, limit in
            try await device.install(TestAppex())
            let secret = "Geheimnis-4711"
            let file = try device.write(Data(secret.utf8), to: "\(secret).txt")
            for behaviour in ["crash", "fault", "exit", "silent"] {
                let item = NSExtensionItem()
                item.attributedTitle = NSAttributedString(string: secret)
                item.attributedContentText = NSAttributedString(string: secret)
                item.userInfo = ["FixtureBehaviour": behaviour, "secret": secret]
                let data = NSItemProvider(item: Data(secret.utf8) as NSData, typeIdentifier: "public.data")
                data.suggestedName = secret
                let mark = Mark()
                item.attachments = [
                    mark.provider, data, try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: file))),
                ]
                let host = device.host()
                await #expect(throws: ExtensionError.self) {
                    _ = try await host.send([item], to: host.extension(fixtureIdentifier), timeout: limit)
                }
                guard mark.instant != nil else { return false }
            }
            let reports = device.files(in: "device/Library/Reports")
            #expect(reports.count == 4)
            for name in reports {
                let path = device.place.layout.reports.pushing(name).string
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(!text.contains(secret) && !name.string.contains(secret))
                #expect(text.contains("public.data"))
                var status = stat()
                #expect(stat(path, &status) == 0 && status.st_mode & 0o077 == 0)
            }
            return true
        }
    }
}
