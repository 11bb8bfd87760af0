import AppexModel
import AppexSystem
import CAppexShims
import Glibc
import Synchronization
import SystemPackage

/// The launcher's process and the socket to it. The shared event loop reads the packets, in order.
final class LauncherChannel: Sendable {
    let events: AsyncStream<LauncherEvent>
    let processIdentifier: Int32
    let answers = LauncherAnswers()

    private struct State {
        var token: EventLoop.Token?
        var waiter: CheckedContinuation<SandboxReport?, Never>?
        var report: SandboxReport?
        var ended = false
        var isConcluded = false
    }

    let loop: EventLoop
    private let socket: Descriptor
    private let continuation: AsyncStream<LauncherEvent>.Continuation
    private let state = Mutex(State())

    /// The launcher's descriptor for its requests.
    private static let requestDescriptor: CInt = 3
    /// The largest number of packets read in one turn of the event loop, so that other sockets are served too.
    private static let packetsPerTurn = 64

    /// The longest wait for the end of a killed launcher, which usually takes a few milliseconds.
    private static let reapLimit = Duration.seconds(2)

    /// Starts the program and begins to read its packets.
    ///
    /// - Throws: ``SandboxError/cannotStart(_:_:)``. No process is left behind.
    init(starting executable: FilePath) throws(SandboxError) {
        do {
            let pair = try PacketSocket.pair()
            loop = try EventLoop.shared()
            processIdentifier = try Self.spawn(executable, request: pair.second)
            socket = pair.keepFirst()
        } catch {
            throw .cannotStart(executable, error)
        }
        (events, continuation) = AsyncStream.makeStream(of: LauncherEvent.self)
        do {
            // The loop keeps the channel alive until the launcher has ended.
            let token = try loop.watch(socket.rawValue, for: .readable) { _ in self.receive() }
            state.withLock { $0.token = token }
        } catch {
            finish()
            throw .cannotStart(executable, error)
        }
    }

    private static func spawn(_ executable: FilePath, request: borrowing Descriptor) throws(Errno) -> Int32 {
        let number = request.rawValue
        // The launcher needs no environment variable, and cannot pass on what it does not have.
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        let pid = executable.withPlatformString { path in
            var arguments = [UnsafeMutablePointer(mutating: path), nil]
            return appex_spawn(path, &arguments, &environment, [number], [requestDescriptor], 1)
        }
        guard pid > 0 else { throw Errno(rawValue: -pid) }
        return pid
    }

    /// Sends one request without waiting. Descriptors are closed in any case.
    ///
    /// - Throws: ``SandboxError/launcherBusy`` if the socket is full or the kernel takes no more descriptors, or
    ///   ``SandboxError/launcherEnded``.
    func send(_ request: [UInt8], _ descriptors: DescriptorBag?) throws(SandboxError) {
        let sent: Bool
        do throws(Errno) {
            sent = try Packet.send(request, descriptors, on: socket.rawValue)
        } catch .tooManyReferences {
            // There are too many descriptors on their way, in all processes of this user together.
            throw .launcherBusy
        } catch {
            throw .launcherEnded
        }
        guard sent else { throw .launcherBusy }
    }

    /// Tells the launcher to end its children and itself. Its end then shows on the socket.
    func end() {
        // Fails only if the launcher has already ended.
        _ = shutdown(socket.rawValue, CInt(SHUT_WR))
    }

    /// Kills the launcher, whether it serves requests or not.
    func abandon() {
        loop.execute { self.finish() }
    }

    /// The launcher's answer to "hello"; nil if it ends or does not answer within `limit`.
    func report(within limit: Duration) async -> SandboxReport? {
        let timer = loop.schedule(at: .now + limit) { self.answer(nil) }
        let report = await withCheckedContinuation { waiter in
            let known = state.withLock { state -> SandboxReport?? in
                if let report = state.report { return report }
                if state.ended { return .some(nil) }
                state.waiter = waiter
                return .none
            }
            if let known { waiter.resume(returning: known) }
        }
        loop.cancel(timer)
        return report
    }

    private func answer(_ report: SandboxReport?) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.report = report
            return state.waiter
        }
        waiter?.resume(returning: report)
    }

    // MARK: On the loop's thread

    private func receive() {
        withUnsafeTemporaryAllocation(byteCount: LauncherMessage.eventSize, alignment: 8) { buffer in
            for _ in 0..<Self.packetsPerTurn {
                switch try? Packet.receive(into: buffer, from: socket.rawValue) {
                case .nothing:
                    return
                case .packet(let count, _, false):
                    guard deliver(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return finish() }
                case .packet, .end, nil:
                    return finish()
                }
            }
        }
    }

    /// Handles a packet.
    ///
    /// - Returns: false if this version does not understand it; nothing else on the socket can be trusted then.
    private func deliver(_ packet: UnsafeRawBufferPointer) -> Bool {
        switch LauncherMessage.decode(packet) {
        case .report(let report): answer(report)
        case .answered(let request): _ = answers.resolve(request, .success(()))
        case .event(.failed(let request, let failure))
        where answers.resolve(request, .failure(.notChanged(step: failure.step, failure.error))):
            break
        case .event(let event): continuation.yield(event)
        case nil: return false
        }
        return true
    }

    /// Kills and reaps the launcher, once. Its children die with it, by the kernel's parent-death signal.
    private func finish() {
        let (alreadyEnded, token) = state.withLock { state in
            defer { (state.ended, state.token) = (true, nil) }
            return (state.ended, state.token)
        }
        // Only once: afterwards the number may belong to another process.
        guard !alreadyEnded else { return }
        if let token { loop.unwatch(socket.rawValue, token) }
        _ = kill(processIdentifier, SIGKILL)
        // On a thread of its own, because a process that hangs in the kernel may never end, and the event loop serves
        // others.
        let limit = loop.schedule(at: .now + Self.reapLimit) { self.conclude() }
        do {
            try LoopThread.start(name: "appex-reap") { [self] in
                _ = retrying { waitpid(processIdentifier, nil, 0) }
                loop.cancel(limit)
                loop.execute { self.conclude() }
            }
        } catch {
            // The launcher was killed, and remains a zombie until this process ends.
            loop.cancel(limit)
            conclude()
        }
    }

    /// Reports the end of the launcher to everyone who waits, once.
    private func conclude() {
        guard
            state.withLock({ state in
                defer { state.isConcluded = true }
                return !state.isConcluded
            })
        else { return }
        answer(nil)
        answers.end()
        continuation.finish()
    }
}
