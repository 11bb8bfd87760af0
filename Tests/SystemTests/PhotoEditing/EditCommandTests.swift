import ExtensionTesting
import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// `appex edit` with lines instead of a screen.
@Suite(.timeLimit(.minutes(30))) struct EditCommandTests {
    struct Edited: Decodable {
        let photo: String
        let `extension`: String
        let version: Int?
        let rendition: String?
        let output: String?
        let bytes: Int
    }

    struct History: Decodable {
        struct Version: Decodable {
            let number: Int
            let `extension`: String
            let bytes: Int
            let isCurrent: Bool
        }
        let current: Int
        let isReplaced: Bool
        let versions: [Version]
    }

    private struct Failure: Decodable {
        struct Error: Decodable { let status: Int32 }
        let error: Error
    }

    /// Calls `body` with a device on which the fixture is installed, and a photograph.
    private static func with(
        _ name: String = "photo.jpg",
        _ body: nonisolated(nonsending) (_ device: TestDevice, _ photo: String) async throws -> Void
    ) async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo()))
            try await body(device, try device.writePhoto(name))
        }
    }

    private func history(_ device: TestDevice, _ photo: String) async throws -> History {
        try await device.appex("edit", photo, "--history", "--json").json()
    }

    // MARK: One photograph

    @Test func `an edit is kept as a version, and the photograph stays as it is`() async throws {
        try await Self.with { device, photo in
            let before = try device.read("photo.jpg")
            let run = try await device.appex(["edit", photo], reading: "done\n")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("\ndone keeps the edit, q cancels.\nRendering…\n"), "\(run.output)")
            #expect(run.output.contains("photo.jpg edited with Photo, version 1 (\(before.count) bytes)"))
            #expect(try device.read("photo.jpg") == before)
            let history = try await history(device, photo)
            #expect(history.current == 1 && history.versions.map(\.number) == [1])
            #expect(history.versions[0].extension == "org.example.Fixtures.Photo" && history.versions[0].isCurrent)
        }
    }

    @Test func `an edit continues the last one`() async throws {
        try await Self.with { device, photo in
            for _ in 1...2 {
                let run = try await device.appex(["edit", photo], reading: "done\n")
                #expect(run.status == 0, "\(run.errors)")
            }
            #expect(try await history(device, photo).current == 2)
            #expect(try await device.appex("edit", photo, "--save-adjustment", "film.aae").status == 0)
            let description = try PropertyListSerialization.propertyList(
                from: device.read("film.aae"), format: nil)
            let entries = try #require(description as? [String: Any])
            let data = try #require(entries["adjustmentData"] as? Data)
            // The first edit is described as one of the original.
            #expect(String(decoding: data, as: UTF8.self).contains("adjustment=calls=viewDidLoad start finish"))
            #expect(entries["adjustmentEditorBundleID"] as? String == "org.example.Fixtures.Photo")
        }
    }

    @Test func `the edited photograph is written in addition, and never over another file or the original`()
        async throws
    {
        try await Self.with { device, photo in
            let run = try await device.appex(
                ["edit", photo, "--out", "new.jpg", "--json", "--plain"], reading: "done\n")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try device.read("new.jpg") == device.read("photo.jpg"))
            _ = try device.write(Data([1]), to: "other.jpg")
            for (arguments, words) in [
                (["--out", "other.jpg"], "allow replacing it with --force"),
                (["--out", "photo.jpg"], "is an original, which is never replaced"),
                (["--out", "photo.jpg", "--force"], "is an original, which is never replaced"),
                (["--out", "missing/new.jpg"], "Cannot write into"), (["--out", "missing/"], "create it first"),
            ] {
                // Before anything is shown.
                let refused = try await device.appex(["edit", photo] + arguments, reading: "done\n")
                #expect(refused.status == 2 && refused.output.isEmpty, "\(arguments): \(refused.output)")
                #expect(refused.errors.contains(words), "\(refused.errors)")
            }
            #expect(try device.read("other.jpg") == Data([1]))
            #expect(try await history(device, photo).current == 1)
        }
    }

    @Test func `a copy beside the photograph gets a new name`() async throws {
        try await Self.with { device, photo in
            for name in ["photo-edited.jpg", "photo-edited-2.jpg"] {
                let run = try await device.appex(["edit", photo, "--copy"], reading: "done\n")
                #expect(run.status == 0 && run.output.contains("/\(name) ("), "\(run.output)\(run.errors)")
                #expect(try device.read(name) == device.read("photo.jpg"))
            }
        }
    }

    @Test func `edits can be beside the photograph`() async throws {
        try await Self.with { device, photo in
            let run = try await device.appex(["edit", photo, "--sidecar"], reading: "done\n")
            #expect(run.status == 0, "\(run.errors)")
            let folder = device.folder.appending("files/photo.jpg.edits").string
            #expect(FileManager.default.fileExists(atPath: folder))
            #expect(try await history(device, photo).versions.isEmpty)
            let beside = try await device.appex("edit", photo, "--sidecar", "--history")
            #expect(beside.output.contains("*  1         org.example.Fixtures.Photo"), "\(beside.output)")
        }
    }

    @Test func `the original and any version come back`() async throws {
        try await Self.with { device, photo in
            for _ in 1...2 { _ = try await device.appex(["edit", photo], reading: "done\n") }
            let reverted = try await device.appex("edit", photo, "--revert")
            #expect(reverted.status == 0 && reverted.output == "photo.jpg is reverted to the original.\n")
            #expect(try await history(device, photo).current == 0)
            let again = try await device.appex("edit", photo, "--revert")
            #expect(again.status == 0 && again.output == "photo.jpg is the original already.\n")
            let restored = try await device.appex("edit", photo, "--restore", "1", "--out", "one.jpg")
            #expect(restored.status == 0, "\(restored.errors)")
            #expect(try device.read("one.jpg") == device.read("photo.jpg"))
            #expect(try await history(device, photo).current == 1)
            let missing = try await device.appex("edit", photo, "--restore", "9")
            #expect(missing.status == 3 && missing.errors.contains("no version 9"), "\(missing.errors)")
        }
    }

    @Test func `the user reverts while an edit is shown, after a question`() async throws {
        try await Self.with { device, photo in
            let first = try await device.appex(["edit", photo], reading: "revert\ndone\n")
            // There is nothing to revert to.
            #expect(first.status == 0 && first.output.contains("done keeps the edit, q cancels."), "\(first.output)")
            let kept = try await device.appex(["edit", photo], reading: "revert\n2\ndone\n")
            #expect(kept.status == 0 && kept.output.contains("Revert to the original?"), "\(kept.output)")
            let run = try await device.appex(["edit", photo], reading: "revert\n1\n")
            #expect(run.status == 0 && run.output.contains("photo.jpg is reverted to the original."), "\(run.output)")
            #expect(try await history(device, photo).current == 0)
        }
    }

    // MARK: Cancelling and failing

    @Test(arguments: ["q\n", "cancel\n", "", "nonsense\n"])
    func `cancelling and the end of the input keep nothing`(input: String) async throws {
        try await Self.with { device, photo in
            let run = try await device.appex(["edit", photo], reading: input)
            #expect(run.status == 130 && run.errors.isEmpty, "\(run.output)\(run.errors)")
            #expect(try await history(device, photo).versions.isEmpty)
            try await eventually("the extension is notified") {
                device.log(of: "org.example.Fixtures.Photo").contains("cancelled")
            }
        }
    }

    @Test func `changes are discarded after a question only`() async throws {
        try await Self.with("confirm.jpg") { device, photo in
            let kept = try await device.appex(["edit", photo], reading: "q\n2\ndone\n")
            #expect(kept.status == 0 && kept.output.contains("Discard the changes?"), "\(kept.output)\(kept.errors)")
            let discarded = try await device.appex(["edit", photo], reading: "q\n1\n")
            #expect(discarded.status == 130)
            #expect(try await history(device, photo).current == 1)
        }
    }

    @Test func `a failed result is tried again`() async throws {
        try await Self.with("finish-second.jpg") { device, photo in
            let run = try await device.appex(["edit", photo], reading: "done\n2\n")
            #expect(run.status == 0 && run.output.contains("The edit was not kept"), "\(run.output)\(run.errors)")
            #expect(run.output.contains("1 [Give Up]\n2 [Try Again]\n3 [Continue Editing]"), "\(run.output)")
        }
    }

    @Test func `after a failed result editing continues`() async throws {
        try await Self.with("finish-second.jpg") { device, photo in
            let run = try await device.appex(["edit", photo], reading: "done\n3\ndone\n")
            #expect(run.status == 0 && run.output.ranges(of: "done keeps the edit").count == 2, "\(run.output)")
        }
    }

    @Test(arguments: ["done\n1\n", "done\nq\n", "done\n"])
    func `giving up after a failed result fails with its sentence`(input: String) async throws {
        try await Self.with("finish-nil.jpg") { device, photo in
            let run = try await device.appex(["edit", photo], reading: input)
            #expect(run.status == 1 && run.errors.contains("returned no edited photograph"), "\(run.errors)")
            #expect(try await history(device, photo).versions.isEmpty)
        }
    }

    @Test(arguments: ["start-exits.jpg", "finish-exits.jpg"])
    func `an extension that dies ends editing with the status of its kind`(name: String) async throws {
        try await Self.with(name) { device, photo in
            let run = try await device.appex(["edit", photo], reading: "done\n")
            #expect(run.status == 4 && run.errors.contains("appex reports"), "\(run.errors)")
        }
    }

    // MARK: The choice of an editor

    @Test func `the user chooses one of several editors, which may be named instead`() async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(.photo("One"), .photo("Two")))
            let photo = try device.writePhoto()
            let chosen = try await device.appex(["edit", photo, "--json"], reading: "2\ndone\n")
            #expect(
                chosen.output.hasPrefix("Edit photo.jpg\n1 One - org.example.Fixtures\n2 Two - org.example.Fixtures\n"))
            #expect(try await history(device, photo).versions.map(\.extension) == ["org.example.Fixtures.Two"])
            let named = try await device.appex(
                ["edit", photo, "--with", "org.example.Fixtures.One"], reading: "done\n")
            #expect(named.status == 0, "\(named.errors)")
            #expect(try await history(device, photo).versions.last?.extension == "org.example.Fixtures.One")
            // A cancelled editor leads back to the choice.
            let closed = try await device.appex(["edit", photo], reading: "1\nq\nq\n")
            #expect(closed.status == 130 && closed.output.ranges(of: "3 Revert to Original").count == 2)
            let reverted = try await device.appex(["edit", photo], reading: "3\n1\n")
            #expect(reverted.status == 0 && reverted.output.contains("is reverted to the original"))
        }
    }

    @Test func `a missing or a wrong editor is said before anything is shown`() async throws {
        try await TestDevice.with { device in
            let photo = try device.writePhoto()
            let none = try await device.appex("edit", photo)
            #expect(
                none.status == 3 && none.errors.contains("No installed extension edits photographs"), "\(none.errors)")
            try await device.install(TestApp(.photo(), TestAppex()))
            let unknown = try await device.appex("edit", photo, "--with", "org.example.Nothing")
            #expect(unknown.status == 3 && unknown.errors.contains("org.example.Nothing"), "\(unknown.errors)")
            let other = try await device.appex("edit", photo, "--with", fixtureIdentifier)
            #expect(other.status == 2 && other.errors.contains("is not a photo editing extension"), "\(other.errors)")
            #expect(none.output.isEmpty && unknown.output.isEmpty && other.output.isEmpty)
        }
    }

    // MARK: Wrong input

    @Test func `input that is not a photograph is refused before an extension is started`() async throws {
        try await Self.with { device, photo in
            let whole = try device.read("photo.jpg")
            _ = try device.write(Data(), to: "empty.jpg")
            _ = try device.write(whole.prefix(whole.count / 2), to: "half.jpg")
            mkfifo(device.folder.appending("files/pipe").string, 0o600)
            for (path, status, words) in [
                ("missing.jpg", 2, "No such file"), (".", 2, "it is a folder"), ("pipe", 2, "not a regular file"),
                ("/dev/null", 2, "not a regular file"), ("", 2, "not the path of a file"),
                ("empty.jpg", 1, "it is empty"), ("half.jpg", 1, "it is damaged"),
            ] as [(String, Int32, String)] {
                let run = try await device.appex("edit", path)
                #expect(run.status == status && run.output.isEmpty, "\(path): \(run.errors)")
                #expect(run.errors.hasPrefix("appex: Cannot edit") && run.errors.contains(words), "\(run.errors)")
            }
            let several = try await device.appex("edit", photo, photo)
            #expect(several.status == 2 && several.errors.contains("Give one photograph"), "\(several.errors)")
            let both = try await device.appex("edit", photo, "--revert", "--history")
            #expect(both.status == 2 && both.errors.contains("Give one of"), "\(both.errors)")
            let unedited = try await device.appex("edit", photo, "--save-adjustment", "film.aae")
            #expect(unedited.status == 3 && unedited.errors.contains("has no edit"), "\(unedited.errors)")
        }
    }

    @Test func `a file that cannot be decoded is passed on to the extension, whose result is checked`() async throws {
        try await Self.with { device, _ in
            let text = try device.write(Data("A text.".utf8), to: "text.dng")
            let run = try await device.appex(["edit", text], reading: "done\n")
            #expect(run.status == 1 && run.output.contains("Rendering…"), "\(run.output)")
            #expect(run.errors.contains("is not a file of the type"), "\(run.errors)")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can start programs as other users"))
    func `a photograph without permission to read it is refused`() async throws {
        try await withTemporaryFolder { folder in
            chmod(folder.string, 0o755)
            let photo = folder.appending("secret.jpg")
            try Data([1]).write(to: URL(fileURLWithPath: photo.string))
            chmod(photo.string, 0o600)
            let result = try await run(
                .name("setpriv"),
                arguments: [
                    "--reuid=65534", "--regid=65534", "--clear-groups", BuiltProgram.commandLine.path.string, "edit",
                    photo.string,
                ],
                environment: .inherit.updating([
                    "HOME": "/nonexistent", "APPEX_ROOT": "/nonexistent/device", "XDG_RUNTIME_DIR": "/nonexistent/run",
                ]), output: .string(limit: 4096), error: .string(limit: 4096))
            #expect(result.terminationStatus == .exited(2))
            #expect(
                result.standardError.contains("it cannot be read; check its permissions"), "\(result.standardError)")
            unlink(photo.string)
        }
    }

    @Test func `a failure waits for a line if a terminal of its own has to stay open`() async throws {
        try await TestDevice.with { device in
            let run = try await device.appex(["edit", "missing.jpg", "--hold"], reading: "\n")
            #expect(run.status == 2 && run.output == "Press Return to close.\n", "\(run.output)")
            #expect(run.errors.contains("No such file"))
            let listed = try await device.appex(["edit", "missing.jpg", "--hold", "--json"], reading: "\n")
            #expect(listed.status == 2 && listed.errors == run.errors)
            #expect(try listed.json(Failure.self).error.status == 2)
        }
    }
}
