import Foundation
import SystemPackage
import Testing

@testable import AppexModel

@Suite struct LimitTests {
    private static let file: FilePath = "/device/Library/limits.json"
    private static let share = ExtensionPointIdentifier(rawValue: "com.apple.services")

    private static func read(_ text: String) -> (overrides: LimitOverrides, problems: [LimitError]) {
        LimitFile.read(Array(text.utf8), file: file)
    }

    @Test func `each key is read as it is written`() {
        for point in ExtensionPoint.catalogue.map(\.identifier) {
            let limits = ExtensionLimits(point: point)
            for key in LimitKey.allCases {
                #expect(key.range.contains(limits[key]), "\(key) of \(point)")
                let text = LimitText.text(limits[key], key.unit)
                #expect(LimitText.value(text, for: key) == limits[key], "\(key) of \(point): \(text)")
            }
        }
    }

    @Test func `each key sets its own limit and no other`() {
        let usual = ExtensionLimits()
        for key in LimitKey.allCases {
            var changed = usual
            changed[key] = usual[key] == key.range.upperBound ? key.range.lowerBound : key.range.upperBound
            for other in LimitKey.allCases {
                #expect((changed[other] != usual[other]) == (other == key), "\(key) and \(other)")
            }
        }
    }

    @Test(arguments: [
        ("64 MiB", 64 << 20), ("64MiB", 64 << 20), ("65536 KiB", 64 << 20), ("67108864 B", 64 << 20),
        ("1 GiB", 1 << 30),
    ])
    func `sizes have a unit`(text: String, bytes: UInt64) {
        #expect(LimitText.value(text, for: .memory) == bytes)
    }

    @Test(arguments: [
        "", "MiB", "64", "64 MB", "64  MiB", "64 MiB ", "-64 MiB", "+64 MiB", "6.4 GiB", "64 mib", "7 MiB",
        "99999999999999999999 B", "18446744073709551615 TiB",
        // Modulo 2^64 these would be 1 GiB.
        "17179869185 GiB", "16777216 TiB", "0x40 MiB", "64 s", "٦٤ MiB",
    ])
    func `what is no size in its range is none`(text: String) {
        #expect(LimitText.value(text, for: .memory) == nil)
    }

    @Test func `the extension's own entry counts most, then its point's, then the device's`() throws {
        let (overrides, problems) = Self.read(
            #"""
            { "device": { "memory": "64 MiB", "threads": 32, "openRequests": 3 },
              "points": { "com.apple.services": { "memory": "65 MiB", "requestTime": "2 min" } },
              "extensions": { "org.example.Sepia": { "memory": "66 MiB", "hasProcessPerRequest": true } } }
            """#)
        #expect(problems.isEmpty)
        let point = try #require(Self.share)
        let sepia = overrides.limits(point, "org.example.Sepia")
        #expect(sepia.memory == 66 << 20 && sepia.threads == 32 && sepia.requestTime == .seconds(120))
        #expect(sepia.hasProcessPerRequest && sepia.openRequests == 3)
        #expect(overrides.limits(point, "org.example.Other").memory == 65 << 20)
        let widget = try #require(ExtensionPointIdentifier(rawValue: "com.apple.widget-extension"))
        #expect(overrides.limits(widget, nil).memory == 64 << 20)
        #expect(overrides.limits(widget, nil).requestTime == .seconds(86_400))
        for (key, source) in [
            (LimitKey.memory, LimitOverrides.Source.appExtension), (.requestTime, .point), (.threads, .device),
            (.fileSize, .table),
        ] {
            #expect(overrides.source(of: key, point, "org.example.Sepia") == source)
        }
    }

    @Test(arguments: [
        ("", ""), ("[]", ""), ("7", ""), ("{ \"device\": 7 }", "device"),
        ("{ \"devices\": {} }", "devices"), ("{ \"device\": { \"memory\": \"64 MB\" } }", "device.memory"),
        ("{ \"device\": { \"memory\": 64 } }", "device.memory"),
        ("{ \"device\": { \"memory\": null } }", "device.memory"),
        ("{ \"device\": { \"memroy\": \"64 MiB\" } }", "device.memroy"),
        ("{ \"points\": { \"a.b\": \"64 MiB\" } }", "points.a.b"),
        ("{ \"extensions\": { \"a.b\": { \"memory\": [\"64 MiB\"] } } }", "extensions.a.b.memory"),
        ("{ \"device\": { \"hasProcessPerRequest\": 1 } }", "device.hasProcessPerRequest"),
        ("{ \"device\": { \"openRequests\": 0 } }", "device.openRequests"),
    ])
    func `a wrong entry is named with file and key, and does not count`(text: String, key: String) throws {
        let (overrides, problems) = Self.read(text)
        let problem = try #require(problems.first)
        #expect(problems.count == 1 && problem.key == key && problem.file == Self.file)
        #expect("\(problem)".contains(Self.file.string) && (key.isEmpty || "\(problem)".contains(key)))
        let point = try #require(Self.share)
        #expect(overrides.limits(point, "a.b") == ExtensionLimits())
    }

    @Test func `a wrong entry leaves the others as they are`() throws {
        let (overrides, problems) = Self.read(
            #"{ "device": { "memory": "much", "threads": 32 }, "points": 7, "extensions": { "a.b": { "threads": 33 } } }"#
        )
        #expect(problems.map(\.key) == ["device.memory", "points"])
        let point = try #require(Self.share)
        #expect(overrides.limits(point, "a.b").threads == 33)
        #expect(overrides.limits(point, "c.d").threads == 32)
    }

    @Test func `a hostile file costs little and says so`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(Self.read(deep).problems.count == 1)
        let nested = String(repeating: "{\"device\":", count: 400) + "7" + String(repeating: "}", count: 400)
        #expect(Self.read(nested).overrides == LimitOverrides())
        let many = "{ \"device\": {" + (0..<5000).map { "\"k\($0)\": 1" }.joined(separator: ",") + "} }"
        #expect(Self.read(many).problems.count == LimitFile.problemLimit)
        let large = "{ \"x\": \"" + String(repeating: "y", count: LimitFile.byteLimit) + "\" }"
        #expect(Self.read(large).problems.map(\.key) == [""])
    }

    @Test func `overrides are written as they are read`() throws {
        var overrides = LimitOverrides()
        overrides.device = [.memory: 64 << 20, .requestTime: 1500, .hasProcessPerRequest: 1]
        overrides.points = ["com.apple.services": [.openFiles: 300]]
        overrides.extensions = ["a.b": [.containerSize: 3 << 20]]
        let (read, problems) = LimitFile.read(try LimitFile.bytes(of: overrides), file: Self.file)
        #expect(read == overrides && problems.isEmpty)
    }

    @Test func `what the kernel keeps comes from the table`() {
        var limits = ExtensionLimits()
        limits.openFiles = 77
        limits.threads = 78
        limits.fileSize = 79
        let kept = ResourceLimits(limits)
        #expect(kept.openFiles == 77 && kept.threads == 78 && kept.fileSize == 79 && kept.dataSize == nil)
    }
}
