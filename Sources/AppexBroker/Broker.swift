import AppexModel
import Glibc
package import AppexRegistry
package import AppexSystem
import AppexWire
package import Logging
import Synchronization
import SystemPackage

/// The daemon that owns a device: its registry, its extension processes, and the sockets of its clients.
package final class Broker: Sendable {
    private enum Signal: Sendable {
        case client(DescriptorBag)
        case clientGone(isIncompatible: Bool)
        case workChanged
        case idle
    }

    private let configuration: BrokerConfiguration
    private let loop: EventLoop
    /// Of its own, so that what processes claim never delays a launch.
    private let coordinationLoop: EventLoop
    private let log: Logger
    private let registry: RegistryService
    private let signals: (stream: AsyncStream<Signal>, continuation: AsyncStream<Signal>.Continuation)
    private let listener = Mutex<Listener?>(nil)
    /// Whether the broker before this one was killed.
    private let endedBadly: Bool

    /// Begins to listen. The device's lock must be held, and the registry belongs to the broker.
    ///
    /// - Throws: ``WireError`` when the socket cannot be made; the kernel's error if there are no descriptors or threads left.
    package init(configuration: BrokerConfiguration, registry: RegistryStore, loop: EventLoop, log: Logger) throws {
        self.configuration = configuration
        self.loop = loop
        coordinationLoop = try EventLoop(name: "appex-coordination")
        self.log = log
        signals = AsyncStream.makeStream()
        let continuation = signals.continuation
        self.registry = RegistryService(store: registry) { continuation.yield(.workChanged) }
        // A broker that ends by itself removes its socket.
        endedBadly = configuration.runtime.brokerSocket.withPlatformString { access($0, F_OK) } == 0
        let listener = try Listener(at: configuration.runtime.brokerSocket, on: loop) { socket, _ in
            continuation.yield(.client(DescriptorBag(socket)))
        }
        self.listener.withLock { $0 = listener }
    }

    /// Serves clients until the broker has been idle for its idle limit, or until cancelled.
    ///
    /// After a client that supports no version of the protocol in common with the broker, it does not wait for the idle
    /// limit, so that the client can start a broker of its own version.
    package func run() async {
        let continuation = signals.continuation
        let coordination = CoordinationService(
            loop: coordinationLoop, log: log, mark: configuration.runtime.folder.appending("coordination-recovery"),
            lastEndedBadly: endedBadly)
        let processes = ProcessService(
            configuration: configuration, coordination: coordination, loop: loop, log: log
        ) {
            continuation.yield(.workChanged)
        }
        let matches = MatchService(registry: registry, log: log)
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await processes.run() }
                group.addTask { await matches.run() }
                group.addTask { await self.recover(processes) }
                await serve(processes, matches, in: &group)
                coordination.stop()
                stopListening()
                group.cancelAll()
            }
        } onCancel: {
            // First of all: who comes while the rest ends would be sent away, and not find the next broker.
            coordination.stop()
            stopListening()
        }
        coordinationLoop.stop()
    }

    /// Puts the device in order while clients are being answered already.
    private func recover(_ processes: ProcessService) async {
        if endedBadly { log.warning("the last broker did not end by itself") }
        do {
            try await registry.recover()
        } catch {
            // Whoever wants to change or launch something tries again, and is told.
            return log.error("could not put the device in order", metadata: ["reason": "\(error)"])
        }
        let index = registry.index
        await processes.prepareRuntime(
            among: (0..<min(index.appexCount, 100)).compactMap { index.appex(at: $0)?.runtime })
        if endedBadly { await processes.cleanUp(after: (0..<index.appexCount).compactMap(index.appex)) }
    }

    private func serve(
        _ processes: ProcessService, _ matches: MatchService, in group: inout DiscardingTaskGroup
    ) async {
        let harness = RegistryHarness(ApplicationService(registry: registry, processes: processes))
        let decoders = DecoderService(launcher: processes.launcher, configuration: configuration, log: log)
        let matches = MatchHarness(matches)
        let continuation = signals.continuation
        var clientNumbers = Numbering<ClientNumber>()
        var clients = 0
        var isOutdated = false
        var timer = armIdleTimer()
        for await signal in signals.stream {
            if let token = timer { loop.cancel(token) }
            timer = nil
            switch signal {
            case .client(let socket):
                guard
                    let client = accept(
                        socket, clientNumbers.next(), harness, matches, processes, decoders)
                else { break }
                clients += 1
                group.addTask {
                    let isIncompatible = await withTaskCancellationHandler {
                        await client.run()
                    } onCancel: {
                        // Its claims are not to end, with a grant to another client: the next broker decides.
                        processes.coordination.stop()
                        client.close()
                    }
                    continuation.yield(.clientGone(isIncompatible: isIncompatible))
                }
            case .clientGone(let isIncompatible):
                clients -= 1
                isOutdated = isOutdated || isIncompatible
            case .workChanged: break
            case .idle:
                // A client that has come since the timer ran out waits in the stream behind this signal;
                // it gets no answer to its greeting and starts the next broker.
                if clients == 0, registry.isIdle, await processes.isIdle {
                    log.info("leaving, idle")
                    return
                }
            }
            guard clients == 0, registry.isIdle, await processes.isIdle else { continue }
            if isOutdated {
                log.info("leaving, for a broker of another version")
                return
            }
            timer = armIdleTimer()
        }
    }

    /// Serves a client that has connected.
    ///
    /// Not part of ``serve(_:_:in:)``, because a descriptor that is moved inside its loop keeps the compiler of Swift 6.3
    /// from coming to an end.
    private func accept(
        _ socket: DescriptorBag, _ number: ClientNumber, _ registry: RegistryHarness, _ matches: MatchHarness,
        _ processes: ProcessService, _ decoders: DecoderService
    ) -> ClientHarness? {
        guard let descriptor = socket.take() else { return nil }
        return try? ClientHarness(
            descriptor, number: number, registry: registry, matches: matches, processes: processes,
            decoders: decoders, coordination: processes.coordination, log: log)
    }

    private func armIdleTimer() -> EventLoop.Token? {
        let continuation = signals.continuation
        return loop.schedule(at: .now + configuration.idleLimit) { continuation.yield(.idle) }
    }

    /// Closes the socket. Clients that connect from now on start another broker, and those that wait in the queue see
    /// their connections end.
    private func stopListening() {
        // The name first: who comes while the socket is being closed is not to find it.
        _ = configuration.runtime.brokerSocket.withPlatformString { unlink($0) }
        let listener = listener.withLock { listener in
            defer { listener = nil }
            return listener
        }
        listener?.close()
    }
}
