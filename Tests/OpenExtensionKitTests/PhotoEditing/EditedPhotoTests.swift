import Foundation
import Glibc
import OpenUniformTypeIdentifiers
import Testing

@testable import OpenExtensionKit

/// A photograph whose edits are kept on disk.
@Suite struct EditedPhotoTests {
    private let fixture: PhotoFixture

    init() throws { fixture = try PhotoFixture() }

    private func place(_ isSidecar: Bool) -> PhotoEditPlace {
        isSidecar ? .sidecar : .folder(fixture.folder.appendingPathComponent("device/PhotoEdits"))
    }

    @Test(arguments: [true, false])
    func `opening a photograph creates nothing, and its edits never change it`(isSidecar: Bool) throws {
        var photo = try fixture.open(place(isSidecar))
        #expect(photo.versions.isEmpty && photo.current == nil && photo.editable.rendition == nil)
        try photo.revert()
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["IMG_1.jpg"])
        let version = try photo.edit("warm")
        #expect(version.number == 1 && version.extensionIdentifier == "org.example.Film" && version.base == nil)
        #expect(try Data(contentsOf: fixture.file) == PhotoFixture.jpeg("original"))
    }

    @Test(arguments: [true, false])
    func `the edits are found again at their place`(isSidecar: Bool) throws {
        var photo = try fixture.open(place(isSidecar))
        try photo.edit("one")
        try photo.edit("two", continuing: true)
        let again = try fixture.open(place(isSidecar))
        #expect(try again.texts == ["one", "two"])
        #expect(again.current?.number == 2)
        #expect(again.versions.map(\.date) == photo.versions.map(\.date))
        #expect(again.versions.map(\.adjustmentData) == photo.versions.map(\.adjustmentData))
        let folder =
            isSidecar
            ? fixture.edits.path
            : fixture.folder.path + "/device/PhotoEdits" + fixture.folder.resolvingSymlinksInPath().path
                + "/IMG_1.jpg.edits"
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                == ["1.adjustment", "1.jpg", "2.adjustment", "2.jpg", "edits.json"])
    }

    @Test func `an extension that understands the edit gets the file that it was made from`() throws {
        var photo = try fixture.open()
        let first = try photo.edit("one")
        #expect(photo.editable.adjustmentBase == nil)
        #expect(photo.editable.rendition == first.rendition)
        try photo.edit("two")
        #expect(photo.editable.adjustmentBase == first.rendition)
        try photo.edit("three", continuing: true)
        #expect(photo.editable.adjustmentBase == first.rendition)
        #expect(photo.editable.adjustmentData == photo.current?.adjustmentData)
        #expect(photo.editable.original == photo.photo)
    }

    @Test func `a picture without adjustment data is a version that is edited from its rendition`() throws {
        var photo = try fixture.open()
        try photo.edit("one")
        let picture = fixture.folder.appendingPathComponent("picture")
        try PhotoFixture.jpeg("sepia").write(to: picture)
        let version = try photo.keep(rendition: picture, contentType: .jpeg, by: "org.example.Sepia")
        #expect(version.adjustmentData == nil && version.base == 1)
        #expect(photo.editable.adjustmentData == nil && photo.editable.adjustmentBase == nil)
        #expect(photo.editable.rendition == version.rendition)
        #expect(try photo.edit("two").base == 2)
        #expect(try fixture.open().texts == ["one", "sepia", "two"])
    }

    @Test func `a picture that is not of its type, or not a file, is not kept`() throws {
        var photo = try fixture.open()
        func keep(_ file: URL, _ type: UTType, _ editor: String = "org.example.Sepia") throws {
            _ = try photo.keep(rendition: file, contentType: type, by: editor)
        }
        expectError(.unusableRendition) { try keep(fixture.file, .png) }
        expectError(.unusableRendition) { try keep(fixture.file, .gif) }
        expectError(.unusableRendition) { try keep(fixture.file, .jpeg, "../Sepia") }
        expectError(.noRendition) { try keep(fixture.folder, .jpeg) }
        expectError(.noRendition) { try keep(fixture.edits, .jpeg) }
        #expect(!FileManager.default.fileExists(atPath: fixture.edits.path))
    }

    @Test func `reverting keeps the versions until the next edit`() throws {
        var photo = try fixture.open()
        try photo.edit("one")
        try photo.edit("two")
        try photo.revert()
        #expect(photo.current == nil && photo.editable.rendition == nil)
        photo = try fixture.open()
        #expect(photo.current == nil)
        #expect(try photo.texts == ["one", "two"])
        try photo.restore(1)
        #expect(try fixture.open().current?.number == 1)
        try photo.edit("three")
        #expect(try fixture.open().texts == ["one", "three"])
        #expect(try fixture.names() == ["1.adjustment", "1.jpg", "3.adjustment", "3.jpg", "edits.json"])
        expectError(.versionNotFound) { try photo.restore(2) }
    }

    @Test func `an edit of the original with the data of another photograph becomes the newest version`() throws {
        let fixture = try PhotoFixture()
        var photo = try fixture.open()
        try photo.edit("one")
        try photo.edit("two")
        let data = try PhotoAdjustmentData(formatIdentifier: "org.example.Film", formatVersion: "1", data: Data([7]))
        let original = EditablePhoto(original: fixture.file, adjustmentData: data)
        // An extension that does not understand the data has edited what it was given, which is not the current version.
        let other = try PhotoFixture.edit(of: original, "other", continuing: false)
        expectError(.editsChanged) { try photo.keep(other) }
        let version = try photo.keep(try PhotoFixture.edit(of: original, "three", continuing: true))
        #expect(version.number == 3 && version.base == nil)
        #expect(try photo.texts == ["one", "two", "three"])
        #expect(photo.editable.adjustmentBase == nil)
        #expect(try fixture.open().texts == ["one", "two", "three"])
    }

    @Test func `an edit that was made from another version is refused`() throws {
        var photo = try fixture.open()
        let early = try PhotoFixture.edit(of: photo.editable, "early")
        try photo.edit("one")
        expectError(.editsChanged) { try photo.keep(early) }
        let late = try PhotoFixture.edit(of: photo.editable, "late")
        try photo.revert()
        expectError(.editsChanged) { try photo.keep(late) }
        try photo.restore(1)
        try photo.keep(late)
        #expect(try photo.texts == ["one", "late"])
    }

    @Test func `an edit of another photograph is refused`() throws {
        var photo = try fixture.open()
        let other = try PhotoFixture()
        let edit = try PhotoFixture.edit(of: other.open().editable, "other")
        expectError(.editsChanged) { try photo.keep(edit) }
    }

    @Test func `a change of edits that another process has changed since is refused`() throws {
        var photo = try fixture.open()
        var other = try fixture.open()
        try other.edit("other")
        expectError(.editsChanged) { try photo.edit("one") }
        photo = try fixture.open()
        try other.revert()
        expectError(.editsChanged) { try photo.revert() }
        expectError(.editsChanged) { try photo.edit("one") }
        #expect(try fixture.open().texts == ["other"])
    }

    @Test func `a change while another one is made is refused`() throws {
        let fixture = fixture
        var photo = try fixture.open { step in
            guard step == .begun else { return }
            expectError(.editsInUse) {
                var other = try fixture.open()
                try other.edit("other")
            }
        }
        try photo.edit("one")
        #expect(try fixture.open().texts == ["one"])
    }

    @Test func `a photograph that was copied with its edits still has them`() throws {
        var photo = try fixture.open()
        try photo.edit("one")
        let copy = fixture.folder.appendingPathComponent("copy")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
        for name in ["IMG_1.jpg", "IMG_1.jpg.edits"] {
            try FileManager.default.copyItem(
                at: fixture.folder.appendingPathComponent(name), to: copy.appendingPathComponent(name))
        }
        let file = copy.appendingPathComponent("IMG_1.jpg")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
        let copied = try EditedPhoto.open(file, in: .sidecar)
        #expect(!copied.isReplaced)
        #expect(try copied.texts == ["one"])
    }

    @Test func `a photograph that has replaced the edited one is without edits, and the next edit begins anew`() throws
    {
        var photo = try fixture.open()
        for text in ["one", "two"] { try photo.edit(text) }
        // Of the same size.
        try PhotoFixture.jpeg("replaced").write(to: fixture.file)
        expectError(.photoChanged) { try photo.edit("three") }
        photo = try fixture.open()
        #expect(photo.isReplaced)
        #expect(photo.versions.isEmpty && photo.current == nil && photo.editable.rendition == nil)
        expectError(.versionNotFound) { try photo.restore(1) }
        #expect(try fixture.names().count == 5)
        #expect(try photo.edit("three").number == 3)
        #expect(!photo.isReplaced)
        #expect(try fixture.open().texts == ["three"])
        #expect(try fixture.names() == ["3.adjustment", "3.jpg", "edits.json"])
    }

    @Test(arguments: [0, 4096 * 16, 4096 * 32 - 1])
    func `a change of one byte is noticed in a file of which all is read`(place: Int) throws {
        var bytes = Data(count: 4096 * 32)
        try bytes.write(to: fixture.file)
        let before = try PhotoStamp(of: fixture.file)
        bytes[place] = 1
        try bytes.write(to: fixture.file)
        #expect(try PhotoStamp(of: fixture.file) != before)
    }

    @Test func `what is not a file cannot be opened`() throws {
        expectError(.photoUnreadable) { _ = try EditedPhoto.open(fixture.folder, in: .sidecar) }
        let pipe = fixture.folder.appendingPathComponent("pipe.jpg")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        expectError(.photoUnreadable) { _ = try EditedPhoto.open(pipe, in: .sidecar) }
    }
}
