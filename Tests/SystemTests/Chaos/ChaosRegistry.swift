import AppexModel
import AppexRegistry
import Foundation
import GRDB
import SystemPackage

/// Whether a device's registry is whole, looked at once no broker has it open.
enum ChaosRegistry {
    /// A sentence for each thing that is not as it should be.
    static func faults(_ layout: DeviceLayout) -> [String] {
        do {
            return try integrity(layout) + index(layout) + containers(layout)
        } catch {
            return ["the registry cannot be opened: \(error)"]
        }
    }

    private static func integrity(_ layout: DeviceLayout) throws -> [String] {
        let answers = try DatabaseQueue(path: layout.registry.string).read {
            try String.fetchAll($0, sql: "PRAGMA integrity_check")
        }
        return answers == ["ok"] ? [] : ["the registry's database is damaged: \(answers)"]
    }

    /// The index that brokers have kept over all changes is the one that is made anew.
    private static func index(_ layout: DeviceLayout) throws -> [String] {
        let file = URL(fileURLWithPath: layout.registryIndex.string)
        let systemVersion = SystemVersion.current(environment: [:])
        // As the next broker would: it makes the index anew where the last one came to no writing.
        _ = try RegistryStore(layout: layout, systemVersion: systemVersion)
        let kept = try Data(contentsOf: file)
        try FileManager.default.removeItem(at: file)
        _ = try RegistryStore(layout: layout, systemVersion: systemVersion)
        return try Data(contentsOf: file) == kept ? [] : ["the registry's index is not that of its database"]
    }

    /// What lies on the device is what is recorded.
    private static func containers(_ layout: DeviceLayout) throws -> [String] {
        let store = try RegistryStore(layout: layout, systemVersion: SystemVersion.current(environment: [:]))
        try store.recover()
        let apps = (0..<store.index.appCount).compactMap(store.index.app)
        let recorded = Set(apps.map { $0.bundlePath.removingLastComponent().string })
        let names = try FileManager.default.contentsOfDirectory(atPath: layout.bundleContainers.string)
        let found = Set(names.map { layout.bundleContainers.appending($0).string })
        let staged = try FileManager.default.contentsOfDirectory(atPath: layout.staging.string)
        return (recorded == found ? [] : ["there are the bundles \(found), and recorded are \(recorded)"])
            + (staged.isEmpty ? [] : ["the staging folder holds \(staged)"])
    }
}
