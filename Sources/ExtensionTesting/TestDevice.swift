package import AppexModel
import AppexSystem
public import Foundation
import Glibc
public import OpenExtensionKit
package import SystemPackage

/// A device of a test's own, with real processes: its root, sockets and programs lie in one fresh folder.
///
/// The test's hosts start a broker on it as they do on a user's device. Afterwards nothing may be left: no process that
/// has to do with the folder, no socket, no temporary file, and the broker has gone by itself.
public struct TestDevice: Sendable {
    /// Holds everything of the device.
    package let folder: FilePath
    package let place: DevicePlace
    /// What programs of this device are started with.
    package let environment: [String: String]

    /// Makes a device, gives it to `body`, and checks that nothing is left of it.
    ///
    /// At most four exist at a time in a process, so that their processes do not starve each other; others wait.
    ///
    /// - Parameter idle: how long the broker stays without clients and extensions.
    /// - Parameter linger: how long an extension's process stays for the next host.
    /// - Parameter settings: variables of the environment besides, such as `APPEX_SYSTEM_VERSION`, or `APPEX_CRASH_BACKOFF`
    ///   with `1` for a device on which extensions that crash again and again are not started for a while.
    /// - Throws: what `body` throws; ``TestDeviceError/leaked(_:)`` with what is left, such as the process of an
    ///   extension whose returned items somebody still holds; ``TestDeviceError/programMissing(name:variable:)``.
    nonisolated(nonsending) public static func with<Result>(
        idle: Duration = .milliseconds(100), linger: Duration = .milliseconds(100), settings: [String: String] = [:],
        _ body: nonisolated(nonsending) (TestDevice) async throws -> Result
    ) async throws -> Result {
        await DeviceSlots.shared.take()
        let result: Swift.Result<Result, any Error>
        do {
            let device = try TestDevice(idle: idle, linger: linger, settings: settings)
            do {
                let value = try await body(device)
                let leaks = await device.leaks()
                guard leaks.isEmpty else { throw TestDeviceError.leaked(leaks) }
                result = .success(value)
            } catch {
                device.printLogs()
                result = .failure(error)
            }
            await device.remove()
        } catch {
            result = .failure(error)
        }
        await DeviceSlots.shared.giveBack()
        return try result.get()
    }

    private init(idle: Duration, linger: Duration, settings: [String: String]) throws {
        let own = ProcessInfo.processInfo.environment
        let programs = try DevicePrograms(environment: own)
        // Short: a socket's path has 107 bytes at most.
        folder = FilePath("/tmp/appex-\(UUID().uuidString.prefix(8))")
        do {
            for name in ["", "bin", "run", "tmp", "files"] {
                try FileManager.default.createDirectory(
                    atPath: folder.appending(name).string, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            let links = try programs.link(in: folder.appending("bin"))
            let inherited = own.filter { ["PATH", "LD_LIBRARY_PATH", "LANG"].contains($0.key) }
            environment = inherited.merging(links) { $1 }.merging([
                "HOME": folder.string, "TMPDIR": folder.appending("tmp").string,
                "APPEX_ROOT": folder.appending("device").string,
                "XDG_RUNTIME_DIR": folder.appending("run").string, "APPEX_IDLE_SECONDS": "\(idle / .seconds(1))",
                "APPEX_LINGER_SECONDS": "\(linger / .seconds(1))",
                // Most tests that crash do so more often than a user would bear.
                "APPEX_CRASH_BACKOFF": "0",
            ]) { $1 }.merging(settings) { $1 }
            place = try DevicePlace(environment: environment, home: folder, uid: CurrentUser.identifier)
        } catch {
            try? FileManager.default.removeItem(atPath: folder.string)
            throw error
        }
    }

    /// A folder for the test's own files, removed with the device.
    public var scratch: URL { URL(fileURLWithPath: folder.appending("files").string, isDirectory: true) }

    /// A host of its own, as another program would be.
    public func host() -> ExtensionHost {
        ExtensionHost(place: place, environment: environment)
    }

    /// Ends what is left and removes the folder, unless `APPEX_KEEP_DEVICES` is set.
    private func remove() async {
        for process in DeviceProcesses.all(of: self) { process.kill() }
        _ = await DeviceProcesses.wait(for: self, atMost: .seconds(5)) { $0.isEmpty }
        removeControlGroups()
        guard ProcessInfo.processInfo.environment["APPEX_KEEP_DEVICES"] == nil else { return print("kept \(folder)") }
        try? FileManager.default.removeItem(atPath: folder.string)
    }
}

extension TestDevice {
    /// What a broker that was killed leaves is removed by the device's next one, which there is not after a test. In
    /// version 1, at its usual place; those of version 2 go with the user's session.
    private func removeControlGroups() {
        let folder = FilePath("/sys/fs/cgroup/memory").appending(place.layout.controlGroupName)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
            _ = rmdir(folder.appending(name).string)
        }
        _ = rmdir(folder.string)
    }
}

/// Bounds how many devices exist at a time.
private actor DeviceSlots {
    static let shared = DeviceSlots(count: 4)
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    func take() async {
        if free > 0 { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
