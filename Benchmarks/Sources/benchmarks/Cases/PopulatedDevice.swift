import AppexModel
import AppexRegistry
import CFloor
import Foundation
import SystemPackage

/// A device in a temporary folder with 10,000 installed extensions, whose rules are those of ``RulePopulation``.
struct PopulatedDevice {
    /// Extensions on the device.
    let count = apps * extensionsPerApp
    /// One of them.
    let someExtension: BundleIdentifier

    private let folder: FilePath
    private let layout: DeviceLayout

    // Few apps, as each install waits for the disk; what is measured depends on the extensions.
    private static let apps = 4
    private static let extensionsPerApp = Repetitions.areFew ? 25 : 2_500

    init() throws {
        folder = FilePath("/tmp/appex-bench-\(UUID().uuidString)")
        layout = try DeviceLayout(root: folder.appending("device"))
        someExtension = try Self.identifier(app: Self.apps / 2, extension: Self.extensionsPerApp / 2)
        let population = try RulePopulation(count: count)
        let store = try open()
        for app in 0..<Self.apps {
            _ = try store.install(appAt: try write(app, population), seal: nil, replacing: false)
        }
    }

    /// Writes an app with its extensions; the same folder serves for all of them.
    private func write(_ app: Int, _ population: RulePopulation) throws -> FilePath {
        let bundle = folder.appending("Bench.app")
        try? FileManager.default.removeItem(atPath: bundle.string)
        try write(bundle, "org.example.app\(app)", "APPL", [:])
        for number in 0..<Self.extensionsPerApp {
            let declaration: PropertyListValue = .dictionary([
                "NSExtensionPointIdentifier": .string("com.apple.share-services"),
                "NSExtensionPrincipalClass": .string("Bench.Principal"),
                "NSExtensionAttributes": .dictionary(population.attributes[app * Self.extensionsPerApp + number]),
            ])
            try write(
                bundle.appending("PlugIns/\(number).appex"), "org.example.app\(app).extension\(number)", "XPC!",
                ["NSExtension": declaration])
        }
        return bundle
    }

    private func write(
        _ bundle: FilePath, _ identifier: String, _ type: String, _ more: [String: PropertyListValue]
    ) throws {
        try FileManager.default.createDirectory(atPath: bundle.string, withIntermediateDirectories: true)
        let info: [String: PropertyListValue] = [
            "CFBundleIdentifier": .string(identifier), "CFBundleExecutable": .string("Program"),
            "CFBundleDisplayName": .string("Does something useful"), "CFBundlePackageType": .string(type),
            "CFBundleShortVersionString": .string("1.0"), "CFBundleVersion": .string("1"),
        ]
        let list = PropertyListValue.dictionary(info.merging(more) { $1 }).xmlBytes()
        try Data(list).write(to: URL(fileURLWithPath: bundle.appending("Info.plist").string))
        let program = bundle.appending("Program")
        try Data(ProgramFormat.header).write(to: URL(fileURLWithPath: program.string))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.string)
    }

    func open() throws -> RegistryStore {
        var limits = InstallLimits()
        limits.extensions = Self.extensionsPerApp
        // The programs of the extensions and of the app.
        limits.codeFiles = Self.extensionsPerApp + 1
        return try RegistryStore(layout: layout, limits: limits)
    }

    /// Nanoseconds to read the bytes of the index.
    func readIndex() throws -> Int64 {
        let start = floor_now()
        let file = try FileDescriptor.open(layout.registryIndex, .readOnly)
        defer { try? file.close() }
        let size = Int(try file.seek(offset: 0, from: .end))
        _ = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
        }
        return floor_now() - start
    }

    /// Nanoseconds of some changes to the registry, each about one extension.
    func changes() throws -> [Int64] {
        let store = try open()
        try store.recover()
        return try (0..<20).map { round in
            let start = floor_now()
            try store.elect(round.isMultiple(of: 2) ? .ignore : .use, for: someExtension)
            return floor_now() - start
        }
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder.string)
    }

    private static func identifier(app: Int, extension number: Int) throws -> BundleIdentifier {
        guard let identifier = BundleIdentifier(rawValue: "org.example.app\(app).extension\(number)") else {
            throw BenchmarkError("an identifier that is none")
        }
        return identifier
    }
}
