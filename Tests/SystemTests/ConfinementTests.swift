import AppexModel
import AppexProtocol
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// What an extension sees of the machine, asked of one that was started through the broker.
@Suite(.timeLimit(.minutes(30))) struct ConfinementTests {
    @Test func `an extension lives in a container of its own`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let host = device.host()
            var homes: Set<String> = []
            for name in ["Fixture", "Other"] {
                let identifier = "org.example.Fixtures.\(name)"
                let info = try #require(try await host.send("report", to: identifier)[0].userInfo)
                let home = try #require(info["home"] as? String)
                homes.insert(home)
                #expect(FilePath(home).removingLastComponent() == device.place.layout.extensionDataContainers)
                #expect(info["temporary"] as? String == home + "/tmp" || info["temporary"] as? String == home + "/tmp/")
                let environment = try #require(info["environment"] as? [String: String])
                #expect(environment["HOME"] == home)
                #expect(environment["TMPDIR"] == home + "/tmp")
                // The one file of the device that is everybody's to read: what the apps declare of types.
                let types = device.place.layout.root.appending("Library").string
                #expect(
                    environment.keys.filter { $0.hasPrefix("APPEX_") }.sorted() == ["APPEX_LIMITS", "APPEX_TYPES"],
                    "\(environment.keys)")
                #expect(environment["APPEX_TYPES"]?.hasPrefix(types + "/") == true)
                #expect(environment["PATH"] == nil)
                #expect(
                    !environment.contains {
                        $0.key != "APPEX_TYPES" && $0.value.contains(device.folder.string) && !$0.value.hasPrefix(home)
                    })
                let bundle = try #require(info["bundle"] as? String)
                #expect(FilePath(bundle).starts(with: device.place.layout.bundleContainers))
                #expect(FilePath(bundle).lastComponent?.string == "\(name).appex")
                #expect(info["bundleIdentifier"] as? String == identifier)
            }
            #expect(homes.count == 2)
        }
    }

    @Test func `an extension is born with nothing but its streams and its socket`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let info = try #require(try await device.host().send("report")[0].userInfo)
            let descriptors = try #require(info["descriptors"] as? [String: String])
            #expect(descriptors["0"] == "/dev/null")
            #expect(descriptors["1"]?.hasPrefix("pipe:") == true)
            #expect(descriptors["2"] == descriptors["1"])
            #expect(descriptors["3"]?.hasPrefix("socket:") == true)
            for (number, target) in descriptors where Int(number) ?? 0 > 3 {
                // Its own event loop, session sockets and reads of /proc.
                let own = target.hasPrefix("anon_inode:") || target.hasPrefix("socket:") || target.hasPrefix("/proc/")
                #expect(own, "descriptor \(number) is \(target)")
            }
        }
    }

    @Test func `an extension reaches nothing that is not its own`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            let host = device.host()
            // Something to find in the container of the other.
            #expect(try await host.text("diary", "secret", to: "org.example.Fixtures.Other") == "secret\n")
            let other = try #require(device.files(in: "device/Containers").first { $0.lastComponent == "diary.txt" })
            let secrets = [
                device.folder.appending("device/Containers").pushing(other).string, device.place.layout.registry.string,
                device.place.layout.brokerLog.string, device.place.runtime.brokerSocket.string,
                try device.write(Data("secret".utf8), to: "secret.txt"), "/etc/shadow", "/etc/hostname",
            ]
            let broker = try #require(device.broker)
            let pids = ["\(broker)", "\(getpid())"]
            let items = try await host.send("confinement", text: (secrets + pids).joined(separator: "\n"))
            let attempts = try #require(items[0].userInfo?["attempts"] as? [String: Int])

            // What it may do: otherwise the rest would prove nothing.
            #expect(attempts["write into its container"] == 0)
            #expect(attempts["write into its temporary folder"] == 0)
            #expect(attempts["other processes seen"] == 0)
            let allowed: Set = ["write into its container", "write into its temporary folder", "other processes seen"]
            for (attempt, result) in attempts where !allowed.contains(attempt) {
                #expect(result != 0, "the extension could \(attempt)")
            }
            #expect(attempts.count >= 14 + 2 * secrets.count + pids.count)
            #expect(DeviceProcesses.isAlive(broker))
        }
    }

    @Test func `a file that is handed over can be read, and not changed`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestAppex("Hostile", .hostile, behaviour: "abuseFile"))
            let file = try device.write(Data("original".utf8), to: "photo.jpg")
            chmod(file, 0o640)
            let provider = try #require(NSItemProvider(contentsOf: URL(fileURLWithPath: file)))
            let items = try await device.host().send("", attachments: [provider], to: "org.example.Fixtures.Hostile")
            let attempts = try #require(items.first?.userInfo?["attempts"] as? [String: Int])
            #expect(attempts["read"] == 0)
            for attempt in ["write", "truncate", "open it for writing", "walk out of it"] {
                #expect(try #require(attempts[attempt]) != 0, "the extension could \(attempt)")
            }
            #expect(try device.read("photo.jpg") == Data("original".utf8))
            // The extension runs as the file's owner, and the kernel asks for no more.
            withKnownIssue("the system call filter lets through what changes a file but not its content") {
                #expect(attempts["change its mode"] != 0)
                #expect(attempts["change its times"] != 0)
                var status = stat()
                #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o640)
            }
        }
    }
}
