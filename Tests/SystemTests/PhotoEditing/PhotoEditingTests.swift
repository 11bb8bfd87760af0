import AppexProtocol
import Foundation
import OpenExtensionKit
import OpenUniformTypeIdentifiers
import TestSupport
import Testing

/// Photographs that are edited by an extension in its own process.
@Suite(.timeLimit(.minutes(30))) struct PhotoEditingTests {
    @Test func `AT-85: who can handle the data gets the original with them, others the rendition without`() async throws
    {
        try await PhotoEditorDevice.with { editor in
            let original = try editor.photo("plain.jpg")
            let bytes = try Data(contentsOf: original)
            let first = try await editor.edit(EditablePhoto(original: original))
            #expect(!first.continuesEdit)
            let edit = try await first.finish()
            #expect(edit.report["calls"] == "viewDidLoad start finish")
            #expect(edit.report["adjustment"] == "none" && edit.report["bytes"] == "\(bytes.count)")
            #expect(try Data(contentsOf: edit.rendition) == bytes && edit.contentType == .jpeg)
            #expect(!edit.continuesEdit && edit.extensionIdentifier == PhotoEditorDevice.identifier)

            let rendition = try editor.photo("rendered.jpg", PhotoEditorDevice.jpeg(width: 30, height: 20))
            let size = try Data(contentsOf: rendition).count
            let again = EditablePhoto(
                original: original, rendition: rendition, adjustmentData: edit.adjustmentData)
            let second = try await editor.edit(again)
            #expect(second.continuesEdit)
            let continued = try await second.finish()
            #expect(continued.continuesEdit && continued.report["calls"] == "viewDidLoad canHandle start finish")
            #expect(continued.report["bytes"] == "\(bytes.count)")
            #expect(continued.report["display"] == "60x40" && continued.report["placeholder"] == "30x20")
            #expect(continued.report["adjustment"] == "calls=viewDidLoad start finish")

            for (format, version) in [(PhotoEditorDevice.format, "2"), ("org.example.Other", "1")] {
                let foreign = try PhotoAdjustmentData(
                    formatIdentifier: format, formatVersion: version, data: Data("foreign".utf8))
                let third = try await editor.edit(
                    EditablePhoto(original: original, rendition: rendition, adjustmentData: foreign))
                #expect(!third.continuesEdit)
                let report = try await third.finish().report
                #expect(report["adjustment"] == "none" && report["bytes"] == "\(size)")
            }
            // Its own edit of another extension's rendition is continued from that rendition.
            let stacked = EditablePhoto(
                original: original, rendition: original, adjustmentData: edit.adjustmentData, adjustmentBase: rendition)
            #expect(try await editor.edit(stacked).finish().report["bytes"] == "\(size)")
            #expect(try Data(contentsOf: original) == bytes)
        }
    }

    @Test func `AT-85: a result without adjustment data is not saved, and editing goes on`() async throws {
        try await PhotoEditorDevice.with { editor in
            let session = try await editor.edit("adjustment-missing")
            #expect(await editingFailure { _ = try await session.finish() } == .noAdjustmentData)
            #expect(await editingFailure { _ = try await session.finish() } == .noAdjustmentData)
            await session.cancel()
        }
    }

    @Test func `the input describes the photograph`() async throws {
        try await PhotoEditorDevice.with { editor in
            let photo = try editor.photo("large.jpg", PhotoEditorDevice.jpeg(width: 900, height: 300))
            let created = Date(timeIntervalSince1970: 1_234_567_890)
            let report = try await editor.edit(EditablePhoto(original: photo, creationDate: created)).finish().report
            // 300 by 200 points with one pixel each.
            #expect(report["display"] == "300x100" && report["placeholder"] == "300x100")
            #expect(report["created"] == "1234567890" && report["type"] == "public.jpeg")
            #expect(report["media"] == "image" && report["style"] == "image" && report["canWrite"] == "false")
        }
    }

    @Test(arguments: 1...8)
    func `a photograph is displayed upright, and its orientation is that of the file`(orientation: Int) async throws {
        try await PhotoEditorDevice.with { editor in
            let photo = try editor.photo(
                "turned.jpg", PhotoEditorDevice.jpeg(width: 60, height: 40, orientation: UInt8(orientation)))
            let report = try await editor.edit(EditablePhoto(original: photo)).finish().report
            #expect(report["orientation"] == "\(orientation)")
            #expect(report["display"] == (orientation < 5 ? "60x40" : "40x60"))
        }
    }

    @Test func `without a view no view is loaded, and one process edits many photographs`() async throws {
        try await PhotoEditorDevice.with(lasting: true) { editor in
            var pids: Set<Int32> = []
            for number in 1...3 {
                let session = try await editor.edit("plain-\(number)", traits: nil)
                #expect(session.view == nil)
                pids.insert(try await editor.host.process(of: PhotoEditorDevice.identifier).pid)
                #expect(try await session.finish().report["calls"] == "start finish")
            }
            #expect(pids.count == 1)
        }
    }

    @Test func `the view is shown, and confirmation is asked for as the extension says`() async throws {
        try await PhotoEditorDevice.with { editor in
            for (name, confirms) in [("plain", false), ("confirm", true)] {
                let session = try await editor.edit(name)
                let view = try #require(session.view)
                #expect(view.showsView)
                try await eventually("the view shows that editing has begun") {
                    view.tree.nodes.values.contains { $0.text(.text) == "editing" }
                }
                #expect(try await session.shouldShowCancelConfirmation() == confirms)
                await session.cancel()
                #expect(try await session.shouldShowCancelConfirmation() == false)
            }
        }
    }

    @Test func `editors are offered for what their manifest names, and for photographs without one`() async throws {
        func offers(_ types: [String]?) async throws -> [Bool] {
            try await TestDevice.with { device in
                try await device.install(PhotoEditorDevice.appex(mediaTypes: types))
                let host = device.host()
                return [
                    try await !host.photoEditors().isEmpty, try await !host.photoEditors(for: .video).isEmpty,
                ]
            }
        }
        #expect(try await offers(nil) == [true, false])
        #expect(try await offers(["Image"]) == [true, false])
        #expect(try await offers(["Video"]) == [false, true])
        #expect(try await offers(["Video", "Image", "LivePhoto"]) == [true, true])
        #expect(try await offers([]) == [false, false])
    }

    @Test func `a video is edited as a file`() async throws {
        try await PhotoEditorDevice.with { editor in
            let content = Data([0, 0, 0, 16]) + Data("ftypqt  ".utf8) + Data(count: 4)
            let video = try editor.photo("plain.mov", content)
            let edit = try await editor.edit(EditablePhoto(original: video)).finish()
            #expect(edit.report["media"] == "video" && edit.report["style"] == "video")
            #expect(edit.report["display"] == "none" && edit.report["type"] == "com.apple.quicktime-movie")
            #expect(edit.contentType == .quickTimeMovie)
            #expect(try Data(contentsOf: edit.rendition) == content)
        }
    }

    @Test func `a temporary rendition exists for as long as its edit`() async throws {
        try await PhotoEditorDevice.with { editor in
            var edit: PhotoEdit? = try await editor.edit("plain").finish()
            let file = try #require(edit?.rendition)
            #expect(FileManager.default.fileExists(atPath: file.path))
            edit = nil
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test func `the guide's host keeps an edit beside the photograph, and continues it`() async throws {
        try await PhotoEditorDevice.with { editor in
            let photo = try editor.photo("plain.jpg")
            let bytes = try Data(contentsOf: photo)
            try await editPhotograph(at: photo, on: editor.host)
            try await editPhotograph(at: photo, on: editor.host)
            let edited = try EditedPhoto.open(photo, in: .sidecar)
            #expect(edited.versions.count == 2 && edited.versions.allSatisfy { $0.base == nil })
            let data = try #require(edited.current?.adjustmentData?.data)
            #expect(String(decoding: data, as: UTF8.self).contains("adjustment=calls=viewDidLoad start finish\n"))
            #expect(try Data(contentsOf: photo) == bytes)
        }
        try await TestDevice.with { device in
            let file = URL(fileURLWithPath: try device.write(PhotoEditorDevice.jpeg(width: 6, height: 4), to: "a.jpg"))
            try await editPhotograph(at: file, on: device.host())
            #expect(try EditedPhoto.open(file, in: .sidecar).versions.isEmpty)
        }
    }

    @Test func `other hosts learn that the extension edits photographs, and editors that it does not`() async throws {
        try await PhotoEditorDevice.with { editor in
            let identity = try await editor.host.extension(PhotoEditorDevice.identifier)
            await #expect { _ = try await editor.host.send([], to: identity) } throws: { error in
                "\(error)".contains("edits photographs") && "\(error)".contains("`appex edit`")
            }
        }
        try await TestDevice.with { device in
            var appex = PhotoEditorDevice.appex(program: .view)
            appex.principal = "fixture_view.FixtureViewController"
            try await device.install(appex)
            let editor = PhotoEditorDevice(device: device, host: device.host())
            await #expect { _ = try await editor.edit("plain") } throws: { error in
                "\(error)".contains("PHContentEditingController")
            }
        }
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            let host = device.host()
            let photo = EditablePhoto(original: URL(fileURLWithPath: try device.write(Data("x".utf8), to: "a.jpg")))
            let identity = try await host.extension(fixtureIdentifier)
            await #expect { _ = try await host.edit(photo, with: identity) } throws: { error in
                "\(error)".contains("is not a photo editing extension")
            }
        }
    }
}
