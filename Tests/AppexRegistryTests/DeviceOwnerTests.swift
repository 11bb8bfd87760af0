import AppexModel
import AppexRegistry
import Foundation
import Glibc
import SystemPackage
import Testing

/// A device belongs to the user who runs it, and nothing of another user's device is made, opened or emptied.
@Suite struct DeviceOwnerTests {
    private static let stranger: uid_t = 65_534

    /// A folder beside the device with a file that nobody may touch.
    private static func makeTarget(_ device: DeviceFixture) throws -> FilePath {
        let target = device.folder.appending("target")
        try FileManager.default.createDirectory(atPath: target.string, withIntermediateDirectories: true)
        try Data("kept".utf8).write(to: URL(fileURLWithPath: target.appending("file").string))
        return target
    }

    /// Every name below a folder, with what lstat(2) says of owner and mode.
    private static func snapshot(_ folder: FilePath) throws -> [String: [UInt32]] {
        var result: [String: [UInt32]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.string) + [""] {
            var status = stat()
            try #require(lstat(folder.appending(name).string, &status) == 0)
            result[name] = [status.st_mode, status.st_uid]
        }
        return result
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `root is refused on the device of another user before anything is made or emptied`() throws {
        try DeviceFixture.with { device in
            _ = try device.open().install(appAt: BundleFixture(in: device.folder).path)
            let target = try Self.makeTarget(device)
            rmdir(device.layout.staging.string)
            symlink(target.string, device.layout.staging.string)
            for name in try FileManager.default.subpathsOfDirectory(atPath: device.layout.root.string) + [""] {
                lchown(device.layout.root.appending(name).string, Self.stranger, Self.stranger)
            }
            let before = try Self.snapshot(device.folder)
            #expect(throws: RegistryError.self) { try device.open() }
            #expect(try Self.snapshot(device.folder) == before)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a device that is not there yet is not made in the folder of another user`() throws {
        try DeviceFixture.with { device in
            chown(device.folder.string, Self.stranger, Self.stranger)
            #expect(throws: RegistryError.self) { try device.open() }
            let names = try device.names(device.folder)
            #expect(names.isEmpty)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
    func `a single folder of another user inside the device is refused`() throws {
        for index in try DeviceFixture.with({ $0.layout.folders.indices }) {
            try DeviceFixture.with { device in
                _ = try device.open()
                let folder = device.layout.folders[index]
                chown(folder.string, Self.stranger, Self.stranger)
                #expect(throws: RegistryError.self, "\(folder)") { try device.open() }
            }
        }
    }

    @Test func `a symbolic link in the place of any folder of the device is refused and not followed`() throws {
        for index in try DeviceFixture.with({ $0.layout.folders.indices.dropFirst() }) {
            try DeviceFixture.with { device in
                _ = try device.open()
                let target = try Self.makeTarget(device)
                let folder = device.layout.folders[index]
                try FileManager.default.removeItem(atPath: folder.string)
                symlink(target.string, folder.string)
                #expect(throws: RegistryError.self, "\(folder)") { try device.open() }
                #expect(try device.names(target) == ["file"], "\(folder)")
            }
        }
    }

    /// The container of each kind that an installed app has.
    private static func container(_ kind: Int, of device: DeviceFixture) throws -> FilePath {
        let app = try device.open().install(appAt: BundleFixture(in: device.folder).path)
        return [
            app.bundlePath.removingLastComponent(), app.containerPath, try #require(app.extensions.last).containerPath,
            try #require(app.groups.first).containerPath,
        ][kind]
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give files away"), arguments: 0..<4)
    func `a recorded container of another user is refused`(kind: Int) throws {
        try DeviceFixture.with { device in
            let container = try Self.container(kind, of: device)
            chown(container.string, Self.stranger, Self.stranger)
            let error = #expect(throws: RegistryError.self) { try device.open() }
            #expect(error?.code == .files && error?.description.contains(container.string) == true, "\(error as Any)")
        }
    }

    @Test(arguments: 0..<4)
    func `a symbolic link in the place of a recorded container is refused and not followed`(kind: Int) throws {
        try DeviceFixture.with { device in
            let container = try Self.container(kind, of: device)
            let target = try Self.makeTarget(device)
            try FileManager.default.removeItem(atPath: container.string)
            symlink(target.string, container.string)
            let error = #expect(throws: RegistryError.self) { try device.open() }
            #expect(error?.code == .files && error?.description.contains(container.string) == true, "\(error as Any)")
            #expect(try device.names(target) == ["file"])
        }
    }

    @Test func `a folder of the device that others may write to is refused`() throws {
        for mode in [0o706, 0o702] as [mode_t] {
            for index in try DeviceFixture.with({ $0.layout.folders.indices }) {
                try DeviceFixture.with { device in
                    _ = try device.open()
                    let folder = device.layout.folders[index]
                    chmod(folder.string, mode)
                    #expect(throws: RegistryError.self, "\(folder)") { try device.open() }
                }
            }
        }
    }

    @Test func `a registry file that is a symbolic link is refused`() throws {
        for suffix in ["", "-wal", "-journal"] {
            try DeviceFixture.with { device in
                _ = try device.open()
                let target = try Self.makeTarget(device)
                let file = device.layout.registry.string + suffix
                unlink(file)
                symlink(target.appending("file").string, file)
                #expect(throws: RegistryError.self, "\(file)") { try device.open() }
                let content = FileManager.default.contents(atPath: target.appending("file").string)
                #expect(content == Data("kept".utf8))
            }
        }
    }

    @Test func `a device whose parent folders are reached through symbolic links works`() throws {
        try DeviceFixture.with { device in
            let real = device.folder.appending("real/deep")
            try FileManager.default.createDirectory(atPath: real.string, withIntermediateDirectories: true)
            symlink("real", device.folder.appending("link").string)
            let layout = try DeviceLayout(root: device.folder.appending("link/deep/root"))
            let store = try RegistryStore(layout: layout)
            try store.recover()
            let app = try store.install(appAt: BundleFixture(in: device.folder).path)
            #expect(FileManager.default.fileExists(atPath: app.executablePath.string))
            #expect(try device.names(real) == ["root"])
        }
    }

    @Test func `a data container in whose place somebody put a symbolic link is removed, not followed`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let app = try store.install(appAt: BundleFixture(in: device.folder).path)
            let target = try Self.makeTarget(device)
            try FileManager.default.removeItem(atPath: app.containerPath.string)
            symlink(target.string, app.containerPath.string)
            try store.uninstall(app.bundleIdentifier)
            #expect(try device.names(target) == ["file"])
            try device.expectNothingLeftOver(store)
        }
    }
}
