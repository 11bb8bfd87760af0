import AppexSandbox
import AppexSystem
import Glibc
import Logging
import SystemPackage

/// The launcher, lent to a service that starts sandboxed helpers of this project.
extension ProcessService {
    /// A helper that was launched.
    struct Helper {
        /// Called for each news of it; nil when the launcher has ended, and with it the helper.
        let told: @Sendable (LauncherEvent?) -> Void
        let group: ControlGroup?
    }

    /// Launches a helper.
    ///
    /// - Parameter control: its descriptor 3.
    /// - Parameter memory: the bytes that it may use, where control groups limit memory.
    /// - Parameter told: called for each news of it, for the last time when it has ended.
    /// - Returns: the launcher's name for it, and the launcher's own process.
    /// - Throws: ``SandboxError``, or the kernel's error; then nothing runs, and nothing is told.
    func launchHelper(
        _ plan: LaunchPlan, control: DescriptorBag, memory bytes: UInt64,
        told: @escaping @Sendable (LauncherEvent?) -> Void
    ) async throws -> (launch: LaunchIdentifier, launcher: Int32) {
        let launcher = try await runningLauncher()
        guard let socket = control.take() else { throw Errno.badFileDescriptor }
        let output = try Descriptor(opening: "/dev/null", O_WRONLY)
        let group = try memory.groups?.take(memory: bytes)
        do {
            let launch = try await launcher.launch(plan, control: socket, output: output, group: try group?.door())
            // Another launcher gives the same names to others.
            guard self.launcher === launcher else { throw SandboxError.launcherEnded }
            helpers[launch] = Helper(told: told, group: group)
            for event in early.removeValue(forKey: launch) ?? [] { handle(event) }
            return (launch, launcher.processIdentifier)
        } catch {
            giveUp(group)
            throw error
        }
    }

    /// Ends a helper at once. Harmless when it has ended already.
    func endHelper(_ launch: LaunchIdentifier) async {
        guard helpers[launch] != nil, let launcher else { return }
        do {
            try await launcher.kill(launch)
        } catch {
            log.error("a helper could not be ended", metadata: ["error": "\(error)"])
        }
    }

    /// - Returns: whether the event is about a helper.
    func tellHelper(_ event: LauncherEvent) -> Bool {
        guard let helper = helpers[event.launch] else { return false }
        switch event {
        case .started: break
        case .failed, .exited:
            helpers[event.launch] = nil
            giveUp(helper.group)
        }
        helper.told(event)
        return true
    }

    /// The launcher has ended, and all helpers with it.
    func forgetHelpers() {
        let gone = helpers.values
        helpers = [:]
        for helper in gone {
            giveUp(helper.group)
            helper.told(nil)
        }
    }
}
