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
