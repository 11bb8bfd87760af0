import AppexModel
@testable import AppexRegistry
import Foundation
import OpenUniformTypeIdentifiers
import SystemPackage
import Testing

/// The index is only a copy: whatever becomes of its file, the registry answers as the database says.
@Suite struct IndexTests {
    private func file(_ device: DeviceFixture) -> URL {
        URL(fileURLWithPath: device.layout.registryIndex.string)
    }

    private func install(_ device: DeviceFixture) throws -> [InstalledApp] {
        let store = try device.open()
        _ = try store.install(appAt: try BundleFixture(in: device.folder).path)
        let other = try BundleFixture(in: device.folder, name: "Other.app", identifier: "org.example.other")
        _ = try store.install(appAt: other.path)
        return store.apps()
    }

    @Test func `opening reads the index when it is of the database's state`() throws {
        try DeviceFixture.with { device in
            let apps = try install(device)
            let written = try FileManager.default.attributesOfItem(atPath: file(device).path)[.systemFileNumber] as? Int
            #expect(try device.open().apps() == apps)
            let now = try FileManager.default.attributesOfItem(atPath: file(device).path)[.systemFileNumber] as? Int
            #expect(written == now)
        }
    }

    @Test func `an index that is gone, of another state or no index is made anew`() throws {
        try DeviceFixture.with { device in
            _ = try device.open().install(appAt: try BundleFixture(in: device.folder).path)
            let old = try Data(contentsOf: file(device))
            let other = try BundleFixture(in: device.folder, name: "Other.app", identifier: "org.example.other")
            _ = try device.open().install(appAt: other.path)
            let new = try Data(contentsOf: file(device))
            for bytes in [nil, old, Data(), Data("x".utf8), new + [0], new.dropLast()] {
                try FileManager.default.removeItem(at: file(device))
                if let bytes { try bytes.write(to: file(device)) }
                #expect(try device.open().apps().count == 2)
                #expect(try Data(contentsOf: file(device)) == new)
            }
            try FileManager.default.removeItem(at: file(device))
            #expect(mkfifo(file(device).path, 0o600) == 0)
            #expect(try device.open().apps().count == 2)
        }
    }

    @Test func `an index that cannot be written costs nothing but time`() throws {
        try DeviceFixture.with { device in
            try FileManager.default.createDirectory(
                atPath: device.layout.registryIndex.string + "/in the way", withIntermediateDirectories: true)
            let apps = try install(device)
            #expect(try device.open().apps() == apps)
        }
    }

    @Test func `every damaged byte is noticed`() throws {
        try DeviceFixture.with { device in
            let apps = try install(device)
            let bytes = try Data(contentsOf: file(device))
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<40 {
                var damaged = bytes
                damaged[Int.random(in: 0..<bytes.count, using: &generator)] ^= UInt8.random(in: 1...255)
                try damaged.write(to: file(device))
                #expect(try device.open().apps() == apps)
                #expect(try Data(contentsOf: file(device)) == bytes)
            }
        }
    }

    @Test func `a forged index gives wrong answers or none, and never traps`() throws {
        try DeviceFixture.with { device in
            _ = try install(device)
            let bytes = [UInt8](try Data(contentsOf: file(device)))
            let share = try #require(BundleIdentifier(rawValue: "org.example.other.sepia"))
            for round in 0..<300 {
                var forged = bytes
                for _ in 0..<Int.random(in: 1...8) {
                    let place = Int.random(in: 16..<forged.count)
                    // Numbers are where it hurts: huge ones, and ones that are only a little wrong.
                    forged[place] = round.isMultiple(of: 2) ? .max : forged[place] &+ UInt8.random(in: 1...3)
                }
                let signed = IndexHeader.signed(forged)
                guard let index = RegistryIndex(bytes: signed, layout: device.layout) else { continue }
                for number in -1...index.appCount { _ = index.app(at: number) }
                for number in -1...index.appexCount { _ = (index.appex(at: number), index.entry(at: number)) }
                _ = (try? index.rules(types: .system), index.rowNumbers)
                _ = (index.app(share), index.copies(of: share), index.offered(at: nil), index.identifiers)
            }
        }
    }
}
