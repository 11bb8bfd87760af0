import AppexModel
import AppexProtocol
import AppexSystem
import Foundation
import Glibc
import OpenExtensionKit
import SystemPackage
import TestSupport
import Testing

/// When a broker starts and when it leaves.
@Suite(.timeLimit(.minutes(30))) struct BrokerLifeTests {
    @Test func `clients that start the broker at the same time get the same one`() async throws {
        try await TestDevice.withLastingProcesses { device in
            let brokers = try await withThrowingTaskGroup(of: Int32.self) { group in
                for _ in 0..<8 {
                    let host = device.host()
                    group.addTask { try #require(try await host.processes().first { $0.role == .broker }).pid }
                }
                for _ in 0..<3 {
                    group.addTask {
                        let run = try await device.appex("list", "--json")
                        try #require(run.status == 0, "\(run.errors)")
                        return try await #require(device.host().processes().first { $0.role == .broker }).pid
                    }
                }
                return try await group.reduce(into: Set<Int32>()) { $0.insert($1) }
            }
            #expect(brokers.count == 1)
            let log = try String(
                contentsOfFile: device.place.layout.brokerLog.string, encoding: .utf8)
            #expect(log.components(separatedBy: " ready ").count == 2, "\(log)")
            #expect(!log.contains("the last broker did not end by itself"))
        }
    }

    @Test func `an idle broker leaves, and the next call starts another`() async throws {
        try await TestDevice.with(idle: 0.05) { device in
            var last: Int32?
            for _ in 0..<3 {
                let broker = try #require(try await device.host().processes().first { $0.role == .broker }).pid
                #expect(broker != last)
                last = broker
                _ = try await ProcessEnd.of(broker)
                // Nobody holds its lock any more.
                _ = try FileLock.trying(device.place.runtime.brokerLock)
                #expect(access(device.place.runtime.brokerSocket.string, F_OK) != 0)
            }
        }
    }

    @Test func `a broker does not leave while a host is connected or an extension runs`() async throws {
        try await TestDevice.with(idle: 0, linger: 0.3) { device in
            try await device.install(TestAppex())
            var host: ExtensionHost? = device.host()
            // Holds the process until its number is known.
            var held = try await host?.send("large")
            let broker = device.broker
            let process = try #require(try await host?.process())
            withExtendedLifetime(held) {}
            (held, host) = (nil, nil)
            _ = try await ProcessEnd.of(process.pid)
            #expect(DeviceProcesses.isAlive(try #require(broker)) || device.broker == nil)
            let second = device.host()
            try await second.expectAnswer()
        }
    }

    @Test func `a broker removes what an update has replaced before it leaves`() async throws {
        try await TestDevice.with(idle: 0, linger: 0.3) { device in
            for _ in 0..<3 {
                try await device.install(TestAppex())
                var host: ExtensionHost? = device.host()
                try await host?.expectAnswer()
                let broker = try #require(device.broker)
                try await device.install(TestAppex())
                let containers = device.place.layout.bundleContainers.string
                host = nil
                _ = try await ProcessEnd.of(broker)
                #expect(try FileManager.default.contentsOfDirectory(atPath: containers).count == 1)
            }
        }
    }

    @Test func `calls that meet a leaving broker are served by the next`() async throws {
        // An idle time of nothing: every broker is leaving by the time somebody else calls.
        try await TestDevice.with(idle: 0, linger: 0) { device in
            try await device.install(TestAppex())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<8 { _ = try await device.host().extension(fixtureIdentifier) }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: [true, false])
    func `what is installed is still there after the broker has gone`(killed: Bool) async throws {
        try await TestDevice.with { device in
            try await device.install(TestApp(TestAppex(), TestAppex("Other")))
            var host: ExtensionHost? = device.host()
            let before = try #require(try await host?.extensions())
            #expect(before.map(\.bundleIdentifier) == ["org.example.Fixtures.Fixture", "org.example.Fixtures.Other"])
            let broker = try #require(device.broker)
            if killed { sendSignal(SIGKILL, to: broker) }
            host = nil
            _ = try await ProcessEnd.of(broker)
            let next = device.host()
            #expect(try await next.extensions() == before)
            #expect(try await next.extensions(at: "com.apple.services") == before)
            #expect(try await next.extensions(at: "com.apple.share-services").isEmpty)
            try await next.expectAnswer()
        }
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a broker that is told to end takes its processes along`(signal: Int32) async throws {
        try await TestDevice.with(idle: 3600, linger: 3600) { device in
            try await device.install(TestAppex())
            let host = device.host()
            let mark = Mark()
            async let pending = host.failure("silent", attachments: [mark.provider])
            try await mark.wait()
            sendSignal(signal, to: try #require(device.broker))
            #expect(try await pending.code == .died)
            let left = await DeviceProcesses.wait(for: device, atMost: .promptly) { $0.isEmpty }
            #expect(left.isEmpty)
            #expect(access(device.place.runtime.brokerSocket.string, F_OK) != 0)
        }
    }

    @Test func `a broker that is told to end makes way for the next, whatever it is waiting for`() async throws {
        try await TestDevice.withLastingProcesses { device in
            try await device.install(TestAppex())
            let host = device.host()
            try await host.expectAnswer()
            let (broker, launcher) = (try #require(device.broker), try #require(device.launcher))
            // The end of the extension is not to come before that of the broker.
            sendSignal(SIGSTOP, to: launcher)
            defer { sendSignal(SIGCONT, to: launcher) }
            let remover = device.host()
            async let isRemoved = {
                let uninstall = BrokerInterface.Uninstall(identifier: "org.example.Fixtures")
                return (try? await remover.broker.call(uninstall, once: true)) != nil
            }()
            try await eventually("the app is being removed") {
                do {
                    try await host.expectAnswer()
                    return false
                } catch let error as ExtensionError {
                    return error.code == .notFound
                }
            }
            sendSignal(SIGTERM, to: broker)
            let socket = device.place.runtime.brokerSocket.string
            try await eventually("nobody comes to the old broker any more") { access(socket, F_OK) != 0 }
            async let next = device.host().extensions()
            sendSignal(SIGCONT, to: launcher)
            #expect(try await next.map(\.bundleIdentifier) == [fixtureIdentifier])
            _ = try await ProcessEnd.of(broker)
            #expect(await !isRemoved)
            try await device.host().expectAnswer()
        }
    }

    @Test(arguments: ["remove", "rename"])
    func `a broker whose device folder is removed or renamed ends, and the next one begins anew`(
        change: String
    ) async throws {
        try await TestDevice.with(idle: 3600, linger: 3600) { device in
            try await device.install(TestAppex())
            let host = device.host()
            try await host.expectAnswer()
            let (broker, process) = (try #require(device.broker), try await host.process().pid)
            let root = device.place.layout.root.string
            if change == "remove" {
                try FileManager.default.removeItem(atPath: root)
            } else {
                #expect(rename(root, root + "-elsewhere") == 0)
            }
            _ = try await ProcessEnd.of(broker)
            _ = try await ProcessEnd.of(process)
            #expect(access(root, F_OK) != 0, "nothing is made again")
            #expect(try await host.extensions().isEmpty)
            try await device.install(TestAppex())
            try await host.expectAnswer()
            sendSignal(SIGTERM, to: try #require(device.broker))
        }
    }

    @Test func `a request and appex run keep their time when the broker does not answer`() async throws {
        // A client that finds no answer may start a second broker, which waits for the first one's end, and leaves when it
        // is idle.
        try await TestDevice.with { device in
            try await device.install(TestAppex())
            // The first asks for the extension before each request.
            let asking = ExtensionHost(
                place: device.place, environment: device.environment, allowing: { _ in true })
            let identity = try await asking.extension(fixtureIdentifier)
            let broker = try #require(device.broker)
            sendSignal(SIGSTOP, to: broker)
            defer {
                sendSignal(SIGCONT, to: broker)
                sendSignal(SIGTERM, to: broker)
            }
            for host in [asking, device.host()] {
                let began = ContinuousClock.now
                await #expect(throws: ExtensionError.self) {
                    try await host.send([NSExtensionItem()], to: identity, timeout: .seconds(1))
                }
                #expect(.now - began < .seconds(1) + .promptly)
            }
            let run = try await device.appex("run", fixtureIdentifier, "--text", "x", "--timeout", "1")
            #expect(run.status == 5 && run.errors.contains("did not answer within 1 second"), "\(run.errors)")
            #expect(run.duration < .seconds(1) + .promptly)
        }
    }

    @Test func `a broker whose starter was killed before it was told serves others`() async throws {
        try await TestDevice.withLastingProcesses { device in
            let runtime = device.place.runtime
            try PrivateFolder.make(runtime.folder)
            let pipe = try Pipe.make()
            let (reading, writing) = pipe.bags()
            _ = reading.take()
            guard let end = writing.take() else { throw Errno.badFileDescriptor }
            try ChildProcess.startDetached(
                BuiltProgram.broker.path,
                ["--root", device.place.layout.root.string, "--runtime", runtime.folder.string, "--readiness", "3"],
                environment: device.environment, passing: end, as: 3)
            try await eventually("it listens") { access(runtime.brokerSocket.string, F_OK) == 0 }
            let broker = device.broker
            #expect(try await device.host().processes().first { $0.role == .broker }?.pid == broker)
        }
    }

    @Test func `a broker that cannot be started is an error that says why`() async throws {
        try await TestDevice.with { device in
            var environment = device.environment
            environment["APPEX_BROKER"] = "/nonexistent/appexd"
            let without = ExtensionHost(place: device.place, environment: environment)
            var error = await #expect(throws: ExtensionError.self) { try await without.extensions() }
            #expect(error?.code == .brokerUnavailable)
            #expect(error?.message.contains("APPEX_BROKER") == true, "\(error as Any)")

            environment = device.environment
            environment["APPEX_LAUNCHER"] = "/nonexistent/appex-launch"
            let lame = ExtensionHost(place: device.place, environment: environment)
            error = await #expect(throws: ExtensionError.self) { try await lame.extensions() }
            #expect(error?.code == .brokerUnavailable)
            #expect(error?.message.contains("appex-launch") == true, "\(error as Any)")

            environment["APPEX_BROKER"] = "/usr/bin/true"
            let silent = ExtensionHost(place: device.place, environment: environment)
            error = await #expect(throws: ExtensionError.self) { try await silent.extensions() }
            #expect(error?.code == .brokerUnavailable)
            #expect(error?.message.contains("true ended at once; check that it is appexd") == true, "\(error as Any)")
        }
    }

    @Test func `a folder for sockets is not created together with the folder around it`() async throws {
        try await TestDevice.with { device in
            let missing = device.folder.appending("missing")
            let place = try DevicePlace(
                environment: [
                    "APPEX_ROOT": device.place.layout.root.string,
                    "XDG_RUNTIME_DIR": missing.appending("run").string,
                ], home: device.folder, uid: geteuid())
            let host = ExtensionHost(place: place, environment: device.environment)
            let error = await #expect(throws: ExtensionError.self) { try await host.extensions() }
            #expect(error?.code == .brokerUnavailable)
            let words = "there is no folder \(missing). Set XDG_RUNTIME_DIR"
            #expect(error?.message.contains(words) == true, "\(error as Any)")
            #expect(!FileManager.default.fileExists(atPath: missing.string))
        }
    }

    @Test func `a folder of sockets that others may enter is refused`() async throws {
        try await TestDevice.with { device in
            let runtime = device.place.runtime.folder
            try FileManager.default.createDirectory(
                atPath: runtime.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            let error = await #expect(throws: ExtensionError.self) { try await device.host().extensions() }
            #expect(error?.code == .brokerUnavailable)
            #expect(error?.message.contains(runtime.string) == true, "\(error as Any)")
            chmod(runtime.string, 0o700)
            #expect(try await device.host().extensions().isEmpty)
        }
    }
}
