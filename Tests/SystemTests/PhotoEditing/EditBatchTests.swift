import ExtensionTesting
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// `appex edit PHOTO… --adjustment FILE`.
@Suite(.timeLimit(.minutes(30))) struct EditBatchTests {
    private struct Listing: Decodable {
        struct Failure: Decodable {
            let photo: String
            let code: String
            let message: String
        }
        let edited: [EditCommandTests.Edited]
        let failed: [Failure]
    }

    /// Writes a file with an adjustment that the fixture understands, or that nothing does.
    private func writeAdjustment(_ device: TestDevice, format: String = "org.example.Fixtures.Photo") throws {
        let entries: [String: Any] = [
            "adjustmentFormatIdentifier": format, "adjustmentFormatVersion": "1", "adjustmentData": Data("warm".utf8),
        ]
        _ = try device.write(
            PropertyListSerialization.data(fromPropertyList: entries, format: .binary, options: 0), to: "warm.aae")
    }

    private func history(_ device: TestDevice, _ photo: String) async throws -> EditCommandTests.History {
        try await device.appex("edit", photo, "--history", "--json").json()
    }

    @Test func `of 50 photographs the 3 that cannot be edited are reported, and 47 are edited`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo()))
            try writeAdjustment(device)
            let names = (1...50).map { "photo-\($0).jpg" }
            for name in names { try device.writePhoto(name) }
            let whole = try device.read("photo-1.jpg")
            _ = try device.write(whole.prefix(whole.count / 2), to: names[6])
            _ = try device.write(Data("A text.".utf8), to: names[20])
            try FileManager.default.removeItem(atPath: device.folder.appending("files/\(names[49])").string)
            let run = try await device.appex(["edit"] + names + ["--adjustment", "warm.aae"])
            #expect(run.status == 1)
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 48 && lines.last == "Edited 47 of 50 photographs; 3 could not be edited.")
            #expect(lines.first?.hasPrefix("1/50 photo-1.jpg edited with Photo, version 1 (") == true, "\(run.output)")
            #expect(
                run.errors.split(separator: "\n").map { $0.prefix(18) } == [
                    "appex: 7/50 Cannot", "appex: 21/50 The f", "appex: 50/50 Canno",
                ])
            for (name, versions) in [(names[0], 1), (names[48], 1)] {
                #expect(try await history(device, name).versions.count == versions)
            }
        }
    }

    @Test func `the extension gets the original with the adjustment, and earlier versions are kept`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo()))
            try writeAdjustment(device)
            let photo = try device.writePhoto()
            _ = try await device.appex(["edit", photo], reading: "done\n")
            let run = try await device.appex("edit", photo, "--adjustment", "warm.aae")
            #expect(run.status == 0, "\(run.errors)")
            #expect(
                run.output.hasSuffix(
                    "version 2 (\(try device.read("photo.jpg").count) bytes)\nEdited 1 of 1 photographs.\n"))
            let history = try await history(device, photo)
            #expect(history.current == 2 && history.versions.map(\.number) == [1, 2])
            _ = try await device.appex("edit", photo, "--save-adjustment", "again.aae")
            let entries = try PropertyListSerialization.propertyList(from: device.read("again.aae"), format: nil)
            let data = (entries as? [String: Any])?["adjustmentData"] as? Data
            let report = String(decoding: data ?? Data(), as: UTF8.self)
            #expect(report.contains("calls=canHandle start finish\nadjustment=warm\n"), "\(report)")
        }
    }

    @Test func `results are written into a folder and not kept`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo()))
            try writeAdjustment(device)
            let files = device.folder.appending("files")
            for folder in ["out", "a", "b"] {
                try FileManager.default.createDirectory(
                    atPath: files.appending(folder).string, withIntermediateDirectories: false)
            }
            for name in ["a/one.jpg", "b/one.jpg", "a/two.JPEG"] { try device.writePhoto(name) }
            let arguments = ["edit", "a/one.jpg", "b/one.jpg", "a/two.JPEG", "--adjustment", "warm.aae", "--json"]
            let run = try await device.appex(arguments + ["--out", "out"])
            #expect(run.status == 1)
            let listing = try run.json(Listing.self)
            #expect(listing.edited.map { $0.output?.split(separator: "/").last } == ["one.jpg", "two.JPEG"])
            #expect(listing.edited.allSatisfy { $0.version == nil && $0.rendition == nil && $0.bytes > 100 })
            // Both would have one name, and --force does not mean the results of this run.
            #expect(listing.failed.map(\.photo) == ["b/one.jpg"])
            let again = try await device.appex(arguments + ["--out", "out", "--force"]).json(Listing.self)
            #expect(again.failed.map(\.message).first?.contains("another photograph of the same name") == true)
            let names = try FileManager.default.contentsOfDirectory(atPath: files.appending("out").string).sorted()
            #expect(names == ["one.jpg", "two.JPEG"])
            #expect(try await history(device, "a/one.jpg").versions.isEmpty)
            // The folder of the originals.
            let over = try await device.appex([
                "edit", "a/one.jpg", "--adjustment", "warm.aae", "--out", "a", "--force",
            ])
            #expect(over.status == 1 && over.errors.contains("never replaced"), "\(over.errors)")
            // Before anything is rendered, under the name of the first and that of the second.
            let originals = try (device.read("a/one.jpg"), device.read("b/one.jpg"))
            let other = try await device.appex(
                ["edit", "a/one.jpg", "b/one.jpg", "--adjustment", "warm.aae", "--out", "b", "--force"])
            #expect(other.status == 1 && other.errors.ranges(of: "never replaced").count == 2, "\(other.errors)")
            #expect(try (device.read("a/one.jpg"), device.read("b/one.jpg")) == originals)
            for (folder, words) in [("missing", "create it first"), ("a/one.jpg", "is not a folder")] {
                let refused = try await device.appex(arguments + ["--out", folder])
                #expect(refused.status == 2 && refused.errors.contains(words), "\(refused.errors)")
            }
        }
    }

    @Test func `adjustment data that no extension understands, and a file without any, end it`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo("One"), .photo("Two")))
            let photo = try device.writePhoto()
            try writeAdjustment(device, format: "org.example.Other")
            let unknown = try await device.appex("edit", photo, "--adjustment", "warm.aae")
            #expect(unknown.status == 1)
            #expect(
                unknown.errors.contains("no extension understands adjustment data of the format org.example.Other 1"))
            #expect(try await history(device, photo).versions.isEmpty)
            let missing = try await device.appex("edit", photo, "--adjustment", "missing.aae")
            #expect(missing.status == 3 && missing.errors.contains("no such file"), "\(missing.errors)")
            let other = try await device.appex("edit", photo, "--adjustment", "photo.jpg")
            #expect(other.status == 1 && other.errors.contains("Cannot read the adjustment data"), "\(other.errors)")
        }
    }

    @Test func `an extension that fails for one photograph edits the next one`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo()))
            try writeAdjustment(device)
            let names = ["finish-exits.jpg", "finish-nil.jpg", "rendition-text.jpg", "good.jpg"]
            for name in names { try device.writePhoto(name) }
            let run = try await device.appex(["edit"] + names + ["--adjustment", "warm.aae", "--json"])
            let listing = try run.json(Listing.self)
            #expect(listing.failed.map(\.code) == ["died", "noOutput", "unusableRendition"])
            #expect(listing.edited.map(\.version) == [1])
        }
    }

    @Test func `a broken extension does not keep another one from editing`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo("One"), .photo("Two")))
            try writeAdjustment(device)
            let names = ["start-exits-One.jpg", "good.jpg"]
            for name in names { try device.writePhoto(name) }
            let run = try await device.appex(["edit"] + names + ["--adjustment", "warm.aae", "--json"])
            let listing = try run.json(Listing.self)
            // One is no longer the first that is asked.
            #expect(listing.edited.map(\.extension) == Array(repeating: "org.example.Fixtures.Two", count: 2))
            #expect(run.status == 0, "\(run.output)")
            let named = try await device.appex(
                "edit", names[0], "--with", "org.example.Fixtures.One", "--adjustment", "warm.aae", "--json")
            #expect(try named.json(Listing.self).failed.map(\.code) == ["died"])
            let none = try device.writePhoto("start-exits.jpg")
            let failed = try await device.appex("edit", none, "--adjustment", "warm.aae", "--json")
            #expect(try failed.json(Listing.self).failed.map(\.code) == ["died"])
        }
    }

    @Test func `a video that no extension edits is reported, and the photographs are edited`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo()))
            try writeAdjustment(device)
            let photo = try device.writePhoto()
            let video = try device.write(Data([1]), to: "clip.mov")
            let run = try await device.appex("edit", video, photo, "--adjustment", "warm.aae", "--json")
            let listing = try run.json(Listing.self)
            #expect(run.status == 1 && listing.edited.map(\.version) == [1], "\(run.output)")
            #expect(listing.failed.map(\.message).first?.contains("No installed extension edits videos") == true)
            let alone = try await device.appex("edit", video, "--adjustment", "warm.aae")
            #expect(alone.status == 3 && alone.errors.contains("No installed extension edits videos"))
        }
    }

    @Test func `the edits of a photograph that was replaced are removed after a line that says so`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo()))
            try writeAdjustment(device)
            let photo = try device.writePhoto()
            _ = try await device.appex("edit", photo, "--adjustment", "warm.aae")
            _ = try device.write(device.read("photo.jpg") + Data([0]), to: "photo.jpg")
            let words = "photo.jpg is not the photograph whose edits are kept; a new edit removes them."
            let history = try await device.appex("edit", photo, "--history")
            #expect(history.output == "photo.jpg has no edits.\n" && history.errors == "appex: \(words)\n")
            #expect(try await self.history(device, photo).isReplaced == true)
            try FileManager.default.createDirectory(
                atPath: device.folder.appending("files/out").string, withIntermediateDirectories: false)
            let written = try await device.appex("edit", photo, "--adjustment", "warm.aae", "--out", "out")
            #expect(written.status == 0 && written.errors.isEmpty, "\(written.errors)")
            let run = try await device.appex("edit", photo, "--adjustment", "warm.aae")
            #expect(run.status == 0 && run.errors == "appex: \(words)\n", "\(run.errors)")
            let again = try await device.appex("edit", photo, "--adjustment", "warm.aae")
            #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
        }
    }
}
