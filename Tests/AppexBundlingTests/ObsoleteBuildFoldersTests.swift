import AppexSystem
import Foundation
import SystemPackage
import Testing

@testable import appex

@Suite final class ObsoleteBuildFoldersTests {
    private let folder = FilePath(NSTemporaryDirectory()).appending("obsolete-\(UUID().uuidString)")
    private var build: FilePath { folder.appending(".build") }

    deinit { try? FileManager.default.removeItem(atPath: folder.string) }

    /// Makes a folder that was built in with the SDK at a path.
    private func make(_ name: String, with sdk: FilePath) throws -> FilePath {
        let toolset = String(decoding: try SDKToolset(sdk: sdk, runtime: "/runtime").json(), as: UTF8.self)
        let files = ["\(name)/appex-toolset.json": toolset, "\(name)/debug/App": "program"]
        try ProjectFiles.write(files, into: URL(filePath: build.string))
        return build.appending(name)
    }

    private func exists(_ path: FilePath) -> Bool { FileManager.default.fileExists(atPath: path.string) }

    @Test func `a build folder is removed when its SDK no longer exists`() throws {
        let sdk = folder.appending("sdk-2")
        try FileManager.default.createDirectory(atPath: sdk.string, withIntermediateDirectories: true)
        let old = try make("sdk-1", with: folder.appending("sdk-1"))
        let ofOtherDevice = try make("sdk-2", with: sdk)
        let current = try make("sdk-3", with: folder.appending("sdk-3"))
        ObsoleteBuildFolders.remove(in: build, except: "sdk-3")
        #expect(!exists(old) && exists(ofOtherDevice.appending("debug/App")) && exists(current.appending("debug/App")))
    }

    @Test func `of a shared folder, the build folders of the packages are removed`() throws {
        let sdk = folder.appending("sdk-1")
        try FileManager.default.createDirectory(atPath: sdk.string, withIntermediateDirectories: true)
        let one = try make("sdk-1/A-1", with: folder.appending("gone"))
        let other = try make("sdk-1/B-2", with: sdk)
        _ = try make("sdk-2/A-1", with: folder.appending("gone"))
        ObsoleteBuildFolders.remove(in: build, except: "sdk-3")
        #expect(!exists(one) && exists(other) && !exists(build.appending("sdk-2")))
    }

    @Test func `a folder in which a process builds, a link, and what has no toolset stay`() throws {
        let busy = try make("sdk-1", with: folder.appending("gone"))
        let lock = try FileLock.trying(busy.appending(".lock"))
        let target = try make("elsewhere", with: folder.appending("gone"))
        try FileManager.default.createSymbolicLink(
            atPath: build.appending("sdk-2").string, withDestinationPath: target.string)
        try ProjectFiles.write(
            ["sdk-4/notes": "mine", "sdk-5/appex-toolset.json": "[]"], into: URL(filePath: build.string))
        ObsoleteBuildFolders.remove(in: build, except: "sdk-3")
        #expect(exists(busy.appending("debug/App")) && exists(target.appending("debug/App")))
        let empty = build.appending("sdk-6")
        try FileManager.default.createDirectory(atPath: empty.string, withIntermediateDirectories: false)
        ObsoleteBuildFolders.remove(in: build, except: "sdk-3")
        #expect(exists(build.appending("sdk-4/notes")) && exists(build.appending("sdk-5")) && exists(empty))
        _ = consume lock
        ObsoleteBuildFolders.remove(in: build, except: "sdk-3")
        #expect(!exists(busy))
    }
}
