import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import TestSupport
import Testing

/// Extensions that coordinate with programs and with each other, in the container of their group.
@Suite(.timeLimit(.minutes(30))) struct ExtensionCoordinationTests {
    private static let group = "group.org.example.fixtures"

    private static func install(_ device: TestDevice, _ appex: TestAppex, _ other: TestAppex? = nil) async throws
        -> String
    {
        var app = other.map { TestApp(appex, $0) } ?? TestApp(appex)
        app.groups = [group]
        try await device.install(app)
        let host = device.host()
        let info = try await host.send("share", text: group, to: "org.example.Fixtures.One").first?.userInfo
        return try #require(info?["path"] as? String) + "/Library/note"
    }

    @Test func `AT-58: an extension hears of a program's coordinated write, with its origin, and not of a plain one`()
        async throws
    {
        try await TestDevice.with { device in
            let note = try await Self.install(device, TestAppex("One", groups: [Self.group]))
            let host = device.host()
            async let heard = host.text("presentNote", Self.group, to: "org.example.Fixtures.One")
            try await eventually("the extension presents the note") {
                try await host.administration.coordination().contains {
                    $0.activity == .presents && $0.process == "org.example.Fixtures.One" && $0.items[0].path == note
                }
            }
            try "plain".write(toFile: note, atomically: true, encoding: .utf8)
            let program = try CoordinatingProcess(device, named: "ledger")
            try await program.tell("access a write 0 \(note)", until: "in a \(note)")
            try await program.tell("end a", until: "out a")
            #expect(try await heard == "relinquish, changed by ledger")
        }
    }

    @Test func `a program hears of an extension's write, and which extension it was`() async throws {
        try await TestDevice.with { device in
            let note = try await Self.install(device, TestAppex("One", groups: [Self.group]))
            let program = try CoordinatingProcess(device)
            try await program.tell("present p 5 answers \(note)", until: "presents p")
            #expect(try await device.host().text("writeNote", Self.group, to: "org.example.Fixtures.One") == "")
            try await program.says("changed p by org.example.Fixtures.One")
            #expect(try String(contentsOfFile: note, encoding: .utf8) == "extension")
        }
    }

    @Test func `an extension replaces a note by a file of its temporary folder`() async throws {
        try await TestDevice.with { device in
            let note = try await Self.install(device, TestAppex("One", groups: [Self.group]))
            try Data("old".utf8).write(to: URL(fileURLWithPath: note))
            #expect(try await device.host().text("replaceNote", Self.group, to: "org.example.Fixtures.One") == "")
            #expect(try String(contentsOfFile: note, encoding: .utf8) == "replaced")
            let folder = URL(fileURLWithPath: note).deletingLastPathComponent().path
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("note") }
            #expect(left == ["note"])
        }
    }

    @Test func `who can only read the group cannot write to it in a coordinated access`() async throws {
        try await TestDevice.with { device in
            _ = try await Self.install(
                device, TestAppex("One", groups: [Self.group]),
                TestAppex("Keys", point: "com.apple.keyboard-service", groups: [Self.group]))
            try await device.host().enable("org.example.Fixtures.Keys")
            let error = try await device.host().text("writeNote", Self.group, to: "org.example.Fixtures.Keys")
            #expect(error == "OpenFoundation.FileCoordinationError 3")
        }
    }

    @Test func `an extension that is suspended in its access loses it, with a report, and learns of it`() async throws {
        try await TestDevice.with(linger: 3600) { device in
            let note = try await Self.install(device, TestAppex("One", groups: [Self.group]))
            let program = try CoordinatingProcess(device)
            let host = device.host()
            #expect(try await host.text("holdNote", Self.group, to: "org.example.Fixtures.One") == "holding")
            program.tell("access a write 0 \(note)")
            // It is told that its time is over, and then suspended.
            try await program.says("in a \(note)")
            _ = try await eventually("it is frozen") {
                try await host.process(of: "org.example.Fixtures.One").state == "frozen"
            }
            let log = device.brokerLog
            #expect(log.contains("was suspended while it accessed coordinated files"), "\(log)")
            try await program.tell("end a", until: "out a")
            let folder = URL(fileURLWithPath: note).deletingLastPathComponent()
            try "".write(to: folder.appendingPathComponent("stop"), atomically: true, encoding: .utf8)
            // The next request wakes it.
            let held = try await host.send("large", to: "org.example.Fixtures.One")
            let error = folder.appendingPathComponent("error").path
            try await eventually("it has learned of it") {
                (try? String(contentsOfFile: error, encoding: .utf8)) == "OpenFoundation.FileCoordinationError 4"
            }
            withExtendedLifetime(held) {}
            try await host.endExtensions()
        }
    }

    @Test func `a lock on a file of the group at the moment of suspension is reported with the file's name`()
        async throws
    {
        try await TestDevice.with(linger: 3600) { device in
            let note = try await Self.install(device, TestAppex("One", groups: [Self.group]))
            let host = device.host()
            #expect(try await host.text("lockNote", Self.group, to: "org.example.Fixtures.One") == "0")
            try await eventually("the lock is reported") {
                device.brokerLog.split(separator: "\n").contains {
                    $0.contains("suspended with locks") && $0.contains("org.example.Fixtures.One") && $0.contains(note)
                }
            }
            try await host.endExtensions()
        }
    }
}
