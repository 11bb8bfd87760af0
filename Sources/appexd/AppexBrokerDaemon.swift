import AppexBroker
import AppexModel
import AppexRuntimes
import AppexRegistry
import AppexSystem
import ArgumentParser
import Glibc
import Logging
import ServiceLifecycle
import SystemPackage
import UnixSignals

/// The broker's program. Clients start it; nobody starts it by hand.
@main
struct AppexBrokerDaemon: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appexd",
        abstract:
            "The broker of a device. Started on demand by whoever uses an extension; not meant to be started by hand.")

    @Option(help: "The device's root folder.")
    var root: String

    @Option(help: "The folder of the device's sockets and locks.")
    var runtime: String

    @Option(help: "The descriptor on which to say \"ready\", or why not.")
    var readiness: Int32?

    func run() async throws {
        // A starter that has gone before it was told must not take the broker along. A handler, since launcher and
        // extensions would inherit that the signal is ignored.
        signal(SIGPIPE) { _ in }
        let starter = Starter(readiness.map { Descriptor(owning: $0) })
        do {
            try await serve(starter)
        } catch {
            starter.say("\(error)")
            throw ExitCode.failure
        }
    }

    private func serve(_ starter: Starter) async throws {
        let environment = CurrentProcess.environment
        let layout = try DeviceLayout(root: FilePath(root))
        let runtime = try RuntimeDirectory(folder: FilePath(runtime))
        // Before anything is opened, made or emptied.
        try layout.checkOwner()
        try PrivateFolder.make(runtime.folder)
        guard let launcher = ProgramLocator.find("appex-launch", variable: "APPEX_LAUNCHER", environment: environment)
        else {
            throw StartError(
                "the program appex-launch is not beside appexd; install OpenExtensionKit again, or set APPEX_LAUNCHER to its path"
            )
        }
        // Waits for a broker that is just leaving. The starter's patience bounds the wait.
        let lock = try FileLock.waiting(for: runtime.brokerLock)
        defer { withExtendedLifetime(lock) {} }
        CurrentProcess.raiseDescriptorLimit()
        let log = Self.log(layout)
        let runtimes = RuntimePlaces(layout: layout, environment: environment, program: ProgramLocator.runningProgram)
        let store = try RegistryStore(
            layout: layout, runtimes: runtimes, systemVersion: SystemVersion.current(environment: environment),
            logger: log)
        let configuration = BrokerConfiguration(
            layout: layout, runtime: runtime, launcher: launcher,
            decoder: ProgramLocator.find("appex-decode", variable: "APPEX_DECODER", environment: environment),
            networkProgram: ProgramLocator.find("slirp4netns", variable: "APPEX_SLIRP", environment: environment),
            runtimes: runtimes, environment: environment)
        let broker = try Broker(configuration: configuration, registry: store, loop: try EventLoop.shared(), log: log)
        log.info("ready", metadata: ["pid": "\(getpid())", "root": "\(layout.root)"])
        starter.say("ready")
        let service = BrokerService(broker: broker)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(service: service, successTerminationBehavior: .gracefullyShutdownGroup),
                    .init(
                        service: DeviceFolderService(layout: layout, log: log),
                        successTerminationBehavior: .gracefullyShutdownGroup),
                ],
                gracefulShutdownSignals: [.sigterm, .sigint, .sighup], logger: log))
        try await group.run()
        log.info("ended")
    }

    private static func log(_ layout: DeviceLayout) -> Logger {
        let file = RotatingFile(layout.brokerLog)
        return Logger(label: "appexd") { _ in FileLogHandler(file: file) }
    }
}

/// The broker as a service of the process: it ends when it is idle or told to.
private struct BrokerService: Service {
    let broker: Broker

    func run() async throws {
        await cancelWhenGracefulShutdown { await broker.run() }
    }
}

/// Why the daemon cannot start.
private struct StartError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The client that started the daemon and waits for one word.
private final class Starter {
    private var descriptor: Descriptor?

    init(_ descriptor: consuming Descriptor?) { self.descriptor = consume descriptor }

    /// Says it once. A starter that has gone does not matter.
    func say(_ text: String) {
        guard let descriptor = descriptor.take() else { return }
        var bytes = Array((text + "\n").utf8)
        _ = write(descriptor.rawValue, &bytes, bytes.count)
    }
}
