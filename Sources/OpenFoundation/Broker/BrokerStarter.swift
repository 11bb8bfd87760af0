import AppexModel
import AppexSystem
import Foundation
import Glibc
import SystemPackage

/// Starts the broker of a device if it is not running.
///
/// A file lock serializes the processes that try this, so that only one of them starts a broker; the others find it
/// running.
struct BrokerStarter {
    let place: DevicePlace
    let environment: [String: String]

    /// The maximum time until the broker listens, in milliseconds. It includes opening and repairing the registry.
    private static let readinessLimit: CInt = 20_000
    /// Milliseconds after which it is looked whether another broker listens.
    private static let interval: CInt = 100

    /// Blocks until a broker listens.
    ///
    /// - Throws: ``BrokerUnavailableError`` if the program is not found, ends, or is not ready in time.
    func start() throws(BrokerUnavailableError) {
        let program = try broker()
        let base = place.runtime.folder.removingLastComponent().removingLastComponent()
        let parent = base.removingLastComponent()
        guard FileManager.default.fileExists(atPath: parent.string) else {
            throw BrokerUnavailableError(
                "Cannot use the folder for sockets \(base): there is no folder \(parent). Set XDG_RUNTIME_DIR to a folder of your own."
                    .tamed(by: "?"))
        }
        do throws(FolderOwnerError) {
            try PrivateFolder.make(place.runtime.folder)
        } catch {
            throw BrokerUnavailableError(
                "Cannot use the folder for sockets \(place.runtime.folder): \(error). Set XDG_RUNTIME_DIR to a folder of your own."
                    .tamed(by: "?"),
                underlying: error)
        }
        let answer: String
        do throws(Errno) {
            let lock = try FileLock.waiting(for: place.runtime.startLock)
            defer { withExtendedLifetime(lock) {} }
            if (try? PacketSocket.connect(to: place.runtime.brokerSocket)) != nil { return }
            answer = try launch(program)
        } catch {
            throw BrokerUnavailableError(
                "Cannot start the broker in \(place.runtime.folder): \(error).", underlying: error)
        }
        guard answer == "ready" else {
            let sentence = answer.withFullStop
            let why =
                answer.isEmpty ? "\(program) ended at once; check that it is appexd and can be run." : sentence
            throw BrokerUnavailableError("Cannot start the broker: \(why)".tamed(by: "?"))
        }
    }

    private func broker() throws(BrokerUnavailableError) -> FilePath {
        if let path = ProgramLocator.find("appexd", variable: "APPEX_BROKER", environment: environment) { return path }
        throw BrokerUnavailableError(
            "Cannot find the program appexd beside this program or in PATH: install OpenExtensionKit, or set APPEX_BROKER to its path."
        )
    }

    /// Starts the broker and reads its readiness pipe: "ready", or the reason for which it cannot start.
    private func launch(_ program: FilePath) throws(Errno) -> String {
        let pipe = try Pipe.make()
        let arguments = [
            "--root", place.layout.root.string, "--runtime", place.runtime.folder.string, "--readiness", "3",
        ]
        try ChildProcess.startDetached(program, arguments, environment: passed, passing: pipe.second, as: 3)
        return try answer(pipe)
    }

    private func answer(_ pipe: consuming SocketPair) throws(Errno) -> String {
        let reading = pipe.keepFirst()
        for _ in 0..<(Self.readinessLimit / Self.interval) {
            var waiting = pollfd(fd: reading.rawValue, events: Int16(POLLIN), revents: 0)
            if retrying({ poll(&waiting, 1, Self.interval) }) > 0 {
                let bytes = try Pipe.readAll(reading, limit: 4096, milliseconds: Self.readinessLimit)
                // Own text: what the broker prints.
                return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            }
            // A process that has been killed since may have started a broker, for whose end this one waits.
            if (try? PacketSocket.connect(to: place.runtime.brokerSocket)) != nil { return "ready" }
        }
        throw .timedOut
    }

    /// The environment of the broker. Since the broker serves many clients, it receives only those variables of the
    /// first client that locate and configure the device, and those of the dynamic linker and the locale.
    private var passed: [String: String] {
        let names: Set = [
            "HOME", "PATH", "LANG", "LC_ALL", "TZ", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "LD_LIBRARY_PATH",
        ]
        return environment.filter { names.contains($0.key) || $0.key.begins(with: "APPEX_") }
    }
}
