import AppexModel
import AppexProtocol
import AppexSystem
import Foundation
import OpenExtensionKit
import SystemPackage

/// A device of its own in a temporary folder, with extensions of the tests installed, for what is measured with a
/// broker.
struct BenchDevice: Sendable {
    /// One extension, in an app of its own: its name, its program, and what its manifest tells that to do.
    struct Appex {
        var name: String
        var program = "fixture-extension"
        var behaviour = "echo"
        /// The class that the program was built for.
        var principal = "Fixture.FixturePrincipal"
        var point = "com.apple.services"
        /// The app's own program, which opens URLs of the scheme `bench`; nil for one that does nothing.
        var appProgram: String?
        /// The text of its JavaScript file; nil if it has none.
        var script: String?

        var identifier: String { "\(app).Extension" }
        var app: String { "org.example.Bench.\(name)" }
    }

    let folder: FilePath
    let place: DevicePlace
    /// What a process has to have in its environment to be a host of this device.
    let environment: [String: String]

    /// - Parameter linger: seconds for which an extension stays.
    init(linger: Double, _ extensions: [Appex]) async throws {
        let programs = try ExtensionUnderTest.program("")
        // Short: a socket's path has 107 bytes at most.
        folder = FilePath("/tmp/appex-bench-\(UUID().uuidString.prefix(8))")
        for name in ["", "run", "tmp"] { try PrivateFolder.make(folder.appending(name)) }
        var environment = CurrentProcess.environment.filter { ["PATH", "LD_LIBRARY_PATH", "LANG"].contains($0.key) }
        environment["APPEX_BROKER"] = programs.appending("appexd").string
        environment["APPEX_LAUNCHER"] = programs.appending("appex-launch").string
        environment["APPEX_DECODER"] = programs.appending("appex-decode").string
        environment["HOME"] = folder.string
        environment["TMPDIR"] = folder.appending("tmp").string
        environment["APPEX_ROOT"] = folder.appending("device").string
        environment["XDG_RUNTIME_DIR"] = folder.appending("run").string
        // The noise goes on, however often it runs into its limits.
        environment["APPEX_CRASH_BACKOFF"] = "0"
        environment["APPEX_LINGER_SECONDS"] = "\(linger)"
        self.environment = environment
        place = try DevicePlace(environment: environment, home: folder, uid: CurrentUser.identifier)
        for appex in extensions { try await install(appex) }
    }

    /// A host of this process.
    func host() -> ExtensionHost {
        ExtensionHost(place: place, environment: environment)
    }

    private func install(_ appex: Appex) async throws {
        let app = folder.appending("\(appex.name).app")
        try writeApp(appex, at: app)
        let installed = try await host().administration.install(app.string, acceptsUntrusted: true)
        for record in installed.extensions {
            // A second name of one program, rather than a copy of 70 MB for each: processes of one program share its pages.
            // The broker compares the content at the first launch, as after a device has been moved.
            let path = FilePath(record.bundlePath).appending("Program")
            guard unlink(path.string) == 0, link(try program(appex.program).string, path.string) == 0 else {
                throw BenchmarkError("\(path) cannot be made a second name of \(appex.program)")
            }
        }
        try FileManager.default.removeItem(atPath: app.string)
    }

    /// A program on the disk of the device, where it can have several names.
    private func program(_ name: String) throws -> FilePath {
        let path = folder.appending(name)
        if access(path.string, X_OK) != 0 {
            try FileManager.default.copyItem(atPath: ExtensionUnderTest.program(name).string, toPath: path.string)
        }
        return path
    }

    private func writeApp(_ appex: Appex, at app: FilePath) throws {
        let bundle = app.appending("PlugIns/Extension.appex")
        let types: PropertyListValue = .array([.dictionary(["CFBundleURLSchemes": .array([.string("bench")])])])
        try writeBundle(app, appex.app, "APPL", ["CFBundleURLTypes": types])
        if let name = appex.appProgram {
            try FileManager.default.copyItem(atPath: program(name).string, toPath: app.appending("Program").string)
        } else {
            try writeScript(to: app.appending("Program"))
        }
        try writeBundle(
            bundle, appex.identifier, "XPC!",
            [
                "FixtureBehaviour": .string(appex.behaviour),
                "NSExtension": .dictionary([
                    "NSExtensionPointIdentifier": .string(appex.point),
                    // Offered for anything.
                    "NSExtensionAttributes": .dictionary(
                        ["NSExtensionActivationRule": .string("TRUEPREDICATE")].merging(
                            appex.script == nil ? [:] : ["NSExtensionJavaScriptPreprocessingFile": .string("Action")]
                        ) { first, _ in first }),
                    "NSExtensionPrincipalClass": .string(appex.principal),
                ]),
            ])
        if let script = appex.script {
            try Data(script.utf8).write(to: URL(fileURLWithPath: bundle.appending("Action.js").string))
        }
        guard link(try program(appex.program).string, bundle.appending("Program").string) == 0 else {
            throw BenchmarkError("\(bundle) cannot contain \(appex.program)")
        }
    }

    func writeBundle(
        _ bundle: FilePath, _ identifier: String, _ type: String, _ more: [String: PropertyListValue]
    ) throws {
        try FileManager.default.createDirectory(atPath: bundle.string, withIntermediateDirectories: true)
        let info: [String: PropertyListValue] = [
            "CFBundleIdentifier": .string(identifier), "CFBundleExecutable": .string("Program"),
            "CFBundleName": .string(
                identifier.split(separator: ".").last { $0 != "Extension" }.map(String.init) ?? "Bench"),
            "CFBundlePackageType": .string(type),
            "CFBundleShortVersionString": .string("1.0"), "CFBundleVersion": .string("1"),
        ].merging(more) { $1 }
        try Data(PropertyListValue.dictionary(info).xmlBytes())
            .write(to: URL(fileURLWithPath: bundle.appending("Info.plist").string))
    }

    private func writeScript(to path: FilePath) throws {
        try Data(ProgramFormat.header).write(to: URL(fileURLWithPath: path.string))
        chmod(path.string, 0o755)
    }

    /// Ends the broker, and with it everything that runs of the device, and removes the folder.
    func remove() async {
        if let broker = try? await host().broker.call(BrokerInterface.Processes()).0.elements.first(where: {
            $0.role == .broker && $0.pid > 1
        }) {
            kill(broker.pid, SIGTERM)
            for _ in 0..<500 where kill(broker.pid, 0) == 0 { try? await Task.sleep(for: .milliseconds(10)) }
        }
        try? FileManager.default.removeItem(atPath: folder.string)
    }
}

extension ExtensionHost {
    /// The processes of the device's extensions.
    func extensionProcesses() async throws -> [ProcessRecord] {
        try await broker.call(BrokerInterface.Processes()).0.elements.filter { $0.role == .appExtension }
    }

    /// Waits until an extension has no process.
    func awaitEnd(of identifier: String) async throws {
        while try await extensionProcesses().contains(where: { $0.identifier == identifier }) {
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

extension Duration {
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
