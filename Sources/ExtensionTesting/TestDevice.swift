package import AppexModel
import AppexSystem
public import Foundation
import Glibc
public import OpenExtensionKit
package import SystemPackage

/// A device for one test, with real processes: its root, sockets and programs are in one new folder.
///
/// The test's hosts start a broker on it as they do on a user's device. After the test nothing may be left: no process
/// that uses the folder, no socket, no temporary file, and the broker has exited by itself.
public struct TestDevice: Sendable {
    /// The folder that contains everything of the device.
    package let folder: FilePath
    /// The device's root and sockets, as hosts find them.
    package let place: DevicePlace
    /// The environment of programs that run on this device.
    package let environment: [String: String]

    /// Creates a device, passes it to `body`, and checks afterwards that nothing is left of it.
    ///
    /// At most four devices exist at a time in a process, or `APPEX_TEST_DEVICES`, so that their processes do not starve
    /// each other; further calls wait. The folder of a device is in `APPEX_TEST_FOLDER`,
    /// by default `/tmp`. Cancelling the task cancels `body`; the device is removed in any case.
    ///
    /// - Parameters:
    ///   - idle: how long the broker stays without clients and extensions.
    ///   - linger: how long an extension's process stays for the next host. After `body`, broker and extensions have
    ///     two minutes to end by themselves, so the sum of `idle` and `linger` has to be smaller.
    ///   - settings: further environment variables, such as `APPEX_SYSTEM_VERSION`, or `APPEX_CRASH_BACKOFF` with `1`
    ///     for a device that delays starting extensions that crash repeatedly.
    ///   - body: uses the device; when it returns or throws, the device is removed.
    /// - Throws: what `body` throws; ``TestDeviceError/leaked(_:)`` with what is left, such as the process of an
    ///   extension whose returned items are still held; ``TestDeviceError/programMissing(name:variable:)``.
    nonisolated(nonsending) public static func with<Result>(
        idle: Duration = .milliseconds(100), linger: Duration = .milliseconds(100), settings: [String: String] = [:],
        _ body: nonisolated(nonsending) (TestDevice) async throws -> Result
    ) async throws -> Result {
        try await with(idle: idle, linger: linger, settings: settings, patience: .seconds(120), body)
    }

    /// Creates a device as ``with(idle:linger:settings:_:)`` does.
    ///
    /// - Parameter patience: how long broker and extensions may take to end by themselves.
    nonisolated(nonsending) package static func with<Result>(
        idle: Duration, linger: Duration = .milliseconds(100), settings: [String: String] = [:], patience: Duration,
        _ body: nonisolated(nonsending) (TestDevice) async throws -> Result
    ) async throws -> Result {
        await DeviceSlots.shared.take()
        let result: Swift.Result<Result, any Error>
        do {
            let device = try TestDevice(idle: idle, linger: linger, settings: settings)
            do {
                let value = try await body(device)
                let leaks = await device.leaks(after: patience)
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
        // Short, because a socket's path has at most 107 bytes.
        let parent = (settings["APPEX_TEST_FOLDER"] ?? own["APPEX_TEST_FOLDER"]).flatMap {
            $0.begins(with: "/") ? $0 : nil
        }
        folder = FilePath(parent ?? "/tmp").appending("appex-\(UUID().uuidString.prefix(8))")
        do {
            for name in ["", "bin", "run", "tmp", "files"] {
                try FileManager.default.createDirectory(
                    atPath: folder.appending(name).string, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            let links = try programs.link(in: folder.appending("bin"))
            let inherited = own.filter { ["PATH", "LD_LIBRARY_PATH", "LANG", "APPEX_LAUNCH_SECONDS"].contains($0.key) }
            environment = inherited.merging(links) { $1 }.merging([
                "HOME": folder.string, "TMPDIR": folder.appending("tmp").string,
                "APPEX_ROOT": folder.appending("device").string,
                "XDG_RUNTIME_DIR": folder.appending("run").string, "APPEX_IDLE_SECONDS": "\(idle / .seconds(1))",
                "APPEX_LINGER_SECONDS": "\(linger / .seconds(1))",
                // Tests crash extensions more often than the back-off would tolerate.
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

    /// Creates a host of its own, as another program would.
    public func host() -> ExtensionHost {
        ExtensionHost(place: place, environment: environment)
    }

    /// Ends remaining processes and removes the folder, unless `APPEX_KEEP_DEVICES` is set.
    private func remove() async {
        await DeviceProcesses.killAll(of: self)
        removeControlGroups()
        guard ProcessInfo.processInfo.environment["APPEX_KEEP_DEVICES"] == nil else { return print("kept \(folder)") }
        try? FileManager.default.removeItem(atPath: folder.string)
    }
}

extension TestDevice {
    /// Removes the control groups of a broker that was killed, which the device's next broker would do. Only groups of
    /// version 1, at their usual place; those of version 2 end with the user's session.
    private func removeControlGroups() {
        let folder = FilePath("/sys/fs/cgroup/memory").appending(place.layout.controlGroupName)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? [] {
            _ = rmdir(folder.appending(name).string)
        }
        _ = rmdir(folder.string)
    }
}

/// Limits how many devices exist at a time.
private actor DeviceSlots {
    static let shared = DeviceSlots(
        count: max(1, ProcessInfo.processInfo.environment["APPEX_TEST_DEVICES"].flatMap { Int($0) } ?? 4))
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
