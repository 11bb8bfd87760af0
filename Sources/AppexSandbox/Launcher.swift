package import AppexModel
package import AppexSystem
import CAppexShims
import Glibc
import Synchronization
package import SystemPackage

/// The broker's side of `appex-launch`, the program that starts sandboxed processes.
///
/// A broker has one. When either of the two dies, every extension dies with it.
package actor Launcher {
    /// News of all launches, in order; ends when the launcher has ended. For one reader.
    package nonisolated let events: AsyncStream<LauncherEvent>
    /// Which walls stand around every extension.
    package nonisolated let walls: WallReport
    /// The launcher's own process.
    package nonisolated let processIdentifier: Int32

    let channel: LauncherChannel
    /// The filter for extensions.
    private let program: SeccompProgram
    /// The filter for helpers; nil before the first one.
    private var helperProgram: SeccompProgram?
    private var nextNumber: UInt64 = 1

    /// Starts the program at `executable` and asks it which walls this machine gives.
    ///
    /// - Parameter answerLimit: how long it may take to try them; it needs a few milliseconds.
    /// - Throws: ``SandboxError``; in every case nothing is left running.
    package init(executable: FilePath, answerLimit: Duration = .seconds(10)) async throws(SandboxError) {
        channel = try LauncherChannel(starting: executable)
        events = channel.events
        processIdentifier = channel.processIdentifier
        // Fails only when the program has ended already, which is no answer either.
        let asked: ()? = try? channel.send(LauncherMessage.hello(), nil)
        guard asked != nil, let report = await channel.report(within: answerLimit) else {
            channel.abandon()
            throw .noAnswer(executable)
        }
        walls = report
        do {
            program = try SeccompProgram.compile(privateRoot: report[.privateRoot] == .up)
        } catch {
            channel.abandon()
            throw error
        }
    }

    deinit {
        channel.end()
    }

    /// Asks for one launch. What becomes of it is told by ``events``.
    ///
    /// - Parameter control: the extension's descriptor 3: the end of a socket to the broker.
    /// - Parameter output: the extension's standard output and errors.
    /// - Parameter group: the control group that the process is in from its beginning: the file with its members, open
    ///   for writing, and in version 2 its folder. nil for the launcher's own.
    /// - Throws: ``SandboxError/planTooLarge(bytes:limit:)``, ``SandboxError/launcherBusy``,
    ///   ``SandboxError/launcherEnded`` or ``SandboxError/seccomp(step:_:)``. All descriptors are closed in any case.
    package func launch(
        _ plan: LaunchPlan, control: consuming Descriptor, output: consuming Descriptor, group: DescriptorBag? = nil
    ) async throws(SandboxError) -> LaunchIdentifier {
        let launch = nextIdentifier()
        let request = LauncherMessage.launch(launch, plan, try program(for: plan))
        guard request.count <= LauncherMessage.maximumRequest else {
            throw .planTooLarge(bytes: request.count, limit: LauncherMessage.maximumRequest)
        }
        let descriptors = DescriptorBag(control)
        descriptors.append(output)
        while let descriptor = group?.take() { descriptors.append(descriptor) }
        try await send(request, descriptors)
        return launch
    }

    /// The filter for a process: the narrower one for those that have no container.
    private func program(for plan: LaunchPlan) throws(SandboxError) -> SeccompProgram {
        if plan.profile.container != nil { return program }
        if let helperProgram { return helperProgram }
        let compiled = try SeccompProgram.compile(privateRoot: walls[.privateRoot] == .up, for: .helper)
        helperProgram = compiled
        return compiled
    }

    /// A name for a launch, or for what is asked about one.
    func nextIdentifier() -> LaunchIdentifier {
        defer { nextNumber += 1 }
        return LaunchIdentifier(rawValue: nextNumber)
    }

    /// Sends a request, waiting while the launcher has others to read: a burst of launches fills its
    /// socket for some milliseconds.
    func send(_ request: [UInt8], _ descriptors: DescriptorBag?) async throws(SandboxError) {
        for _ in 0..<Self.attempts {
            do {
                return try channel.send(request, descriptors)
            } catch .launcherBusy {
                // A cancelled caller does not wait, and is told that the launcher is busy.
                try? await Task.sleep(for: Self.pause)
            }
        }
        throw .launcherBusy
    }

    /// Two seconds in all: reading one request takes a launcher well below a millisecond.
    private static let attempts = 400
    private static let pause = Duration.milliseconds(5)

    /// Ends one launch at once. Harmless when it has ended already.
    ///
    /// - Throws: ``SandboxError/launcherBusy`` or ``SandboxError/launcherEnded``.
    package func kill(_ launch: LaunchIdentifier) async throws(SandboxError) {
        try await send(LauncherMessage.kill(launch), nil)
    }

    /// Asks the launcher whether it still serves requests.
    ///
    /// - Returns: whether it has answered within `limit`.
    package func answers(within limit: Duration) async -> Bool {
        let request = nextIdentifier()
        do throws(SandboxError) {
            try await ask(LauncherMessage.ping(request), nil, as: request, about: request, within: limit)
            return true
        } catch {
            return false
        }
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Throws: ``SandboxError/notChanged(step:_:)`` when the launcher cannot do it or is late,
    ///   ``SandboxError/launcherBusy`` or ``SandboxError/launcherEnded``.
    func ask(
        _ bytes: [UInt8], _ descriptors: DescriptorBag?, as request: LaunchIdentifier, about launch: LaunchIdentifier,
        within limit: Duration
    ) async throws(SandboxError) {
        channel.answers.expect(request)
        do throws(SandboxError) {
            try await send(bytes, descriptors)
        } catch {
            channel.answers.forget(request)
            throw error
        }
        let timer = channel.loop.schedule(at: .now + limit) { [answers = channel.answers] in
            answers.expire(request, about: launch, .notChanged(step: "the launcher's answer", .timedOut))
        }
        defer { channel.loop.cancel(timer) }
        try await channel.answers.answer(to: request).get()
    }

    /// Ends a launcher that does not listen any more, and every extension. ``events`` ends soon after.
    package func abandon() {
        channel.abandon()
    }

    /// Ends the launcher and every extension. ``events`` ends soon after.
    package func end() {
        channel.end()
    }
}
