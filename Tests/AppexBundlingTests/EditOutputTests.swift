import Foundation
import Glibc
import OpenExtensionKit
import Testing

@testable import appex

/// Where edited photographs are written.
@Suite struct EditOutputTests {
    /// Calls `body` with a folder that has a photograph and a rendition.
    private func withFolder(_ body: (_ folder: URL, _ photo: URL, _ rendition: URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "appex-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "out"), withIntermediateDirectories: true)
        let (photo, rendition) = (folder.appending(path: "Cat.PNG"), folder.appending(path: "1.jpg"))
        try Data("original".utf8).write(to: photo)
        try Data("edited".utf8).write(to: rendition)
        try body(folder, photo, rendition)
    }

    private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    @Test func `in a folder the result has the photograph's name, with the extension of its own type`() throws {
        try withFolder { folder, photo, rendition in
            let output = try EditOutput(
                folder.appending(path: "out").path, editing: [photo.path], force: false, needsFolder: true)
            let written = try output.write(rendition, for: photo)
            #expect(written.path.hasSuffix("/out/Cat.jpg") && written.bytes == 6)
            let upper = folder.appending(path: "Dog.JPEG")
            #expect(output.destination(for: upper, "jpg").lastPathComponent == "Dog.JPEG")
            #expect(output.destination(for: upper, "heic").lastPathComponent == "Dog.heic")
        }
    }

    @Test func `another file is replaced only with force`() throws {
        try withFolder { folder, photo, rendition in
            let file = folder.appending(path: "out/new.jpg")
            let output = try EditOutput(file.path, editing: [photo.path], force: false)
            // It appears after the check.
            try Data("other".utf8).write(to: file)
            #expect(throws: CommandFailure.self) { try output.write(rendition, for: photo) }
            #expect(throws: CommandFailure.self) { try EditOutput(file.path, editing: [photo.path], force: false) }
            #expect(try text(file) == "other")
            _ = try EditOutput(file.path, editing: [photo.path], force: true).write(rendition, for: photo)
            #expect(try text(file) == "edited")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out") == ["new.jpg"])
        }
    }

    @Test func `the original is never replaced, under whatever name`() throws {
        try withFolder { folder, photo, rendition in
            let (symbolic, hard) = (folder.appending(path: "link.jpg"), folder.appending(path: "hard.jpg"))
            try FileManager.default.createSymbolicLink(at: symbolic, withDestinationURL: photo)
            try FileManager.default.linkItem(at: photo, to: hard)
            for name in ["Cat.PNG", "out/../Cat.PNG", "link.jpg", "hard.jpg"] {
                let error = #expect(throws: CommandFailure.self) {
                    try EditOutput(folder.appending(path: name).path, editing: [photo.path], force: true)
                }
                #expect(error?.message.contains("is an original, which is never replaced") == true)
            }
            #expect(try text(photo) == "original")
        }
    }

    @Test func `no photograph of a run is replaced by the result of another one`() throws {
        try withFolder { folder, photo, rendition in
            let (other, link) = (folder.appending(path: "out/Cat.jpg"), folder.appending(path: "link.jpg"))
            try Data("other".utf8).write(to: other)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: other)
            let output = try EditOutput(
                folder.appending(path: "out").path, editing: [photo.path, link.path], force: true, needsFolder: true)
            for check in [
                { try output.check(for: EditablePhoto(original: photo)) },
                { _ = try output.write(rendition, for: photo) },
            ] {
                let error = #expect(throws: CommandFailure.self) { try check() }
                #expect(error?.message.contains("is an original, which is never replaced") == true)
            }
            #expect(try text(other) == "other")
            // A video is written under another name.
            try output.check(for: EditablePhoto(original: folder.appending(path: "Cat.mov")))
        }
    }

    @Test func `a copy gets a new name beside the photograph`() throws {
        try withFolder { folder, photo, rendition in
            let output = try EditOutput(besides: photo)
            let names = try (1...3).map { _ in try output.write(rendition, for: photo).path.split(separator: "/").last }
            #expect(names == ["Cat-edited.jpg", "Cat-edited-2.jpg", "Cat-edited-3.jpg"])
        }
    }

    @Test func `a folder that is missing and a target that is not a file are refused`() throws {
        try withFolder { folder, photo, _ in
            for (path, needsFolder, words) in [
                ("missing/", false, "create it first"), ("missing", true, "create it first"),
                ("missing/new.jpg", false, "No such file"), ("Cat.PNG", true, "is not a folder."),
                ("Cat.PNG/new.jpg", false, "Cannot write into"),
            ] {
                let error = #expect(throws: CommandFailure.self) {
                    try EditOutput(
                        "\(folder.path)/\(path)", editing: [photo.path], force: true, needsFolder: needsFolder)
                }
                #expect(error?.status == .usage && error?.message.contains(words) == true, "\(error?.message ?? "")")
            }
            mkfifo(folder.appending(path: "pipe").path, 0o600)
            for path in [folder.appending(path: "pipe").path, "/dev/null"] {
                let error = #expect(throws: CommandFailure.self) {
                    try EditOutput(path, editing: [photo.path], force: true)
                }
                #expect(error?.message.contains("is not a regular file") == true)
            }
            #expect(throws: CommandFailure.self) { try EditOutput("", editing: [photo.path], force: true) }
        }
    }
}
