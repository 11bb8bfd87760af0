import Foundation
import Glibc
import SystemPackage
import Testing

@testable import OpenExtensionKit

/// Folders with edits that come from other people, or are damaged.
@Suite struct HostileEditsTests {
    private let fixture: PhotoFixture

    /// Two edits.
    init() throws {
        fixture = try PhotoFixture()
        var photo = try fixture.open()
        for text in ["one", "two"] { try photo.edit(text) }
    }

    private func path(_ name: String) -> String { fixture.edits.appendingPathComponent(name).path }

    /// What is put in the place of a file.
    enum Thing: CaseIterable {
        case nothing, link, brokenLink, pipe, folder, empty
    }

    private func put(_ thing: Thing, _ name: String) throws {
        let file = path(name)
        // The content that the link refers to is that of the file, so only the link can be what is refused.
        let moved = fixture.folder.appendingPathComponent("moved").path
        try FileManager.default.moveItem(atPath: file, toPath: moved)
        switch thing {
        case .nothing: break
        case .link: #expect(symlink(moved, file) == 0)
        case .brokenLink: #expect(symlink("/nonexistent", file) == 0)
        case .pipe: #expect(mkfifo(file, 0o600) == 0)
        case .folder: #expect(mkdir(file, 0o700) == 0)
        case .empty: try Data().write(to: URL(fileURLWithPath: file))
        }
    }

    @Test(arguments: ["edits.json", "1.jpg", "2.adjustment"], Thing.allCases)
    func `what is not a file with content is reported, and nothing is overwritten`(name: String, thing: Thing) throws {
        // Without a record there are no edits.
        guard name != "edits.json" || thing != .nothing else { return }
        var photo = try fixture.open()
        try put(thing, name)
        let before = try fixture.contents()
        expectError(.editsUnusable, containing: path(name)) { _ = try fixture.open() }
        expectError(.editsUnusable, containing: "move the folder away") { _ = try fixture.open() }
        if name == "edits.json" { expectError(.editsUnusable) { try photo.edit("three") } }
        #expect(try fixture.contents() == before)
    }

    @Test func `a folder with edits that is a link is refused`() throws {
        let real = fixture.folder.appendingPathComponent("real")
        try FileManager.default.moveItem(at: fixture.edits, to: real)
        #expect(symlink(real.path, fixture.edits.path) == 0)
        expectError(.editsUnusable, containing: fixture.edits.path) { _ = try fixture.open() }
    }

    @Test func `a folder for edits that other users can write to is refused`() throws {
        let root = fixture.folder.appendingPathComponent("shared")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
        #expect(chmod(root.path, 0o777) == 0)
        expectError(.editsUnusable, containing: root.path) { _ = try fixture.open(.folder(root)) }
    }

    @Test(arguments: [0, 1])
    func `adjustment data are read up to their limit`(more: Int) throws {
        let bytes = Data(count: PhotoAdjustmentData.dataLimit + more)
        try bytes.write(to: URL(fileURLWithPath: path("1.adjustment")))
        guard more > 0 else {
            #expect(try fixture.open().versions.first?.adjustmentData?.data == bytes)
            return
        }
        expectError(.editsUnusable, containing: path("1.adjustment")) { _ = try fixture.open() }
    }

    @Test(arguments: [0, 1])
    func `a rendition may have its largest size`(more: Int) throws {
        #expect(truncate(path("1.jpg"), RenditionCheck.byteLimit(of: .image) + more) == 0)
        guard more > 0 else { return _ = try fixture.open() }
        expectError(.editsUnusable, containing: path("1.jpg")) { _ = try fixture.open() }
    }

    @Test(arguments: [0, 1])
    func `a record is read up to its limit`(more: Int) throws {
        let record = URL(fileURLWithPath: path("edits.json"))
        var bytes = try Data(contentsOf: record)
        bytes += Data(repeating: UInt8(ascii: " "), count: PhotoEditFolder.recordLimit - bytes.count + more)
        try bytes.write(to: record)
        guard more > 0 else { return _ = try fixture.open() }
        expectError(.editsUnusable, containing: record.path) { _ = try fixture.open() }
    }

    @Test func `a record with the longest names is below the limit`() throws {
        let name = String(repeating: "\u{1}", count: PhotoAdjustmentData.formatLimit)
        let format = #"{"identifier":"\#(name)","version":"\#(name)"}"#.replacing("\u{1}", with: #"\u0001"#)
        let versions = (1...32).map {
            PhotoVersionsTests.version(
                number: "\(PhotoVersions.largestNumber - 33 + $0)", editor: String(repeating: "a", count: 200),
                format: format)
        }
        let text = PhotoVersionsTests.record(versions, next: PhotoVersions.largestNumber)
        _ = try PhotoVersionsTests.decoded(text)
        // Twice, because the record is written with white space.
        #expect(2 * text.utf8.count < PhotoEditFolder.recordLimit)
    }

    @Test func `a video is not a version of a photograph`() throws {
        let record = URL(fileURLWithPath: path("edits.json"))
        let text = try String(contentsOf: record, encoding: .utf8).replacing(#""jpg""#, with: #""mov""#)
        try text.write(to: record, atomically: false, encoding: .utf8)
        for number in 1...2 { try PhotoFixture.jpeg("video").write(to: URL(fileURLWithPath: path("\(number).mov"))) }
        expectError(.editsUnusable, containing: path("1.mov")) { _ = try fixture.open() }
    }

    @Test func `files of other programs stay in the folder`() throws {
        for name in ["notes.txt", "9.jpg", "4.jpg.edits", "edits.json.new"] {
            try Data([1]).write(to: URL(fileURLWithPath: path(name)))
        }
        var photo = try fixture.open()
        try photo.edit("three")
        #expect(
            try fixture.names().filter { !$0.hasPrefix("1.") && !$0.hasPrefix("2.") && !$0.hasPrefix("3.") }
                == ["4.jpg.edits", "9.jpg", "edits.json", "notes.txt"])
    }

    @Test(arguments: ["1.jpg", "1.png", "2.adjustment", "40.heic"])
    func `a folder without a record is not used if it has files with the names of versions`(name: String) throws {
        try FileManager.default.removeItem(at: fixture.edits)
        try FileManager.default.createDirectory(at: fixture.edits, withIntermediateDirectories: false)
        try Data([7]).write(to: URL(fileURLWithPath: path(name)))
        var photo = try fixture.open()
        let message = "which contains \(name) but no edits.json"
        expectError(.editsUnusable, containing: message) { try photo.edit("three") }
        #expect(try fixture.names() == [name])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path(name))) == Data([7]))
    }

    @Test func `in a folder without a record, other files stay`() throws {
        try FileManager.default.removeItem(at: fixture.edits)
        try FileManager.default.createDirectory(at: fixture.edits, withIntermediateDirectories: false)
        for name in ["notes.txt", "0.jpg", "01.jpg", "edits.json.new"] {
            try Data([7]).write(to: URL(fileURLWithPath: path(name)))
        }
        var photo = try fixture.open()
        try photo.edit("three")
        #expect(try fixture.names() == ["0.jpg", "01.jpg", "1.adjustment", "1.jpg", "edits.json", "notes.txt"])
    }

    @Test func `a folder in the place of a new file is an error`() throws {
        #expect(mkdir(path("3.jpg"), 0o700) == 0)
        var photo = try fixture.open()
        expectError(.editsUnusable, containing: fixture.edits.path) { try photo.edit("three") }
        #expect(try fixture.open().texts == ["one", "two"])
    }

    @Test func `a link in the place of a new file is not followed`() throws {
        let target = fixture.folder.appendingPathComponent("target")
        try Data([7]).write(to: target)
        for name in ["3.jpg", "3.adjustment", "edits.json.new"] { #expect(symlink(target.path, path(name)) == 0) }
        var photo = try fixture.open()
        try photo.edit("three")
        #expect(try Data(contentsOf: target) == Data([7]))
        #expect(try fixture.open().texts == ["one", "two", "three"])
    }
}
