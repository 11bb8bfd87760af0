import AppexModel
import AppexRegistry
import Foundation
import SystemPackage
import Testing

@Suite struct RegistryFileTests {
    private func refusal(_ device: DeviceFixture) throws -> RegistryError {
        try #require(throws: RegistryError.self) { try device.open() }
    }

    private func installed(_ device: DeviceFixture) throws {
        _ = try device.open().install(appAt: try BundleFixture(in: device.folder).path)
    }

    @Test func `a registry that is no database is refused and nothing is removed`() throws {
        try DeviceFixture.with { device in
            try installed(device)
            let containers = try device.names(device.layout.bundleContainers)
            let file = device.layout.registry.string
            try? FileManager.default.removeItem(atPath: file + "-wal")
            try Data("this is not a database, and long enough to be looked at as one".utf8).write(
                to: URL(fileURLWithPath: file))
            let error = try refusal(device)
            #expect(error.code == .registryDamaged)
            #expect(error.description.contains(file))
            #expect(error.description.contains("move the folder \(device.layout.root) away"))
            #expect(try device.names(device.layout.bundleContainers) == containers)
        }
    }

    @Test func `a damaged page is refused and nothing is removed`() throws {
        try DeviceFixture.with { device in
            try installed(device)
            let containers = try device.names(device.layout.bundleContainers)
            let file = URL(fileURLWithPath: device.layout.registry.string)
            var bytes = try Data(contentsOf: file)
            bytes.replaceSubrange(4_096..<bytes.count, with: Data(repeating: 0xA5, count: bytes.count - 4_096))
            try bytes.write(to: file)
            #expect(try refusal(device).code == .registryDamaged)
            #expect(try device.names(device.layout.bundleContainers) == containers)
        }
    }

    @Test func `a registry that is gone while containers are there is not replaced`() throws {
        try DeviceFixture.with { device in
            try installed(device)
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: device.layout.registry.string + suffix)
            }
            #expect(try refusal(device).code == .registryDamaged)
            #expect(try !device.names(device.layout.bundleContainers).isEmpty)
        }
    }

    @Test(arguments: 0..<4)
    func `a registry that is gone is not replaced while containers of any one kind are there`(kind: Int) throws {
        try DeviceFixture.with { device in
            try installed(device)
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: device.layout.registry.string + suffix)
            }
            let layout = device.layout
            let folders = [
                layout.bundleContainers, layout.appDataContainers, layout.extensionDataContainers,
                layout.groupContainers,
            ]
            for folder in folders where folder != folders[kind] {
                for name in try device.names(folder) {
                    try FileManager.default.removeItem(atPath: folder.appending(name).string)
                }
            }
            let containers = try device.names(folders[kind])
            #expect(!containers.isEmpty)
            #expect(try refusal(device).code == .registryDamaged)
            #expect(try device.names(folders[kind]) == containers)
        }
    }

    @Test func `a second opener is refused`() throws {
        try DeviceFixture.with { device in
            let store = try device.open()
            let error = try refusal(device)
            #expect(error.code == .database)
            #expect(error.description.contains("another process has it open"))
            // SQLite locks the file for the process.
            #expect(error.description.contains("(\(getpid()))"), "\(error)")
            #expect(store.apps().isEmpty)
        }
    }

    @Test func `opening removes what no row names and keeps what one does`() throws {
        try DeviceFixture.with { device in
            try installed(device)
            for folder in [
                device.layout.bundleContainers, device.layout.appDataContainers, device.layout.extensionDataContainers,
                device.layout.groupContainers, device.layout.staging,
            ] {
                try FileManager.default.createDirectory(
                    atPath: folder.appending("\(UUID().uuidString)/a/b").string, withIntermediateDirectories: true)
            }
            let store = try device.open()
            #expect(store.apps().count == 1)
            try device.expectNothingLeftOver(store)
        }
    }

    @Test func `opening makes a container anew that somebody deleted`() throws {
        try DeviceFixture.with { device in
            try installed(device)
            for folder in [
                device.layout.appDataContainers, device.layout.extensionDataContainers, device.layout.groupContainers,
            ] {
                try FileManager.default.removeItem(atPath: folder.string)
            }
            try device.expectNothingLeftOver(try device.open())
        }
    }

    @Test func `a device folder that cannot be made is named`() throws {
        try DeviceFixture.with { device in
            #expect(FileManager.default.createFile(atPath: device.layout.root.string, contents: nil))
            let error = try refusal(device)
            #expect(error.code == .files)
            #expect(error.description.contains("\(device.layout.root) cannot be opened"))
        }
    }
}
