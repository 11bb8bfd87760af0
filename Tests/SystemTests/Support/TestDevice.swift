import AppexModel
import AppexSystem
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import Testing

/// A device of a test's own, with real processes: its root, sockets and programs lie in one fresh folder.
///
/// Afterwards nothing may be left: no process that has to do with the folder, no socket, no temporary file,
/// and the broker has gone by itself.
struct TestDevice: Sendable {
    /// What the test may put its own files into; holds everything else as well.
    let folder: FilePath
    let place: DevicePlace
    let environment: [String: String]

    /// How long the broker and the extensions may take to end on their own, once nobody needs them, on a
    /// machine that has much else to do.
    private static let patience = Duration.seconds(20)

    /// Makes a device, gives it to `body`, and checks that nothing is left of it.
    ///
    /// - Parameter idle: seconds after which a broker without clients leaves.
    /// - Parameter linger: seconds for which an extension stays for the next host.
    /// - Parameter settings: variables of the environment besides.
    /// - Parameter keepsFolderOnFailure: whether the folder stays when `body` throws, to be looked at.
    static func with(
        idle: Double = 0.1, linger: Double = 0.1, settings: [String: String] = [:], keepsFolderOnFailure: Bool = false,
        _ body: nonisolated(nonsending) (TestDevice) async throws -> Void
    ) async throws {
        try await DeviceSlots.shared.take()
        let device = try TestDevice(idle: idle, linger: linger, settings: settings)
        do {
            try await body(device)
            await device.expectNothingLeft()
            await device.remove()
        } catch {
            device.printLogs()
            await device.remove(keepsFolder: keepsFolderOnFailure)
            await DeviceSlots.shared.giveBack()
            throw error
        }
        await DeviceSlots.shared.giveBack()
    }

    private init(idle: Double, linger: Double, settings: [String: String]) throws {
        // Short: a socket's path has 107 bytes at most.
        folder = FilePath("/tmp/appex-\(UUID().uuidString.prefix(8))")
        for name in ["", "bin", "run", "tmp", "files"] {
            try FileManager.default.createDirectory(
                atPath: folder.appending(name).string, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        // By names of the device's own, so that every process can be recognised by its command line.
        var programs: [String: String] = [:]
        for (variable, program) in [("APPEX_BROKER", BuiltProgram.broker), ("APPEX_LAUNCHER", .launcher)] {
            let link = folder.appending("bin").appending(program.rawValue)
            try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: program.path.string)
            programs[variable] = link.string
        }
        let inherited = ProcessInfo.processInfo.environment.filter {
            ["PATH", "LD_LIBRARY_PATH", "LANG"].contains($0.key)
        }
        environment = inherited.merging(programs) { $1 }.merging([
            "HOME": folder.string, "TMPDIR": folder.appending("tmp").string,
            "APPEX_ROOT": folder.appending("device").string,
            "XDG_RUNTIME_DIR": folder.appending("run").string, "APPEX_IDLE_SECONDS": "\(idle)",
            "APPEX_LINGER_SECONDS": "\(linger)",
            // Most tests that crash do so more often than a user would bear.
            "APPEX_CRASH_BACKOFF": "0",
        ]) { $1 }.merging(settings) { $1 }
        place = try DevicePlace(environment: environment, home: folder, uid: CurrentUser.identifier)
    }

    /// A host of its own, as another program would be.
    func host() -> ExtensionHost {
        ExtensionHost(place: place, environment: environment)
    }

    /// The pid of the broker that runs now.
    var broker: Int32? {
        DeviceProcesses.all(of: self).first { $0.name.contains("appexd") }?.pid
    }

    /// The pid of the launcher that runs now: of several processes of that program, the broker's child.
    var launcher: Int32? {
        let processes = DeviceProcesses.all(of: self)
        let brokers = Set(processes.filter { $0.name.contains("appexd") }.map(\.pid))
        return processes.first { $0.name.contains("appex-launch") && brokers.contains($0.parent) }?.pid
    }

    // MARK: Afterwards

    /// Waits until the broker has left by itself, then looks at what is there.
    func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) async {
        let left = await remains()
        #expect(left.isEmpty, sourceLocation: sourceLocation)
        if !left.isEmpty { printLogs() }
    }

    /// Waits until every process has ended, at most for some time.
    ///
    /// - Returns: a sentence for each thing that is still there.
    func remains() async -> [String] {
        let processes = await DeviceProcesses.wait(for: self, atMost: Self.patience) { $0.isEmpty }
        let containers = ["device/Containers/Data/PluginKitPlugin", "device/Containers/Data/Application"]
        let found: [(String, [Any])] = [
            ("still running", processes), ("sockets", files(in: "run", except: ["broker.lock", "start.lock"])),
            ("temporary files of a host", entries(of: "tmp")), ("staged files", files(in: "device/Library/Staging")),
            (
                "temporary files of an extension",
                containers.flatMap { files(in: $0) }.filter { $0.components.contains("tmp") }
            ),
        ]
        return found.filter { !$0.1.isEmpty }.map { "left in \(folder): \($0.0): \($0.1)" }
    }

    /// Everything in a folder that is no folder, by its path from there.
    func files(in subfolder: String, except names: Set<String> = []) -> [FilePath] {
        let path = folder.appending(subfolder).string
        let enumerator = FileManager.default.enumerator(atPath: path)
        return (enumerator?.compactMap { $0 as? String } ?? []).map { FilePath($0) }.filter { file in
            var status = stat()
            guard lstat(path + "/" + file.string, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
                return false
            }
            return !names.contains(file.lastComponent?.string ?? "")
        }
    }

    private func entries(of subfolder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(subfolder).string)) ?? []
    }

    /// What an extension has printed, without the times and pids before its lines.
    func log(of identifier: String = fixtureIdentifier) -> String {
        let path = place.layout.logs.appending("\(identifier).log").string
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { LogLine($0)?.text ?? String($0) }.joined(separator: "\n")
    }

    func printLogs() {
        for file in files(in: "device/Library/Logs").sorted(by: { $0.string < $1.string }) {
            let path = folder.appending("device/Library/Logs").pushing(file)
            let text = (try? String(contentsOfFile: path.string, encoding: .utf8)) ?? ""
            print("--- \(path)\n\(text.suffix(4000))")
        }
    }

    /// Ends what is left and removes the folder, unless `APPEX_KEEP_DEVICES` is set.
    private func remove(keepsFolder: Bool = false) async {
        for process in DeviceProcesses.all(of: self) { kill(process.pid, SIGKILL) }
        _ = await DeviceProcesses.wait(for: self, atMost: .seconds(5)) { $0.isEmpty }
        guard !keepsFolder, ProcessInfo.processInfo.environment["APPEX_KEEP_DEVICES"] == nil else {
            return print("kept \(folder)")
        }
        try? FileManager.default.removeItem(atPath: folder.string)
    }
}

/// Bounds how many devices exist at a time, so that their processes do not starve each other.
private actor DeviceSlots {
    static let shared = DeviceSlots(count: 4)
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    func take() async throws {
        if free > 0 { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// A program that the package builds, found beside the test program.
enum BuiltProgram: String {
    case broker = "appexd"
    case launcher = "appex-launch"
    case commandLine = "appex"
    case fixture = "fixture-extension"
    case host = "fixture-host"
    case hostile = "hostile-extension"

    var path: FilePath {
        get throws {
            let own = try #require(ProgramLocator.runningProgram)
            let path = own.removingLastComponent().appending(rawValue)
            try #require(access(path.string, X_OK) == 0, "\(path) is missing; build the whole package first")
            return path
        }
    }
}
