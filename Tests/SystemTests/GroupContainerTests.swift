import AppexModel
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// What extensions share with each other and their app, with real processes.
@Suite(.timeLimit(.minutes(30))) struct GroupContainerTests {
    private static let group = "group.org.example.fixtures"

    private static func use(
        _ host: ExtensionHost, _ name: String, _ group: String = group
    ) async throws -> [AnyHashable: Any] {
        try #require(try await host.send("share", text: group, to: "org.example.Fixtures.\(name)").first?.userInfo)
    }

    @Test func `AT-56: the members of a group see one container at the same path, and what others wrote`() async throws
    {
        try await TestDevice.with { device in
            var app = TestApp(TestAppex("One", groups: [Self.group]), TestAppex("Two", groups: [Self.group]))
            app.groups = [Self.group]
            try await device.install(app)
            let host = device.host()
            let one = try await Self.use(host, "One")
            let two = try await Self.use(host, "Two")
            let path = try #require(one["path"] as? String)
            #expect(two["path"] as? String == path)
            #expect(FilePath(path).removingLastComponent() == device.place.layout.groupContainers)
            #expect(one["before"] as? String == "" && two["before"] as? String == "org.example.Fixtures.One")
            for info in [one, two] {
                #expect(info["write"] as? Int == 0)
                #expect(info["execute"] as? Int == Int(EPERM) || info["execute"] as? Int == Int(EACCES))
                #expect(info["device"] as? Int != 0)
                // Which other groups there are cannot be seen.
                #expect(info["parent"] as? [String] == [])
            }
            // The owner of the device finds it there too.
            let note = try String(contentsOfFile: path + "/Library/note", encoding: .utf8)
            #expect(note == "org.example.Fixtures.One" + "org.example.Fixtures.Two")
        }
    }

    @Test func `AT-55: without the entitlement there is no container, and its folder cannot be opened`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex("One", groups: [Self.group]), TestAppex("Two")))
            let host = device.host()
            #expect(try await Self.use(host, "Two")["path"] as? String == "none")
            #expect(try await Self.use(host, "One", "group.org.example.other")["path"] as? String == "none")
            let path = try #require(try await Self.use(host, "One")["path"] as? String) + "/Library/note"
            let items = try await host.send("confinement", text: path, to: "org.example.Fixtures.Two")
            let attempts = try #require(items[0].userInfo?["attempts"] as? [String: Int])
            #expect(attempts["read \(path)"] == Int(ENOENT) && attempts["write \(path)"] == Int(ENOENT), "\(attempts)")
        }
    }

    @Test func `AT-53: what one extension sets in the defaults of the group is read in the next without synchronize`()
        async throws
    {
        try await TestDevice.with { device in
            try await device.install(
                TestApp(
                    TestAppex("One", groups: [Self.group]), TestAppex("Two", groups: [Self.group]), TestAppex("Three"),
                    TestAppex("Keys", point: "com.apple.keyboard-service", groups: [Self.group])))
            try await device.host().enable("org.example.Fixtures.Keys")
            let host = device.host()
            var said: [String] = []
            for name in ["One", "Two", "Keys", "Three", "One"] {
                let info = try await Self.use(host, name)
                said.append("\(info["last"] ?? "") \(info["stored"] ?? "")")
            }
            let (one, two) = ("org.example.Fixtures.One", "org.example.Fixtures.Two")
            // A keyboard without open access can read and not write; who is not in the group can do neither.
            #expect(said == ["nobody \(one)", "\(one) \(two)", "\(two) \(two)", "nobody nobody", "\(two) \(one)"])
        }
    }

    @Test func `AT-53: an extension that observes a key is told what another one sets, without inotify`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (TestAppex("One", groups: [Self.group]), TestAppex("Two", groups: [Self.group]))
            try await device.install(TestApp(one, two, TestAppex("Three", groups: [Self.group])))
            let host = device.host()
            let path = try #require(try await Self.use(host, "Two")["path"] as? String)
            async let items = host.send("observe", text: Self.group, to: "org.example.Fixtures.One")
            let file = URL(fileURLWithPath: path + "/Library/Preferences/\(Self.group).plist")
            try await eventually("the extension observes the key") {
                (try? Data(contentsOf: file))?.range(of: Data("isObserved".utf8)) != nil
            }
            _ = try await Self.use(host, "Three")
            #expect(try await items.first?.userInfo?["told"] as? String == "org.example.Fixtures.Three")
        }
    }

    @Test func `a keyboard can read its group and not change it`() async throws {
        try await TestDevice.with { device in
            try await device.install(
                TestApp(
                    TestAppex("One", groups: [Self.group]),
                    TestAppex("Two", point: "com.apple.keyboard-service", groups: [Self.group])))
            try await device.host().enable("org.example.Fixtures.Two")
            let host = device.host()
            _ = try await Self.use(host, "One")
            let info = try await Self.use(host, "Two")
            #expect(info["before"] as? String == "org.example.Fixtures.One")
            #expect(info["write"] as? Int == Int(EROFS), "\(info)")
        }
    }

    @Test func `what is in a group counts towards the limit of those that can write it`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex("One", groups: [Self.group])))
            let set = try await device.appex("limits", "set", "org.example.Fixtures.One", "containerSize=1MiB")
            #expect(set.status == 0, "\(set.errors)")
            let host = device.host()
            let path = try #require(try await Self.use(host, "One")["path"] as? String)
            try Data(repeating: 1, count: 2 << 20).write(to: URL(fileURLWithPath: path + "/Library/large"))
            let failure = try await host.failure("silent", to: "org.example.Fixtures.One")
            let report = try #require(device.reports.first)
            #expect(failure.code == .died && report.limit?.name == "containerSize", "\(report.summary)")
        }
    }
}
