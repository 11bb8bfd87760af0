import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

/// The runtime folder and others that hold sockets and locks.
@Suite struct PrivateFolderTests {
    private func withFolder(_ body: (FilePath) throws -> Void) throws {
        let folder = FilePath("/tmp/appex-private-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        try body(folder)
    }

    private static func names(_ folder: FilePath) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? ["unreadable"]
    }

    @Test func `a folder is made with its parents, each for this user alone`() throws {
        try withFolder { folder in
            let path = folder.appending("a/b")
            try PrivateFolder.make(path)
            try PrivateFolder.make(path)
            for made in [path, folder.appending("a")] {
                var status = stat()
                try #require(lstat(made.string, &status) == 0)
                #expect(status.st_mode == S_IFDIR | 0o700 && status.st_uid == geteuid())
            }
        }
    }

    @Test(arguments: [0o701, 0o710, 0o740, 0o704] as [mode_t])
    func `a folder that others may enter or read is not private`(mode: mode_t) throws {
        try withFolder { folder in
            let path = folder.appending("open")
            mkdir(path.string, 0o700)
            try PrivateFolder.make(path)
            chmod(path.string, mode)
            #expect(throws: FolderOwnerError.self) { try PrivateFolder.make(path) }
        }
    }

    @Test func `forty links in a path are followed, and one more is not`() throws {
        try withFolder { folder in
            mkdir(folder.appending("0").string, 0o700)
            for number in 1...41 { symlink("\(number - 1)", folder.appending("\(number)").string) }
            _ = try OwnedFolder(at: folder.appending("40"))
            do throws(FolderOwnerError) {
                _ = try OwnedFolder(at: folder.appending("41"))
                Issue.record("41 links were followed")
            } catch {
                #expect(error.errno == .tooManySymbolicLinkLevels)
            }
        }
    }

    @Test(arguments: [0o770, 0o777] as [mode_t])
    func `below a folder in which others may rename what is not theirs nothing is made`(mode: mode_t) throws {
        try withFolder { folder in
            let shared = folder.appending("shared")
            mkdir(shared.string, 0o700)
            // Not the group of the user's own number, which is private to the user.
            if geteuid() == 0 { chown(shared.string, 0, 65_534) }
            chmod(shared.string, mode)
            #expect(throws: (any Error).self) { try PrivateFolder.make(shared.appending("a/b")) }
            #expect(Self.names(shared).isEmpty)
            // In a sticky one names are safe.
            chmod(shared.string, mode | S_ISVTX)
            try PrivateFolder.make(shared.appending("a/b"))
        }
    }

    @Test(.enabled(if: geteuid() == getegid(), "the user's own group has another number"))
    func `a folder to which only this user's own group may write is used, and no other shared one`() throws {
        try withFolder { folder in
            let device = folder.appending("device")
            mkdir(device.string, 0o700)
            mkdir(device.appending("Library").string, 0o700)
            func expect(_ isUsed: Bool, root: mode_t, library: mode_t, group: gid_t = getegid()) {
                for path in [device, device.appending("Library")] { chown(path.string, geteuid(), group) }
                chmod(device.string, root)
                chmod(device.appending("Library").string, library)
                let opened: ()? = try? { _ = try OwnedFolder(at: device).folder(along: "Library") }()
                #expect((opened != nil) == isUsed, "\(String(root, radix: 8)) \(String(library, radix: 8)) \(group)")
            }
            // As `mkdir` makes them with umask 002.
            expect(true, root: 0o775, library: 0o775)
            expect(true, root: 0o2775, library: 0o770)
            expect(false, root: 0o777, library: 0o700)
            expect(false, root: 0o1777, library: 0o700)
            expect(false, root: 0o700, library: 0o702)
            guard geteuid() == 0 else { return }
            expect(false, root: 0o775, library: 0o755, group: 65_534)
            expect(false, root: 0o755, library: 0o775, group: 65_534)
            expect(true, root: 0o755, library: 0o755, group: 65_534)
        }
    }

    @Test func `a sticky folder is shared, so that nobody is told to take it from the others`() throws {
        try withFolder { folder in
            let shared = folder.appending("shared")
            mkdir(shared.string, 0o700)
            for (mode, reason) in [(0o1777, .shared), (0o777, .writableByOthers)]
                as [(mode_t, FolderOwnerError.Reason)]
            {
                chmod(shared.string, mode)
                let error = #expect(throws: FolderOwnerError.self) { _ = try OwnedFolder(at: shared) }
                #expect(error?.reason == reason)
            }
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a folder that another user made first is refused`() throws {
        try withFolder { folder in
            let path = folder.appending("mine")
            mkdir(path.string, 0o700)
            chown(path.string, 65_534, 65_534)
            #expect(throws: (any Error).self) { try PrivateFolder.make(path) }
            #expect(throws: (any Error).self) { try PrivateFolder.make(path.appending("inner")) }
            #expect(Self.names(path).isEmpty)
        }
    }

    @Test func `a symbolic link in the folder's place is refused`() throws {
        try withFolder { folder in
            mkdir(folder.appending("other").string, 0o700)
            symlink("other", folder.appending("link").string)
            #expect(throws: (any Error).self) { try PrivateFolder.make(folder.appending("link")) }
            // In its parents one of this user's own is.
            try PrivateFolder.make(folder.appending("link/inner"))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a symbolic link of another user in the parents is refused`() throws {
        try withFolder { folder in
            chmod(folder.string, 0o1777)
            mkdir(folder.appending("other").string, 0o700)
            symlink("other", folder.appending("link").string)
            lchown(folder.appending("link").string, 65_534, 65_534)
            #expect(throws: (any Error).self) { try PrivateFolder.make(folder.appending("link/inner")) }
            #expect(Self.names(folder.appending("other")).isEmpty)
        }
    }
}
