import Foundation
import OpenFoundation
import TestSupport
import Testing

/// The listings of tutorials in `fixture-tutorial`, in processes of their own.
@Suite(.timeLimit(.minutes(30))) struct TutorialTests {
    @Test func `an archived object is written and read in coordinated accesses`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (
                try CoordinatingProcess(device, .tutorial), try CoordinatingProcess(device, .tutorial)
            )
            let file = device.file("note")
            try await one.tell("load \(file)", until: "Reading failed: NSCocoaErrorDomain 260")
            try await one.tell("save \(file) first", until: "saved first")
            try await two.tell("load \(file)", until: "loaded first")
            try await two.tell("dictionary \(file)", until: "dictionary NSKeyedArchiver true")
            try await two.tell("delete \(file)", until: "deleted")
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test func `a presenter reads what another process has written, until it is removed`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (
                try CoordinatingProcess(device, .tutorial), try CoordinatingProcess(device, .tutorial)
            )
            let file = device.file("note")
            try await two.tell("present \(file)", until: "presents")
            try await one.tell("save \(file) first", until: "saved first")
            try await two.says("changed to first")
            try await one.tell("replace \(file) second", until: "replaced")
            try await two.says("changed to second")
            try await two.tell("withdraw", until: "withdrawn")
            try await one.tell("save \(file) third", until: "saved third")
            try await two.tell("load \(file)", until: "loaded third")
            #expect(!two.lines.contains("changed to third"))
        }
    }

    @Test func `a document hands over its item on the main queue`() async throws {
        try await TestDevice.with { device in
            let (one, two) = (
                try CoordinatingProcess(device, .tutorial), try CoordinatingProcess(device, .tutorial)
            )
            let file = device.file("note")
            try await two.tell("document \(file)", until: "document")
            try await one.tell("save \(file) first", until: "saved first")
            try await two.says("document is back")
            try await one.tell("delete \(file)", until: "deleted")
            try await two.says("document is deleted")
        }
    }

    @Test func `an item is replaced in a coordinated access, and the original is the backup`() async throws {
        try await TestDevice.with(settings: TestDevice.onDisk) { device in
            let process = try CoordinatingProcess(device, .tutorial)
            let file = device.file("note")
            try await process.tell("save \(file) first", until: "saved first")
            try await process.tell("replace \(file) second", until: "replaced")
            try await process.tell("load \(file)", until: "loaded second")
            // The new item comes from another file system.
            let other = try CoordinatingProcess(device, .tutorial, environment: ["TMPDIR": "/dev/shm"])
            try await other.tell("backup \(file) third", until: "replaced true")
            try await other.tell("load \(file)", until: "loaded third")
            try await other.tell("load \(device.file("backup"))", until: "loaded second")
            let left = try FileManager.default.contentsOfDirectory(atPath: device.scratch.path)
            #expect(left.filter { $0.contains("note") } == ["note"], "\(left)")
        }
    }

    @Test func `defaults of a group are shared, and its container has a URL`() async throws {
        try await TestDevice.with { device in
            // As the broker makes it.
            let container = device.file("container")
            try FileManager.default.createDirectory(
                atPath: container + "/Library/Preferences", withIntermediateDirectories: true)
            let member = ["APPEX_GROUP_group.org.example.tutorial": container]
            let one = try CoordinatingProcess(device, .tutorial, environment: member)
            let two = try CoordinatingProcess(device, .tutorial, environment: member)
            try await one.tell("named", until: "named nothing")
            one.tell("name Ada")
            try await one.tell("named", until: "named Ada")
            try await two.tell("named", until: "named Ada")
            try await one.tell("count", until: "count 11")
            try await two.tell("count", until: "count 12")
            try await two.tell("container note", until: "container \(container)/note")
            let stranger = try CoordinatingProcess(device, .tutorial)
            try await stranger.tell("container note", until: "container none")
        }
    }
}
