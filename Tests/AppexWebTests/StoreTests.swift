@testable import AppexPages
import AppexModel
import AppexSystem
import FlyingSocks
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

@testable import appex_web

/// Photographs, notes and the list of widgets on the disk.
@Suite final class StoreTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("web-store-\(UUID().uuidString)")
    private var store: FilePath { FilePath(folder.appendingPathComponent("store").path) }
    private var photos: FilePath { FilePath(folder.appendingPathComponent("photos").path) }

    private var edits: PhotoEditPlace { .folder(URL(fileURLWithPath: store.appending("PhotoEdits").string)) }

    init() throws {
        for path in [store, photos] {
            try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        }
        try Data(WebFixture.png).write(to: URL(fileURLWithPath: photos.appending("one.png").string))
        chmod(store.string, 0o700)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func picture() throws -> FilePath {
        let path = FilePath(folder.appendingPathComponent("edit").path)
        try Data(WebFixture.png).write(to: URL(fileURLWithPath: path.string))
        return path
    }

    @Test func `an edit is the version that is shown, can be undone and redone, and the file of the folder stays`()
        async throws
    {
        let library = PhotoLibrary(folder: photos, edits: edits)
        let original = await library.file(of: "one.png")
        #expect(await library.photos() == [.init(name: "one.png", version: "original", canUndo: false, canRedo: false)])
        let edit = try await library.add(picture(), to: "one.png", by: "org.example.Edit")
        #expect(edit == .init(name: "one.png", version: edit.version, canUndo: true, canRedo: false))
        #expect(await library.file(of: "one.png") != original)
        #expect(await library.file(of: "one.png", version: edit.version) == library.file(of: "one.png"))
        #expect(
            try await library.step(-1, "one.png")
                == .init(name: "one.png", version: "original", canUndo: false, canRedo: true))
        #expect(await library.file(of: "one.png") == original)
        await #expect(throws: PageFailure.self) { try await library.step(-1, "one.png") }
        // Another process finds the same.
        let again = PhotoLibrary(folder: photos, edits: edits)
        #expect(try await again.step(1, "one.png").version == edit.version)
    }

    @Test func `a new edit takes the place of those that were undone, and no file of theirs is left`() async throws {
        let library = PhotoLibrary(folder: photos, edits: edits)
        for _ in 0..<3 { _ = try await library.add(picture(), to: "one.png", by: "org.example.Edit") }
        for _ in 0..<2 { _ = try await library.step(-1, "one.png") }
        let photo = try await library.add(picture(), to: "one.png", by: "org.example.Edit")
        #expect(photo.canUndo && !photo.canRedo)
        #expect(try await library.step(-2, "one.png").version == PhotoLibrary.original)
        #expect(try await library.step(2, "one.png") == photo)
        for _ in 0..<EditedPhoto.versionLimit {
            _ = try await library.add(picture(), to: "one.png", by: "org.example.Edit")
        }
        let file = try #require(await library.file(of: "one.png"))
        let files = try FileManager.default.contentsOfDirectory(atPath: file.removingLastComponent().string)
        #expect(files.count == EditedPhoto.versionLimit + 1)
    }

    @Test func `a version's name is never another picture's, however many there were`() async throws {
        let library = PhotoLibrary(folder: photos, edits: edits)
        var names: Set = [PhotoLibrary.original]
        for _ in 0...EditedPhoto.versionLimit {
            #expect(
                names.insert(try await library.add(picture(), to: "one.png", by: "org.example.Edit").version).inserted)
        }
        let undone = try await library.add(picture(), to: "one.png", by: "org.example.Edit").version
        _ = try await library.step(-1, "one.png")
        #expect(try await library.add(picture(), to: "one.png", by: "org.example.Edit").version != undone)
        #expect(await library.file(of: "one.png", version: undone) == nil)
        #expect(await library.file(of: "one.png", version: "../edits.json") == nil)
    }

    @Test func `edits of an extension with adjustment data and of one without are versions of one stack`() async throws
    {
        let library = PhotoLibrary(folder: photos, edits: edits)
        let first = try await library.add(picture(), to: "one.png", by: "org.example.Edit").version
        let photo = try await library.editable("one.png")
        #expect(photo.rendition?.lastPathComponent == first)
        #expect(photo.original.path == photos.appending("one.png").string)
        #expect(
            try await library.revert("one.png")
                == .init(name: "one.png", version: "original", canUndo: false, canRedo: true))
        #expect(try await library.editable("one.png").rendition == nil)
        #expect(try await library.step(1, "one.png").version == first)
        await #expect(throws: PageFailure.self) { try await library.revert("two.png") }
    }

    @Test func `a photograph whose edits cannot be read is shown, and an edit of it is refused with the reason`()
        async throws
    {
        let library = PhotoLibrary(folder: photos, edits: edits)
        _ = try await library.add(picture(), to: "one.png", by: "org.example.Edit")
        let folder = try #require(await library.file(of: "one.png")).removingLastComponent()
        let record = folder.appending("edits.json").string
        try Data("{".utf8).write(to: URL(fileURLWithPath: record))
        #expect(await library.photos() == [.init(name: "one.png", version: "original", canUndo: false, canRedo: false)])
        #expect(await library.file(of: "one.png") == nil)
        let error = await #expect(throws: PhotoEditingError.self) {
            try await library.add(self.picture(), to: "one.png", by: "org.example.Edit")
        }
        #expect(error?.message.contains(record) == true)
        #expect(FileManager.default.contents(atPath: record) == Data("{".utf8))
    }

    @Test func `records of older devices are neither read nor changed`() async throws {
        try await WebFixture.with { web in
            let host = await web.device.host
            let old = host.administration.layout.library.appending("Web/Photos.json").string
            #expect(FileManager.default.createFile(atPath: old, contents: Data("[".utf8)))
            let again = try await WebDevice(host: host, photos: FilePath(web.photos.path))
            #expect(await again.photos.photos().map(\.canUndo) == [false])
            #expect(FileManager.default.contents(atPath: old) == Data("[".utf8))
        }
    }

    @Test func `an undo that was offered is not of another edit`() async throws {
        let library = PhotoLibrary(folder: photos, edits: edits)
        let first = try await library.add(picture(), to: "one.png", by: "org.example.Edit").version
        let second = try await library.add(picture(), to: "one.png", by: "org.example.Edit").version
        await #expect(throws: PageFailure.self) { try await library.step(-1, "one.png", from: first) }
        #expect(await library.photos().first?.version == second)
        #expect(try await library.step(-1, "one.png", from: second).version == first)
    }

    @Test func `a photograph that cannot be read is not left out of what is shared`() async throws {
        try await WebFixture.with { web in
            try Data(WebFixture.png).write(to: web.photos.appendingPathComponent("two.png"))
            let edit = try await web.device.photos.add(picture(), to: "one.png", by: "org.example.Edit")
            let things = SharedThings.photos(["one.png", "two.png"])
            #expect(try await things.items(of: web.device).count == 1)
            let file = try #require(await web.device.photos.file(of: "one.png", version: edit.version))
            try FileManager.default.removeItem(atPath: file.string)
            await #expect(throws: PageFailure.self) { try await things.items(of: web.device) }
        }
    }

    @Test func `what is written into a note is not undone with what was there before`() async throws {
        let notes = try NoteStore(store: store)
        let returned = try await notes.save(try await notes.save(nil, text: "before").id, text: "returned")
        let written = try await notes.save(returned.id, text: "written since")
        await #expect(throws: PageFailure.self) {
            try await notes.save(returned.id, text: "before", over: returned.changed)
        }
        #expect(await notes.note(returned.id)?.text == "written since")
        #expect(try await notes.save(returned.id, text: "before", over: written.changed).text == "before")
    }

    @Test func `records that cannot be read are kept aside and never written over`() async throws {
        let damaged = Data("[{\"id\": \"1\", \"te".utf8)
        for name in ["Notes.json", "Today.json"] {
            try damaged.write(to: URL(fileURLWithPath: store.appending(name).string))
        }
        _ = try await NoteStore(store: store).save(nil, text: "new")
        try await TodayList(store: store).set(["org.example.widget"])
        for name in ["Notes", "Today"] {
            let files = try FileManager.default.contentsOfDirectory(atPath: store.string)
                .filter { $0.hasPrefix(name + ".") && $0 != name + ".json" }
            let kept = try #require(files.first, "\(name)")
            #expect(FileManager.default.contents(atPath: store.appending(kept).string) == damaged, "\(kept)")
        }
        // What is written then can be read again.
        #expect(try await NoteStore(store: store).notes.map(\.text) == ["new"])
        #expect(try await TodayList(store: store).identifiers == ["org.example.widget"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `on a full disk a note is refused, and those that are kept stay`() async throws {
        try #require(mount("tmpfs", store.string, "tmpfs", 0, "size=16k,mode=700") == 0)
        defer { umount2(store.string, CInt(MNT_DETACH)) }
        let notes = try NoteStore(store: store)
        let kept = try await notes.save(nil, text: "kept")
        let large = String(repeating: "x", count: 32 << 10)
        await #expect(throws: PageFailure.self) { try await notes.save(nil, text: large) }
        await #expect(throws: PageFailure.self) { try await notes.save(kept.id, text: large) }
        #expect(await notes.notes.map(\.text) == ["kept"])
        #expect(try await NoteStore(store: store).notes.map(\.text) == ["kept"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.string) == ["Notes.json"])
        #expect(try await notes.save(nil, text: "small").text == "small")
    }

    @Test func `the server's socket fits wherever that of the broker does`() throws {
        let base = "/" + String(repeating: "x", count: RuntimeDirectory.socketPathBytes - 1 - "/broker.sock".utf8.count)
        let runtime = try RuntimeDirectory(folder: FilePath(base))
        #expect(runtime.brokerSocket.string.utf8.count == RuntimeDirectory.socketPathBytes)
        for _ in 0..<1000 {
            let socket = runtime.folder.appending(PortServer.socketName())
            #expect(socket.string.utf8.count == RuntimeDirectory.socketPathBytes)
        }
        #expect(throws: DeviceLayoutError.socketPathTooLong(path: base + "x/broker.sock")) {
            try RuntimeDirectory(folder: FilePath(base + "x"))
        }
    }

    @Test func `both servers listen at the longest path that a socket address holds`() throws {
        let folder = FilePath("/tmp/w-\(UUID().uuidString)")
        let fill = RuntimeDirectory.socketPathBytes - "/broker.sock".utf8.count - folder.string.utf8.count - 1
        let runtime = try RuntimeDirectory(folder: folder.appending(String(repeating: "x", count: fill)))
        try PrivateFolder.make(runtime.folder)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        _ = try PacketSocket.listen(at: runtime.brokerSocket)
        let server = runtime.folder.appending(PortServer.socketName()).string
        let socket = try Socket(domain: Int32(AF_UNIX))
        try socket.bind(to: .unix(path: server))
        try socket.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: runtime.folder.string)
        #expect(Set(names) == ["broker.sock", FilePath(server).lastComponent?.string ?? ""])
    }

    @Test func `what is no picture is not taken`() async throws {
        let library = PhotoLibrary(folder: photos, edits: edits)
        let path = FilePath(folder.appendingPathComponent("page").path)
        for content in ["<svg onload=alert(1)>", "", "<!doctype html>"] {
            try Data(content.utf8).write(to: URL(fileURLWithPath: path.string))
            await #expect(throws: PageFailure.self) {
                try await library.add(path, to: "one.png", by: "org.example.Edit")
            }
        }
        await #expect(throws: PageFailure.self) {
            try await library.add(self.picture(), to: "../one.png", by: "org.example.Edit")
        }
    }

    @Test func `what claims more pixels than a browser should make room for is neither a version nor an icon`()
        async throws
    {
        let library = PhotoLibrary(folder: photos, edits: edits)
        let path = FilePath(folder.appendingPathComponent("claim.png").path)
        // The width and the height in the header of a PNG file.
        func write(_ size: [UInt8], of count: Int = WebFixture.png.count) throws {
            var claim = WebFixture.png
            claim.replaceSubrange(16..<24, with: size)
            claim += [UInt8](repeating: 0, count: count - claim.count)
            try Data(claim).write(to: URL(fileURLWithPath: path.string))
        }
        let manifest = Data("<plist><dict><key>CFBundleIconFile</key><string>claim</string></dict></plist>".utf8)
        try manifest.write(to: folder.appendingPathComponent("Info.plist"))
        try write([0, 0, 4, 0, 0, 0, 4, 0])
        _ = try await library.add(path, to: "one.png", by: "org.example.Edit")
        #expect(IconFinder.icon(in: FilePath(folder.path)) != nil)
        for size: [UInt8] in [
            [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60], [0xFF, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 1],
        ] {
            try write(size)
            await #expect(throws: PageFailure.self) {
                try await library.add(path, to: "one.png", by: "org.example.Edit")
            }
            #expect(IconFinder.icon(in: FilePath(folder.path)) == nil)
        }
        try write([0, 0, 4, 0, 0, 0, 4, 0], of: PageLimits.iconBytes + 1)
        #expect(IconFinder.icon(in: FilePath(folder.path)) == nil)
        // Kinds whose header is not read.
        try Data("GIF89a".utf8 + [1, 0, 1, 0, 0, 0, 0]).write(to: URL(fileURLWithPath: path.string))
        await #expect(throws: PageFailure.self) { try await library.add(path, to: "one.png", by: "org.example.Edit") }
    }

    @Test(arguments: IconKey.allCases)
    func `no key that names an icon leads out of the bundle`(_ key: IconKey) throws {
        let bundle = folder.appending(path: "Some.app")
        try FileManager.default.createDirectory(
            at: bundle.appending(path: "inner"), withIntermediateDirectories: true)
        for place in ["outer.png", "Some.app/inner/icon.png", "Some.app/.hidden.png", "Some.app/\u{338}icon.png"] {
            try Data(WebFixture.png).write(to: folder.appending(path: place))
        }
        func isFound(_ name: String) throws -> Bool {
            try Data(key.manifest(name).utf8).write(to: bundle.appending(path: "Info.plist"))
            return IconFinder.icon(in: FilePath(bundle.path)) != nil
        }
        for name in [
            "../outer", "../outer.png", folder.appending(path: "outer").path, "inner/icon", "./inner/icon",
            // A slash before a combining mark is a slash too.
            "inner/\u{338}icon", "../\u{338}outer", ".hidden", "..", ".", "/", "",
        ] {
            #expect(try !isFound(name), "\(name)")
        }
        #expect(try isFound("\u{338}icon"))
        try Data(WebFixture.png).write(to: bundle.appending(path: "icon.png"))
        #expect(try isFound("icon"))
    }

    @Test func `notes are kept, bounded, and their links found`() async throws {
        let notes = try NoteStore(store: store)
        let note = try await notes.save(nil, text: "See https://example.org/a and javascript:alert(1)")
        #expect(note.link == "https://example.org/a")
        #expect(try await notes.save(note.id, text: "http:// ftp://x").link == nil)
        await #expect(throws: PageFailure.self) { try await notes.save("other", text: "x") }
        let longest = String(repeating: "x", count: WebLimits.noteBytes)
        try await notes.delete(try await notes.save(nil, text: longest).id)
        await #expect(throws: PageFailure.self) { try await notes.save(nil, text: longest + "x") }
        #expect(try await NoteStore(store: store).notes.map(\.text) == ["http:// ftp://x"])
        try await notes.delete(note.id)
        #expect(try await NoteStore(store: store).notes.isEmpty)
    }

    @Test func `as many notes are kept as may be, and one more is refused`() async throws {
        let all = (1..<WebLimits.notes).map { NoteStore.Note(id: "\($0)", text: "", changed: Int64($0)) }
        try RecordFile("Notes.json", in: store).write(all)
        let notes = try NoteStore(store: store)
        _ = try await notes.save(nil, text: "the last")
        await #expect(throws: PageFailure.self) { try await notes.save(nil, text: "one more") }
        #expect(try await NoteStore(store: store).notes.count == WebLimits.notes)
    }

    @Test func `a picture of more bytes than may come back is refused, not cut`() async throws {
        let library = PhotoLibrary(folder: photos, edits: edits)
        let path = try picture()
        try #require(truncate(path.string, off_t(WebLimits.pictureBytes + 1)) == 0)
        await #expect(throws: PageFailure.self) { try await library.add(path, to: "one.png", by: "org.example.Edit") }
        #expect(await library.photos().map(\.canUndo) == [false])
    }

    @Test func `hidden files of the folder are no photographs`() async throws {
        try Data(WebFixture.png).write(to: URL(fileURLWithPath: photos.appending(".two.png").string))
        let library = PhotoLibrary(folder: photos, edits: edits)
        #expect(await library.photos().map(\.name) == ["one.png"])
        #expect(await library.file(of: ".two.png") == nil)
    }

    @Test func `the list of widgets has each of them once`() async throws {
        let today = try TodayList(store: store)
        try await today.set(["a", "b", "a"] + (0..<100).map { "\($0)" })
        let list = try await TodayList(store: store).identifiers
        #expect(list.prefix(3) == ["a", "b", "0"] && list.count == WebLimits.widgets)
    }
}

/// A key of Info.plist that names a file with an icon.
enum IconKey: CaseIterable {
    case primaryIcon, files, file

    /// An Info.plist in which this key has a name.
    func manifest(_ name: String) -> String {
        let list = "<key>CFBundleIconFiles</key><array><string>\(name)</string></array>"
        let content =
            switch self {
            case .primaryIcon:
                "<key>CFBundleIcons</key><dict><key>CFBundlePrimaryIcon</key><dict>\(list)</dict></dict>"
            case .files: list
            case .file: "<key>CFBundleIconFile</key><string>\(name)</string>"
            }
        return "<plist><dict>\(content)</dict></plist>"
    }
}
