import AppexModel
import AppexProtocol
import AppexSystem
import Dispatch
import Logging
import Synchronization
import SystemPackage

/// The control groups of this broker's processes, or the lack of them.
///
/// By which means memory is limited is chosen at the first use, which is soon after the start.
final class MemoryGroups: Sendable {
    private let configuration: BrokerConfiguration
    private let loop: EventLoop
    private let chosen = Mutex<MemoryControl?>(nil)

    /// How often, and in which distance, an empty group is tried to be removed: its init may need a moment to end.
    private static let removal = (attempts: 50, pause: Duration.milliseconds(10))

    init(configuration: BrokerConfiguration, loop: EventLoop) {
        self.configuration = configuration
        self.loop = loop
    }

    /// By which means memory is limited.
    var control: MemoryControl {
        chosen.withLock { chosen in
            if let chosen { return chosen }
            let control = MemoryControl(
                configuration.memoryControl,
                candidates: ControlGroupTree.candidates(name: configuration.layout.controlGroupName),
                memory: ExtensionLimits().memory)
            chosen = control
            return control
        }
    }

    /// Logs once how memory is limited, and makes groups in advance.
    func announce(to log: Logger) {
        let control = control
        log.log(
            level: control.shortcoming == nil ? .info : .notice, "memory is limited",
            metadata: ["by": "\(control.record.detail)"])
        control.groups?.prepare(memory: ExtensionLimits().memory)
    }

    /// A group for a process that is about to be launched; nil where there are none.
    ///
    /// - Parameter bytes: the memory that the process may have.
    /// - Throws: the kernel's error when there are groups, but none for this process: it must not run without its limit.
    func take(memory bytes: UInt64) throws(Errno) -> ControlGroup? {
        guard let groups = control.groups else { return nil }
        let group = try groups.take(memory: bytes)
        DispatchQueue.global(qos: .utility).async { groups.prepare(memory: bytes) }
        return group
    }

    /// Removes a group as soon as its last process has ended.
    func release(_ group: ControlGroup?) {
        guard let group, let groups = control.groups else { return }
        groups.remove(group)
        sweep(groups, attempts: Self.removal.attempts)
    }

    /// Removes the groups that have become empty.
    func sweep() { control.groups?.sweep() }

    /// Removes all groups, at the end of the broker.
    func removeAll() { control.groups?.removeAll() }

    private func sweep(_ groups: ControlGroups, attempts: Int) {
        guard attempts > 0, !groups.sweep() else { return }
        _ = loop.schedule(at: .now + Self.removal.pause) { [weak self] in
            self?.sweep(groups, attempts: attempts - 1)
        }
    }
}
