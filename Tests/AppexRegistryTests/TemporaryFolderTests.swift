import AppexSystem
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import AppexRegistry

/// What an extension may have left in its container for the broker to fall over.
@Suite struct TemporaryFolderTests {
    /// Makes a container and a folder outside it with a file, and afterwards looks whether that is as it was.
    private func withContainer(_ body: (_ container: FilePath, _ outside: FilePath) throws -> Void) throws {
        let folder = FilePath("/tmp/appex-temporary-\(UUID().uuidString)")
        let (container, outside) = (folder.appending("container"), folder.appending("outside"))
        for path in [container, outside] {
            try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let file = outside.appending("file").string
        try Data("untouched".utf8).write(to: URL(fileURLWithPath: file))
        chmod(file, 0o640)
        try body(container, outside)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("untouched".utf8))
    }

    private func expectEmpty(_ container: FilePath) throws {
        try TemporaryFolder.empty(inContainer: container)
        var status = stat()
        #expect(lstat(container.appending("tmp").string, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR)
        #expect(try FileManager.default.contentsOfDirectory(atPath: container.appending("tmp").string).isEmpty)
    }

    @Test func `a link in the place of the folder is removed and not followed`() throws {
        try withContainer { container, outside in
            symlink(outside.string, container.appending("tmp").string)
            try expectEmpty(container)
        }
    }

    @Test func `links in the folder are removed and not followed`() throws {
        try withContainer { container, outside in
            let tmp = container.appending("tmp")
            mkdir(tmp.string, 0o700)
            symlink(outside.string, tmp.appending("folder").string)
            symlink(outside.appending("file").string, tmp.appending("file").string)
            symlink("/nonexistent", tmp.appending("purge-1").string)
            mkdir(tmp.appending("inner").string, 0o700)
            symlink(outside.string, tmp.appending("inner").appending("folder").string)
            try expectEmpty(container)
        }
    }

    @Test func `a file in the place of the folder makes room for it`() throws {
        try withContainer { container, _ in
            try Data().write(to: URL(fileURLWithPath: container.appending("tmp").string))
            try expectEmpty(container)
        }
    }

    @Test func `folders nested deeper than any path may be are removed, unreadable ones too`() throws {
        try withContainer { container, _ in
            var folder = try Descriptor(opening: container, O_RDONLY | O_DIRECTORY)
            for depth in 0..<3000 {
                let name = depth == 0 ? "tmp" : "d"
                #expect(mkdirat(folder.rawValue, name, 0o700) == 0)
                let inner = Descriptor(owning: openat(folder.rawValue, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
                if depth % 100 == 99 { fchmod(folder.rawValue, 0) }
                folder = inner
            }
            try expectEmpty(container)
        }
    }
}
