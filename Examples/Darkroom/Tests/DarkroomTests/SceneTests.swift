import DarkroomImaging
import Foundation
import Testing

/// The bundled app on a device of its own, asked by `appex`, which knows nothing of Darkroom.
@Suite(.enabled(if: Device.isPossible, "Scripts/test builds the programs, bundles Darkroom and says where they are"))
struct SceneTests {
    private static let photo = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Photos/falcon-9.jpg")

    @Test(
        .timeLimit(.minutes(2)),
        arguments: [("Sepia", PictureEdit.sepia), ("StripMetadata", PictureEdit.strippingMetadata)])
    func `a photograph comes back edited from a process of its own`(name: String, edit: PictureEdit) async throws {
        try await Device.withDarkroom { device in
            let edited = device.folder.appending(path: "edited.jpg")
            let run = try await device.appex("run", Device.app + "." + name, Self.photo.path, "--out", edited.path)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            // The same edit in this process makes the same bytes, so nothing was lost on the way there and back.
            let original = try Data(contentsOf: Self.photo)
            #expect(try Data(contentsOf: edited) == edit.edited(original))
            #expect(try Data(contentsOf: edited) != original)
        }
    }

    @Test(.timeLimit(.minutes(2))) func `the result is named after the photograph`() async throws {
        try await Device.withDarkroom { device in
            let run = try await device.appex(
                "run", Device.app + ".Sepia", Self.photo.path, "--out", device.folder.path + "/")
            #expect(run.status == 0, "\(run)")
            let result = device.folder.appending(path: "falcon-9-sepia.jpg")
            #expect(FileManager.default.fileExists(atPath: result.path), "\(run)")
        }
    }

    @Test(
        .timeLimit(.minutes(2)),
        arguments: [("", "it is empty"), ("Dear diary, no picture here.", "not a picture that can be read")])
    func `a file that only has the name of a photograph is refused, and the next one is edited`(
        content: String, reason: String
    ) async throws {
        try await Device.withDarkroom { device in
            let fake = device.folder.appending(path: "fake.jpg")
            try Data(content.utf8).write(to: fake)
            let result = device.folder.appending(path: "result.jpg").path
            let refused = try await device.appex("run", Device.app + ".Sepia", fake.path, "--out", result)
            #expect(refused.status == 1 && refused.errors.contains(reason), "\(refused)")
            #expect(!FileManager.default.fileExists(atPath: result))
            let next = try await device.appex("run", Device.app + ".Sepia", Self.photo.path, "--out", result)
            #expect(next.status == 0, "\(next)")
        }
    }

    @Test(.timeLimit(.minutes(2))) func `a text is not a picture`() async throws {
        try await Device.withDarkroom { device in
            let run = try await device.appex("run", Device.app + ".StripMetadata", "--text", "hello")
            #expect(run.status == 1 && run.errors.contains("was given no picture"), "\(run)")
        }
    }
}
