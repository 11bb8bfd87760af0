import AppexModel
import AppexRegistry
import Foundation
import Glibc
import SystemPackage
import Testing

/// What of a disk runs out.
enum DiskResource: CaseIterable {
    case space, files
}

/// A device on a small file system of its own.
private struct SmallDisk {
    let folder: FilePath

    static func with(_ body: (SmallDisk, DeviceFixture) throws -> Void) throws {
        try DeviceFixture.with { device in
            let folder = device.folder.appending("disk")
            mkdir(folder.string, 0o700)
            try #require(mount("tmpfs", folder.string, "tmpfs", 0, "size=64m,mode=700") == 0)
            defer { umount2(folder.string, CInt(MNT_DETACH)) }
            let small = try DeviceFixture(folder: folder)
            // Bundles that are installed lie outside of it.
            _ = try BundleFixture(in: device.folder.appending("Old"))
            _ = try BundleFixture(in: device.folder, version: "2.0", extensions: ["Sepia", "New"])
            try body(SmallDisk(folder: folder), small)
        }
    }

    /// Leaves room for so many pages of 4 KiB, or so many files.
    func leave(_ count: Int, of resource: DiskResource) throws {
        var status = statvfs()
        try #require(statvfs(folder.string, &status) == 0)
        switch resource {
        case .space:
            let used = Int(status.f_blocks - status.f_bfree) * Int(status.f_bsize)
            // A size of 0 would be none at all.
            try remount("size=\(max(4096, used + count * 4096))")
        case .files: try remount("nr_inodes=\(Int(status.f_files - status.f_ffree) + count)")
        }
    }

    /// Makes room again.
    func clear() throws { try remount("size=64m,nr_inodes=100000") }

    func remount(_ options: String, flags: Int = 0) throws {
        try #require(mount("tmpfs", folder.string, "tmpfs", UInt(MS_REMOUNT) | UInt(flags), options) == 0)
    }
}

@Suite(.serialized, .enabled(if: geteuid() == 0, "only root may mount")) struct FullDiskTests {
    enum Change: CaseIterable {
        case install, update, uninstall, elect
    }

    /// More than any of the changes needs.
    private static let enough = 400
    private static let sepia = BundleIdentifier(rawValue: "org.example.darkroom.sepia")

    private static func make(_ change: Change, _ store: RegistryStore, _ device: DeviceFixture) throws {
        let folder = device.folder.removingLastComponent()
        switch change {
        case .install, .update: _ = try store.install(appAt: folder.appending("Darkroom.app"))
        case .uninstall: try store.uninstall(try #require(store.apps().first?.bundleIdentifier))
        case .elect: try store.elect(.ignore, for: try #require(Self.sepia))
        }
    }

    /// What a query shows of the state.
    private static func state(_ store: RegistryStore) -> [String] {
        store.apps().map { "\($0.shortVersion ?? "") \($0.extensions.map(\.standing))" }
    }

    private static func expectClear(_ error: any Error) {
        let isTyped = [.files, .database].contains((error as? RegistryError)?.code)
        #expect(isTyped, "\(error)")
        #expect("\(error)".contains("free space for the device and try again"), "\(error)")
    }

    @Test(arguments: Change.allCases, DiskResource.allCases)
    func `a change for which there is no room leaves the old state, wherever the disk becomes full`(
        change: Change, resource: DiskResource
    ) throws {
        try SmallDisk.with { disk, device in
            if change != .install {
                let old = device.folder.removingLastComponent().appending("Old/Darkroom.app")
                _ = try device.open().install(appAt: old)
            }
            let before = Self.state(try device.open())
            var failures = 0
            // Every file, but not every page: that would take three times as long.
            for room in stride(from: 0, through: Self.enough, by: resource == .space ? 3 : 1) {
                // Opened anew each time, so that no file has room left from the attempt before.
                let store = try device.open()
                try disk.leave(room, of: resource)
                do {
                    try Self.make(change, store, device)
                    break
                } catch {
                    failures += 1
                    Self.expectClear(error)
                }
                try disk.clear()
                #expect(Self.state(store) == before)
                try device.expectNothingLeftOver(store)
            }
            try disk.clear()
            // On the old state the loop has ended for want of attempts.
            let after = try device.open()
            #expect(Self.state(after) != before)
            try device.expectNothingLeftOver(after)
            // A change that makes no file needs none.
            #expect(failures > 0 || resource == .files && (change == .uninstall || change == .elect), "\(failures)")
        }
    }

    @Test(arguments: DiskResource.allCases)
    func `the first opening of a device without room is an error, and the next one works`(resource: DiskResource) throws
    {
        try SmallDisk.with { disk, device in
            for room in 0...Self.enough {
                try disk.leave(room, of: resource)
                let isOpen: Bool
                do {
                    _ = try RegistryStore(layout: device.layout)
                    isOpen = true
                } catch {
                    #expect([.files, .database].contains((error as? RegistryError)?.code), "\(error)")
                    isOpen = false
                }
                try disk.clear()
                let store = try device.open()
                #expect(store.apps().isEmpty)
                if isOpen { return #expect(room > 0) }
                try FileManager.default.removeItem(atPath: device.layout.root.string)
            }
            Issue.record("it never opened")
        }
    }

    @Test func `a device that cannot be written to is refused with a sentence, and is as it was afterwards`() throws {
        try SmallDisk.with { disk, device in
            _ = try device.open().install(
                appAt: device.folder.removingLastComponent().appending("Old/Darkroom.app"))
            try disk.remount("size=64m", flags: Int(MS_RDONLY))
            let error = #expect(throws: RegistryError.self) { try device.open() }
            #expect(error?.message.hasPrefix("cannot ") == true, "\(String(describing: error))")
            try disk.remount("size=64m")
            let store = try device.open()
            #expect(store.apps().map(\.shortVersion) == ["1.0"])
            try device.expectNothingLeftOver(store)
        }
    }
}
