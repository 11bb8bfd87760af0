package import AppexModel
package import AppexSystem
import CAppexShims
import Glibc
import Synchronization
package import SystemPackage

/// The broker's side of `appex-launch`, the program that starts sandboxed processes.
///
/// A broker has one launcher. When either of the two ends, every extension ends with it.
package actor Launcher {
    /// The events of all launches, in order. The stream finishes when the launcher has ended, and has one consumer.
    package nonisolated let events: AsyncStream<LauncherEvent>
    /// Which layers of the sandbox protect every extension.
    package nonisolated let layers: SandboxReport
    /// The process identifier of the launcher.
    package nonisolated let processIdentifier: Int32

    let channel: LauncherChannel
    /// The filter for extensions.
    private let program: SeccompProgram
    /// The filters for processes that are no ordinary extensions, once one has been launched.
    private var otherPrograms: [SystemCallPolicy.Subject: SeccompProgram] = [:]
    private var nextNumber: UInt64 = 1

    /// Starts the program at `executable` and asks it which layers of the sandbox this machine supports.
    ///
    /// - Parameter answerLimit: the deadline for its report, which usually takes a few milliseconds.
    /// - Throws: ``SandboxError`` if the program cannot be started, does not report in time, or if the system call
    ///   filter cannot be compiled. No process is left behind.
    package init(executable: FilePath, answerLimit: Duration = .seconds(10)) async throws(SandboxError) {
        channel = try LauncherChannel(starting: executable)
        events = channel.events
        processIdentifier = channel.processIdentifier
        // A failure means that the program has already ended, which is handled like a missing report.
        let asked: ()? = try? channel.send(LauncherMessage.hello(), nil)
        guard asked != nil, let report = await channel.report(within: answerLimit) else {
            channel.abandon()
            throw .noAnswer(executable)
        }
        layers = report
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

    /// Requests a launch. ``events`` reports its outcome.
    ///
    /// - Parameter plan: the program and its sandbox.
    /// - Parameter control: the extension's end of a socket to the broker, which becomes its descriptor 3.
    /// - Parameter output: the extension's standard output and standard error.
    /// - Parameter group: the control group in which the process starts: the file that lists its members, open for
    ///   writing, and with version 2 its folder. With nil it starts in the launcher's group.
    /// - Returns: the identifier by which ``events`` names the launch.
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

    /// Has the launcher execute a runtime in advance, in the process of the next launch with the same program.
    ///
    /// - Parameter plan: the program and its environment; nil to stop.
    /// - Throws: ``SandboxError/launcherBusy`` or ``SandboxError/launcherEnded``.
    package func warm(_ plan: LaunchPlan?) async throws(SandboxError) {
        try await send(LauncherMessage.warm(plan, program), nil)
    }

    /// The filter for a process: a narrower one for a process without a container, a wider one for a process with a network.
    private func program(for plan: LaunchPlan) throws(SandboxError) -> SeccompProgram {
        if plan.profile.container != nil, !plan.profile.network { return program }
        let subject: SystemCallPolicy.Subject = plan.profile.container == nil ? .helper : .networkedExtension
        if let known = otherPrograms[subject] { return known }
        let compiled = try SeccompProgram.compile(privateRoot: layers[.privateRoot] == .up, for: subject)
        otherPrograms[subject] = compiled
        return compiled
    }

    /// A new identifier for a launch or another request.
    func nextIdentifier() -> LaunchIdentifier {
        defer { nextNumber += 1 }
        return LaunchIdentifier(rawValue: nextNumber)
    }

    /// Sends a request. Waits up to two seconds while the launcher's socket is full, as it is for some milliseconds
    /// after a burst of launches.
    ///
    /// - Throws: ``SandboxError/launcherBusy`` or ``SandboxError/launcherEnded``.
    func send(_ request: [UInt8], _ descriptors: DescriptorBag?) async throws(SandboxError) {
        for _ in 0..<Self.attempts {
            do {
                return try channel.send(request, descriptors)
            } catch .launcherBusy {
                // Cancellation ends the wait; the attempts that remain then fail with `launcherBusy`.
                try? await Task.sleep(for: Self.pause)
            }
        }
        throw .launcherBusy
    }

    /// Two seconds in all. The launcher reads a request in well below a millisecond.
    private static let attempts = 400
    private static let pause = Duration.milliseconds(5)

    /// Ends a launch at once by SIGKILL. A launch that has already ended is ignored.
    ///
    /// - Throws: ``SandboxError/launcherBusy`` or ``SandboxError/launcherEnded``.
    package func kill(_ launch: LaunchIdentifier) async throws(SandboxError) {
        try await send(LauncherMessage.kill(launch), nil)
    }

    /// Goes on with a launch whose network has been connected, or has to do without. One that has ended is ignored.
    ///
    /// - Throws: ``SandboxError/launcherBusy`` or ``SandboxError/launcherEnded``.
    package func proceed(_ launch: LaunchIdentifier) async throws(SandboxError) {
        try await send(LauncherMessage.proceed(launch), nil)
    }

    /// Checks whether the launcher still serves requests.
    ///
    /// - Returns: whether it answered within `limit`.
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
    /// - Throws: ``SandboxError/notChanged(step:_:)`` if the launcher refuses the request or does not answer in time,
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

    /// Kills a launcher that no longer serves requests, and with it every extension. ``events`` finishes soon after.
    package func abandon() {
        channel.abandon()
    }

    /// Ends the launcher and every extension. ``events`` finishes soon after.
    package func end() {
        channel.end()
    }
}
