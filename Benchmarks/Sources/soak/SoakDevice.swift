import AppexModel
import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit
import SystemPackage

/// A device of its own in a temporary folder, with the tests' extension installed.
struct SoakDevice {
    static let extensionIdentifier = "org.example.Soak.Extension"
    static let fileContent = Data(repeating: 3, count: 10_000)

    private let folder: FilePath
    private let place: DevicePlace
    private let environment: [String: String]
    /// A file to hand over.
    var file: URL { URL(fileURLWithPath: folder.appending("file.txt").string) }

    /// Seconds after which a broker without clients leaves.
    private static let idle = 0.2
    private static let endLimit = Duration.seconds(20)

    init() throws {
        guard let programs = CurrentProcess.environment["APPEX_BENCH_PROGRAMS"].map({ FilePath($0) }) else {
            throw SoakError("APPEX_BENCH_PROGRAMS does not name the folder of the built programs; run Scripts/soak")
        }
        // Short: a socket's path has 107 bytes at most.
        folder = FilePath("/tmp/appex-soak-\(UUID().uuidString.prefix(8))")
        for name in ["", "run", "tmp"] { try PrivateFolder.make(folder.appending(name)) }
        var environment = CurrentProcess.environment.filter { ["PATH", "LD_LIBRARY_PATH", "LANG"].contains($0.key) }
        environment["APPEX_BROKER"] = programs.appending("appexd").string
        environment["APPEX_LAUNCHER"] = programs.appending("appex-launch").string
        environment["HOME"] = folder.string
        environment["TMPDIR"] = folder.appending("tmp").string
        environment["APPEX_ROOT"] = folder.appending("device").string
        environment["XDG_RUNTIME_DIR"] = folder.appending("run").string
        environment["APPEX_IDLE_SECONDS"] = "\(Self.idle)"
        environment["APPEX_LINGER_SECONDS"] = "60"
        self.environment = environment
        place = try DevicePlace(environment: environment, home: folder, uid: CurrentUser.identifier)
        try Self.fileContent.write(to: file)
        try writeApp(programs.appending("fixture-extension"))
    }

    /// A host on the device, with the app installed.
    func host() async throws -> ExtensionHost {
        let host = ExtensionHost(place: place, environment: environment)
        _ = try await host.administration.install(app.string, acceptsUntrusted: true)
        return host
    }

    private var app: FilePath { folder.appending("Soak.app") }

    private func writeApp(_ program: FilePath) throws {
        let appex = app.appending("PlugIns/Extension.appex")
        try writeBundle(app, "org.example.Soak", "APPL", [:])
        try Data(ProgramFormat.header).write(to: URL(fileURLWithPath: app.appending("Program").string))
        chmod(app.appending("Program").string, 0o755)
        try writeBundle(
            appex, Self.extensionIdentifier, "XPC!",
            [
                "NSExtensionPointIdentifier": .string("com.apple.services"),
                "NSExtensionPrincipalClass": .string("Fixture.FixturePrincipal"),
            ])
        try FileManager.default.copyItem(atPath: program.string, toPath: appex.appending("Program").string)
    }

    private func writeBundle(
        _ bundle: FilePath, _ identifier: String, _ type: String, _ declaration: [String: PropertyListValue]
    ) throws {
        try FileManager.default.createDirectory(atPath: bundle.string, withIntermediateDirectories: true)
        var info: [String: PropertyListValue] = [
            "CFBundleIdentifier": .string(identifier), "CFBundleExecutable": .string("Program"),
            "CFBundleName": .string("Soak"), "CFBundlePackageType": .string(type),
            "CFBundleShortVersionString": .string("1.0"), "CFBundleVersion": .string("1"),
        ]
        if !declaration.isEmpty { info["NSExtension"] = .dictionary(declaration) }
        try Data(PropertyListValue.dictionary(info).xmlBytes())
            .write(to: URL(fileURLWithPath: bundle.appending("Info.plist").string))
    }

    /// Waits until the broker has left, as no host is there any more, and removes the folder.
    func end() async {
        let limit = ContinuousClock.now + Self.endLimit
        while (try? PacketSocket.connect(to: place.runtime.brokerSocket)) != nil, ContinuousClock.now < limit {
            try? await Task.sleep(for: .seconds(2 * Self.idle))
        }
        try? FileManager.default.removeItem(atPath: folder.string)
    }
}
