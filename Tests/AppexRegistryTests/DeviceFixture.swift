import AppexModel
import AppexRegistry
import Foundation
import SystemPackage
import Testing

/// A device of its own in a temporary folder, and bundles to install on it.
struct DeviceFixture: Sendable {
    /// The temporary folder; the device is `root` inside it.
    let folder: FilePath
    let layout: DeviceLayout

    /// Runs `body` with a new device and removes everything afterwards.
    static func with<Value>(_ body: (DeviceFixture) throws -> Value) throws -> Value {
        let folder = FilePath(NSTemporaryDirectory()).appending("appex-registry-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        return try body(DeviceFixture(folder: folder))
    }

    /// Runs an asynchronous `body` with a new device and removes everything afterwards.
    static func withSigned<Value>(_ body: (DeviceFixture) async throws -> Value) async throws -> Value {
        let folder = FilePath(NSTemporaryDirectory()).appending("appex-registry-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        return try await body(DeviceFixture(folder: folder))
    }

    init(folder: FilePath) throws {
        self.folder = folder
        layout = try DeviceLayout(root: folder.appending("root"))
    }

    /// Opens the registry and puts the device in order, as a broker does before anything is launched.
    func open(
        limits: InstallLimits = InstallLimits(), systemVersion: String = SystemVersion.level,
        onStep: @escaping @Sendable (InstallStep) throws -> Void = { _ in }
    ) throws -> RegistryStore {
        let store = try RegistryStore(layout: layout, limits: limits, systemVersion: systemVersion, onStep: onStep)
        try store.recover()
        return store
    }

    /// The names in a folder of the device.
    func names(_ path: FilePath) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: path.string))
    }

    /// Checks that the files on the disk are exactly those of what is installed.
    func expectNothingLeftOver(_ store: RegistryStore, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let apps = store.apps()
        let name = { (path: FilePath) in path.lastComponent?.string ?? "" }
        let bundles = Set(apps.map { name($0.bundlePath.removingLastComponent()) })
        #expect(try names(layout.bundleContainers) == bundles, sourceLocation: sourceLocation)
        #expect(
            try names(layout.appDataContainers) == Set(apps.map { name($0.containerPath) }),
            sourceLocation: sourceLocation)
        #expect(
            try names(layout.extensionDataContainers) == Set(apps.flatMap(\.extensions).map { name($0.containerPath) }),
            sourceLocation: sourceLocation)
        #expect(
            try names(layout.groupContainers) == Set(apps.flatMap(\.groups).map { name($0.containerPath) }),
            sourceLocation: sourceLocation)
        #expect(try names(layout.staging).isEmpty, sourceLocation: sourceLocation)
        let types = FileManager.default.contents(atPath: layout.typeDeclarations.string) ?? Data()
        #expect(String(decoding: types, as: UTF8.self) == store.index.types, sourceLocation: sourceLocation)
        #expect(store.index.types.isEmpty == apps.isEmpty, sourceLocation: sourceLocation)
        for app in apps {
            let paths =
                [app.executablePath, app.containerPath.appending("Library/Application Support")]
                + app.extensions.flatMap { [$0.executablePath, $0.containerPath.appending("tmp")] }
                + app.groups.map { $0.containerPath.appending("Library/Caches") }
            for path in paths {
                #expect(FileManager.default.fileExists(atPath: path.string), "\(path)", sourceLocation: sourceLocation)
            }
        }
    }
}

/// A bundle that is written into a fixture's folder and then spoilt as a test needs it.
struct BundleFixture {
    let path: FilePath

    /// Writes `Darkroom.app` with the extensions `names` in `PlugIns`, and a type whose name is that of its version. The app
    /// and its first extension share a group.
    init(
        in folder: FilePath, name: String = "Darkroom.app", identifier: String = "org.example.darkroom",
        version: String = "1.0", build: String = "1", extensions names: [String] = ["Sepia", "Strip"],
        groups: [String]? = nil, shape: BundleShape = .flat
    ) throws {
        path = folder.appending(name)
        try? FileManager.default.removeItem(atPath: path.string)
        try Self.write(
            [
                "CFBundleIdentifier": identifier, "CFBundleExecutable": "Main", "CFBundleDisplayName": "Darkroom",
                "CFBundlePackageType": "APPL", "CFBundleShortVersionString": version, "CFBundleVersion": build,
            ],
            more: [
                "UTExportedTypeDeclarations": .array([
                    .dictionary(["UTTypeIdentifier": .string("org.example.type-\(version)")])
                ])
            ],
            to: path, shape: shape)
        for name in names {
            try addExtension(name, identifier: "\(identifier).\(name.lowercased())", version: version, shape: shape)
        }
        let groups = groups ?? ["group.\(identifier)"]
        try addEntitlements(groups: groups, shape: shape)
        if let first = names.first {
            try addEntitlements(groups: groups, to: "\(shape.extensions(of: .classic))/\(first).appex", shape: shape)
        }
    }

    /// Gives the app, or an extension at a path in it, entitlements for these groups alone.
    func addEntitlements(groups: [String], to place: String = "", shape: BundleShape = .flat) throws {
        try addEntitlements(
            .dictionary(["com.apple.security.application-groups": .array(groups.map(PropertyListValue.string))]),
            to: place, shape: shape)
    }

    /// Gives the app, or an extension at a path in it, these entitlements.
    func addEntitlements(_ value: PropertyListValue, to place: String = "", shape: BundleShape = .flat) throws {
        let bundle = place.isEmpty ? path : path.appending(place)
        try Data(value.xmlBytes()).write(to: URL(fileURLWithPath: bundle.appending(shape.entitlements).string))
    }

    /// Adds an extension of the classic style, or of the ExtensionKit style when `folder` says so.
    func addExtension(
        _ name: String, identifier: String, version: String = "1.0", build: String? = nil,
        minimumSystem: String? = nil, point: String = "com.apple.services", folder: String? = nil,
        rule: String = "TRUEPREDICATE", shape: BundleShape = .flat
    ) throws {
        let folder = folder ?? shape.extensions(of: .classic)
        let isClassic = !folder.hasSuffix("Extensions")
        let declaration: PropertyListValue = .dictionary(
            isClassic
                ? [
                    "NSExtensionPointIdentifier": .string(point),
                    "NSExtensionPrincipalClass": .string("\(name).Handler"),
                    "NSExtensionAttributes": .dictionary(["NSExtensionActivationRule": .string(rule)]),
                ] : ["EXExtensionPointIdentifier": .string("org.example.host.filter")])
        let optional = ["CFBundleVersion": build, "MinimumOSVersion": minimumSystem].compactMapValues { $0 }
        try Self.write(
            [
                "CFBundleIdentifier": identifier, "CFBundleExecutable": "Program", "CFBundleDisplayName": name,
                "CFBundlePackageType": "XPC!", "CFBundleShortVersionString": version,
            ].merging(optional) { $1 },
            more: [isClassic ? "NSExtension" : "EXAppExtensionAttributes": declaration],
            to: path.appending(folder).appending("\(name).appex"), shape: shape)
    }

    private static func write(
        _ strings: [String: String], more: [String: PropertyListValue], to bundle: FilePath, shape: BundleShape
    ) throws {
        let entries = strings.mapValues(PropertyListValue.string).merging(more) { $1 }
        let executable = bundle.appending(shape.executable(named: strings["CFBundleExecutable"] ?? ""))
        try FileManager.default.createDirectory(
            atPath: executable.removingLastComponent().string, withIntermediateDirectories: true)
        try Data(PropertyListValue.dictionary(entries).xmlBytes())
            .write(to: URL(fileURLWithPath: bundle.appending(shape.manifest).string))
        try Data(ProgramFormat.header).write(to: URL(fileURLWithPath: executable.string))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: executable.string)
    }

    /// Writes a text file into the bundle.
    func write(_ text: String, to name: String, mode: Int = 0o644) throws {
        let file = path.appending(name)
        try FileManager.default.createDirectory(
            atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.string)
    }

    /// Removes a file or folder from the bundle.
    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path.appending(name).string)
    }

    /// Makes a symbolic link in the bundle.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path.appending(name).string, withDestinationPath: target)
    }
}

extension RegistryStore {
    /// Installs an app without a signature.
    func install(appAt path: FilePath) throws(RegistryError) -> InstalledApp {
        try install(appAt: path, seal: nil, replacing: true)
    }

    /// The installed apps, in the order of listings.
    func apps() -> [InstalledApp] {
        (0..<index.appCount).compactMap(index.app)
    }

    /// The extensions that hosts are offered, in the order of listings.
    func extensions(point: ExtensionPointIdentifier? = nil) -> [InstalledAppex] {
        index.offered(at: point.map { [$0] }).compactMap(index.appex)
    }
}
