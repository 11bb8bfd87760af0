import Foundation
import Glibc
import Subprocess
import SystemPackage

/// A device in a temporary folder with Darkroom on it.
struct Device {
    /// The identifier of the containing app.
    static let app = "org.openextensionkit.Darkroom"
    private static let program = ProcessInfo.processInfo.environment["APPEX_TEST_PROGRAM"]
    private static let apps = ProcessInfo.processInfo.environment["APPEX_TEST_APPS"]

    /// Whether it is known where `appex` and the bundled app are.
    static var isPossible: Bool { program != nil && apps != nil }

    /// What one call of `appex` did.
    struct Run {
        let status: Int32
        let output: String
        let errors: String
    }

    struct Missing: Error {
        let what: String
    }

    /// The device, and whatever a test needs beside it.
    let folder: URL

    /// Makes a device, installs Darkroom, and removes everything afterwards.
    static func withDarkroom(_ body: (Device) async throws -> Void) async throws {
        guard let apps else { throw Missing(what: "APPEX_TEST_APPS") }
        // Short, because the path of a socket is.
        let folder = URL(filePath: "/tmp/darkroom-\(UUID().uuidString.prefix(8))")
        let device = Device(folder: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["root", "run"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let installed = try await device.appex("install", "\(apps)/Darkroom.app")
        guard installed.status == 0 else { throw Missing(what: installed.errors) }
        do {
            try await body(device)
        } catch {
            try await device.waitUntilIdle()
            throw error
        }
        try await device.waitUntilIdle()
    }

    /// Runs `appex` on this device.
    func appex(_ arguments: String...) async throws -> Run {
        guard let program = Self.program else { throw Missing(what: "APPEX_TEST_PROGRAM") }
        let result = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments),
            environment: .inherit.updating([
                "APPEX_ROOT": folder.appending(path: "root").path,
                "XDG_RUNTIME_DIR": folder.appending(path: "run").path,
                "APPEX_IDLE_SECONDS": "0.2", "APPEX_LINGER_SECONDS": "0.2",
            ]),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        guard case .exited(let status) = result.terminationStatus else { throw Missing(what: "an exit status") }
        return Run(status: status, output: result.standardOutput, errors: result.standardError)
    }

    /// Waits until the broker has left by itself, as nobody needs it any more.
    private func waitUntilIdle() async throws {
        struct Listing: Decodable {
            struct Process: Decodable {
                let role: String
                let pid: Int32
            }
            let processes: [Process]
        }
        let json = Data(try await appex("ps", "--json").output.utf8)
        let processes = try JSONDecoder().decode(Listing.self, from: json).processes
        guard let broker = processes.first(where: { $0.role == "broker" })?.pid else { return }
        let limit = ContinuousClock.now + .seconds(20)
        while kill(broker, 0) == 0 {
            guard ContinuousClock.now < limit else { throw Missing(what: "the end of the broker") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
