import Foundation
import Glibc
import OpenExtensionKit
import TestSupport
import Testing

/// Results that are refused, extensions that do not answer, and photographs that cannot be edited.
@Suite(.timeLimit(.minutes(30))) struct BadEditTests {
    private static let refused: [(String, PhotoEditingError.Code)] = [
        ("finish-nil", .noOutput), ("finish-releases", .noOutput), ("adjustment-missing", .noAdjustmentData),
        ("adjustment-empty", .noAdjustmentData), ("adjustment-large", .adjustmentDataTooLarge),
        ("rendition-missing", .noRendition), ("rendition-empty", .unusableRendition),
        ("rendition-text", .unusableRendition), ("rendition-truncated", .unusableRendition),
        ("rendition-png", .unusableRendition), ("rendition-folder", .noRendition), ("rendition-pipe", .noRendition),
        ("rendition-link", .noRendition), ("rendition-sparse", .unusableRendition),
        ("rendition-turned", .unusableRendition),
    ]

    @Test(arguments: refused)
    func `a result that cannot be used is refused, and editing goes on`(
        behaviour: String, code: PhotoEditingError.Code
    ) async throws {
        try await PhotoEditorDevice.with { editor in
            let photo = try editor.photo("\(behaviour).jpg", PhotoEditorDevice.jpeg(width: 400, height: 300))
            let session = try await editor.edit(EditablePhoto(original: photo))
            #expect(await editingFailure { _ = try await session.finish() } == code)
            #expect(await editingFailure { _ = try await session.finish() } == code)
            await session.cancel()
            #expect(await editingFailure { _ = try await session.finish() } == .notEditing)
        }
    }

    @Test func `adjustment data of 2 MiB are kept, and of one byte more are not sent beyond a message`() async throws {
        try await PhotoEditorDevice.with { editor in
            let session = try await editor.edit("adjustment-limit")
            #expect(try await session.finish().adjustmentData.data.count == PhotoAdjustmentData.dataLimit)
            // More than a message carries.
            let huge = try await editor.edit("adjustment-huge")
            do {
                _ = try await huge.finish()
                Issue.record("it finished")
            } catch let error as ExtensionError {
                #expect(error.code == .refused || error.code == .died, "\(error)")
            }
            await huge.cancel()
        }
    }

    @Test func `a second try succeeds, and only the first answer of an attempt counts`() async throws {
        try await PhotoEditorDevice.with { editor in
            let second = try await editor.edit("finish-second")
            #expect(await editingFailure { _ = try await second.finish() } == .noOutput)
            #expect(try await second.finish().report["calls"] == "viewDidLoad start finish finish")
            let twice = try await editor.edit("finish-twice")
            #expect(try await twice.finish().report["calls"] == "viewDidLoad start finish")
        }
    }

    @Test func `an extension that never finishes is ended, and the photograph can be edited again`() async throws {
        try await PhotoEditorDevice.with { editor in
            let session = try await editor.edit("finish-never")
            do {
                _ = try await session.finish(within: .milliseconds(300))
                Issue.record("it finished")
            } catch let error as ExtensionError {
                #expect(error.code == .timedOut && error.reportIdentifier != nil, "\(error)")
            }
            #expect(await editingFailure { _ = try await session.finish() } == .notEditing)
            await session.cancel()
            _ = try await editor.edit("plain").finish()
        }
    }

    @Test(arguments: ["finish-never", "finish-deaf"])
    func `a session that is cancelled while it finishes has no other outcome`(behaviour: String) async throws {
        try await PhotoEditorDevice.with { editor in
            let session = try await editor.edit(behaviour)
            let finishing = Task { try await session.finish() }
            try await eventually("the extension is asked for its result") { session.isFinishing }
            #expect(await editingFailure { _ = try await session.finish() } == .notEditing)
            #expect(try await session.shouldShowCancelConfirmation())
            // One fixture calls its completion handler now, the other never does.
            await session.cancel()
            await #expect(throws: CancellationError.self) { _ = try await finishing.value }
            try await eventually("the extension has cancelled") {
                editor.device.log(of: PhotoEditorDevice.identifier).contains("cancelled")
            }
        }
    }

    @Test func `a result that the host has stopped waiting for is that of the next attempt`() async throws {
        try await PhotoEditorDevice.with { editor in
            let session = try await editor.edit("finish-never")
            let view = try #require(session.view)
            for _ in 1...2 {
                let finishing = Task { try await session.finish() }
                try await eventually("the extension is asked for its result") { session.isFinishing }
                #expect(view.send(.close, to: 1) == nil)
                finishing.cancel()
                await #expect(throws: CancellationError.self) { _ = try await finishing.value }
                #expect(!session.isFinishing)
            }
            await session.cancel()
        }
    }

    @Test func `editing is cancelled in the extension if its host is gone`() async throws {
        try await PhotoEditorDevice.with(lasting: true) { editor in
            var session: PhotoEditingSession? = try await editor.edit("plain")
            #expect(session?.isFinishing == false)
            // A process that serves another session goes on.
            let other = try await editor.edit("plain-2")
            session = nil
            try await eventually("the extension has cancelled") {
                editor.device.log(of: PhotoEditorDevice.identifier).contains("cancelled")
            }
            await other.cancel()
        }
    }

    @Test(arguments: ["start-exits", "finish-exits"])
    func `an extension that dies leaves everything as it was`(behaviour: String) async throws {
        try await PhotoEditorDevice.with { editor in
            let photo = try editor.photo("\(behaviour).jpg")
            let bytes = try Data(contentsOf: photo)
            do {
                let session = try await editor.edit(EditablePhoto(original: photo))
                _ = try await session.finish()
                Issue.record("it finished")
            } catch let error as ExtensionError {
                #expect(error.code == .died, "\(error)")
            }
            #expect(try Data(contentsOf: photo) == bytes)
            _ = try await editor.edit("plain").finish()
        }
    }

    @Test func `a photograph that is changed or removed while it is edited is not replaced`() async throws {
        try await PhotoEditorDevice.with { editor in
            let photo = try editor.photo("plain.jpg")
            let session = try await editor.edit(EditablePhoto(original: photo))
            try PhotoEditorDevice.jpeg(width: 80, height: 40).write(to: photo)
            #expect(await editingFailure { _ = try await session.finish() } == .photoChanged)
            try FileManager.default.removeItem(at: photo)
            #expect(await editingFailure { _ = try await session.finish() } == .photoChanged)
            await session.cancel()
        }
    }

    @Test func `what is no file cannot be edited`() async throws {
        try await PhotoEditorDevice.with { editor in
            let folder = try editor.photo("plain.jpg").deletingLastPathComponent()
            let pipe = folder.appendingPathComponent("pipe.jpg")
            try #require(mkfifo(pipe.path, 0o600) == 0)
            for file in [folder, pipe, folder.appendingPathComponent("missing.jpg")] {
                let code = await editingFailure { _ = try await editor.edit(EditablePhoto(original: file)) }
                #expect(code == .photoUnreadable, "\(file)")
            }
        }
    }

    @Test func `a file that cannot be decoded is edited without a picture to display`() async throws {
        try await PhotoEditorDevice.with { editor in
            let text = try editor.photo("raw.jpg", Data("This is not a picture.".utf8))
            let session = try await editor.edit(EditablePhoto(original: text))
            // The fixture returns a copy.
            #expect(await editingFailure { _ = try await session.finish() } == .unusableRendition)
            await session.cancel()
        }
    }
}
