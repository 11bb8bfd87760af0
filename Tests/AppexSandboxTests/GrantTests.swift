import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexSandbox

/// Files that an extension is given while it runs.
@Suite(.timeLimit(.minutes(30)))
struct GrantTests {
    /// A probe that says of paths what can be done with them.
    private struct Reader {
        let launch: LaunchIdentifier
        let output: TestPipe
        let control: DescriptorBag

        init(_ fixture: SandboxFixture) async throws {
            let running = try await fixture.start(fixture.plan(["granted"]))
            launch = running.launch
            output = running.output
            control = running.control
            #expect(String(decoding: output.read(), as: UTF8.self) == "ready\n")
        }

        func say(_ path: String) throws -> String {
            let number = try #require(control.withNumbers { $0.first })
            let wasSent = try Packet.send(Array(path.utf8), nil, on: number)
            try #require(wasSent)
            return String(decoding: output.read(), as: UTF8.self).trimmingCharacters(in: .newlines)
        }
    }

    private static func granted(_ number: UInt64, _ name: String = "photo.jpg") throws -> GrantedFile {
        try #require(GrantedFile(number: number, name: name))
    }

    /// A file that whoever runs the launcher can read, in a folder with a secret.
    private static func file(_ fixture: SandboxFixture) throws -> (path: FilePath, inode: ino_t) {
        let path = fixture.other.appending("photo.jpg")
        try Data("pixels".utf8).write(to: URL(fileURLWithPath: path.string))
        // An ordinary user's own file, where the launcher runs as one.
        var folder = stat()
        try #require(stat(fixture.other.string, &folder) == 0)
        chown(path.string, folder.st_uid, folder.st_gid)
        return (path, try Descriptor(naming: path).status().st_ino)
    }

    /// O_PATH, which the C library's module map hides.
    private static let nameOnly: CInt = 0o10_000_000

    /// Why a named file is not granted; nil when it is.
    private func error(
        of file: consuming Descriptor, in fixture: SandboxFixture, _ launch: LaunchIdentifier
    ) async throws -> (step: String, error: Errno)? {
        let granted = try Self.granted(.random(in: 100 ... .max), "odd")
        do throws(SandboxError) {
            try await fixture.launcher.grant(file, as: granted, to: launch)
            return nil
        } catch .notChanged(let step, let error) {
            return (step, error)
        }
    }

    private func error(
        of path: String, _ flags: CInt = Self.nameOnly, in fixture: SandboxFixture, _ launch: LaunchIdentifier
    ) async throws -> (step: String, error: Errno)? {
        try await error(of: Descriptor(opening: FilePath(path), flags), in: fixture, launch)
    }

    @Test(arguments: LauncherMode.safe.filter(\.hasPrivateRoot))
    func `a granted file is the original, alone, read-only, and gone when it is revoked`(_ mode: LauncherMode)
        async throws
    {
        try await SandboxFixture.with(mode) { fixture in
            let reader = try await Reader(fixture)
            let (path, inode) = try Self.file(fixture)
            let granted = try Self.granted(7)
            #expect(try reader.say(granted.path.string).hasPrefix("open \(ENOENT) "))
            try await fixture.launcher.grant(Descriptor(naming: path), as: granted, to: reader.launch)
            #expect(
                try reader.say(granted.path.string)
                    == """
                    open 0 inode \(inode) write \(EROFS) truncate \(EROFS) chmod \(EROFS) fchmod \(EROFS) \
                    unlink \(EROFS) rename \(EROFS) new \(ENOTDIR) beside 1 in -\(ENOTDIR) kept 0
                    """)
            #expect(try reader.say(path.string).hasPrefix("open \(ENOENT) "))
            #expect(try reader.say(fixture.other.appending("secret").string).hasPrefix("open \(ENOENT) "))
            try await fixture.launcher.revoke(granted, of: reader.launch)
            let after = try reader.say(granted.path.string)
            #expect(after.hasPrefix("open \(ENOENT) ") && after.hasSuffix(" beside -\(ENOENT) in -\(ENOENT) kept 0"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: path.string)) == Data("pixels".utf8))
        }
    }

    @Test(arguments: LauncherMode.safe.filter(\.hasPrivateRoot))
    func `a granted folder shows what is in it, and nothing around it`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let reader = try await Reader(fixture)
            let granted = try Self.granted(8, "Album")
            try await fixture.launcher.grant(
                Descriptor(naming: fixture.other), as: granted, to: reader.launch)
            let folder = try reader.say(granted.path.string)
            #expect(folder.contains(" new \(EROFS) beside 1 in 1 "), "\(folder)")
            #expect(try reader.say(granted.path.appending("secret").string).hasPrefix("open 0 "))
            #expect(try reader.say(granted.path.string + "/../..").contains(" in 1 "))
            try await fixture.launcher.revoke(granted, of: reader.launch)
            #expect(try reader.say(granted.path.appending("secret").string).hasPrefix("open \(ENOENT) "))
        }
    }

    @Test func `what is mounted inside a folder is not granted with it`() async throws {
        try await SandboxFixture.with { fixture in
            let reader = try await Reader(fixture)
            // The root of any machine has mounts in it, /proc at least.
            let refused = try await error(of: "/", in: fixture, reader.launch)
            #expect(refused?.step == "file" && refused?.error == .invalidArgument)
        }
    }

    @Test func `only names of files and folders that are still there are granted, and none of the kernel's own`()
        async throws
    {
        try await SandboxFixture.with { fixture in
            let reader = try await Reader(fixture)
            let (path, _) = try Self.file(fixture)
            for (odd, flags) in [
                ("/dev/null", Self.nameOnly), ("/proc/self/environ", Self.nameOnly), ("/proc", Self.nameOnly),
                ("/sys/kernel/notes", Self.nameOnly), (path.string, O_WRONLY), (path.string, O_RDONLY),
            ] {
                #expect(
                    try await error(of: odd, flags, in: fixture, reader.launch)?.error == .invalidArgument, "\(odd)")
            }
            let (socket, _) = try PacketSocket.pair().bags()
            let memory = try SealedMemory.file(holding: Array("memory".utf8).span.bytes)
            let link = "/proc/self/fd/\(memory.rawValue)"
            #expect(try await error(of: link, in: fixture, reader.launch)?.error == .noSuchFileOrDirectory)
            for odd in [socket, DescriptorBag(memory)] {
                guard let file = odd.take() else { continue }
                #expect(try await error(of: file, in: fixture, reader.launch)?.error == .invalidArgument)
            }
            let deleted = try Descriptor(naming: path)
            unlink(path.string)
            #expect(try await error(of: deleted, in: fixture, reader.launch)?.error == .noSuchFileOrDirectory)
            #expect(try reader.say(GrantedFile.place.appending("x").string).contains(" beside 0 "))
        }
    }

    @Test func `another file or a link under the path of an opened one is not granted`() async throws {
        try await SandboxFixture.with { fixture in
            let reader = try await Reader(fixture)
            let (path, _) = try Self.file(fixture)
            // What the kernel calls a file that has been deleted may be the name of another one.
            let other = FilePath(path.string + " (deleted)")
            try Data("other".utf8).write(to: URL(fileURLWithPath: other.string))
            let first = try Descriptor(naming: path)
            let second = try first.duplicate()
            try #require(unlink(path.string) == 0)
            #expect(try await error(of: first, in: fixture, reader.launch)?.error == Errno(rawValue: ESTALE))
            try #require(unlink(other.string) == 0)
            try #require(symlink(fixture.other.appending("secret").string, other.string) == 0)
            #expect(try await error(of: second, in: fixture, reader.launch)?.error == .tooManySymbolicLinkLevels)
            #expect(try reader.say(GrantedFile.place.appending("x").string).contains(" beside 0 "))
        }
    }

    @Test func `a file that was renamed, or whose folder was, is found where it is now`() async throws {
        try await SandboxFixture.with { fixture in
            let reader = try await Reader(fixture)
            let (path, inode) = try Self.file(fixture)
            let moved = fixture.other.appending("moved.jpg")
            let granted = try Self.granted(9)
            let renamed = try Descriptor(naming: path)
            try #require(rename(path.string, moved.string) == 0)
            try await fixture.launcher.grant(renamed, as: granted, to: reader.launch)
            #expect(try reader.say(granted.path.string).hasPrefix("open 0 inode \(inode) "))
            // The path is that of the mount through which it was opened.
            let view = fixture.folder.appending("view")
            try #require(mkdir(view.string, 0o700) == 0)
            let below = view.appending("file")
            try Data("other".utf8).write(to: URL(fileURLWithPath: below.string))
            let opened = try Descriptor(naming: below)
            try #require(rename(view.string, view.string + "-moved") == 0)
            try #require(symlink(fixture.other.string, view.string) == 0)
            try #require(try await error(of: opened, in: fixture, reader.launch) == nil, "it is found where it is now")
        }
    }

    @Test(arguments: LauncherMode.safe.filter { !$0.hasPrivateRoot })
    func `without a private root nothing is granted`(_ mode: LauncherMode) async throws {
        try await SandboxFixture.with(mode) { fixture in
            let reader = try await Reader(fixture)
            let (path, _) = try Self.file(fixture)
            let refused = try await error(of: path.string, in: fixture, reader.launch)
            #expect(refused?.error == Errno(rawValue: EOPNOTSUPP))
        }
    }

    @Test func `a grant to a process that ends is an error or of no effect, and the launcher goes on`() async throws {
        try await SandboxFixture.with { fixture in
            let (path, _) = try Self.file(fixture)
            for round in 0..<20 {
                let reader = try await Reader(fixture)
                async let ended: Void = fixture.launcher.kill(reader.launch)
                let refused = try await error(of: path.string, in: fixture, reader.launch)
                try await ended
                _ = await fixture.collector.end(of: reader.launch)
                #expect(
                    refused == nil || refused?.error == Errno(rawValue: ESRCH), "round \(round): \(refused as Any)")
            }
            let reader = try await Reader(fixture)
            #expect(try await error(of: path.string, in: fixture, reader.launch) == nil)
        }
    }

    @Test func `a revoked file can be granted again, and one that was never granted be revoked`() async throws {
        try await SandboxFixture.with { fixture in
            let reader = try await Reader(fixture)
            let (path, _) = try Self.file(fixture)
            let granted = try Self.granted(.max, "a name with \u{e4}nd spaces")
            try await fixture.launcher.revoke(granted, of: reader.launch)
            // More often than there is room for at a time.
            for _ in 0..<600 {
                try await fixture.launcher.grant(Descriptor(naming: path), as: granted, to: reader.launch)
                try await fixture.launcher.revoke(granted, of: reader.launch)
            }
            #expect(try reader.say(GrantedFile.place.appending("x").string).contains(" beside 0 "))
        }
    }

    @Test func `a name that leads elsewhere is none`() {
        for name in ["", ".", "..", "...", "a/b", "/", "a\0b", String(repeating: "a", count: 256)] {
            #expect(GrantedFile(number: 1, name: name) == nil, "\(name)")
        }
        #expect(GrantedFile(number: 255, name: ".a")?.path == "/run/granted/ff/.a")
    }
}
