/// A layer of the sandbox.
package enum SandboxLayer: Int, Sendable, CaseIterable {
    case userNamespace, processNamespace, privateRoot, ipcNamespace, hostNameNamespace, cgroupNamespace
    case noNewPrivileges, landlock, systemCallFilter, executeOnce, emptyNetwork

    /// The name to display.
    package var title: String {
        switch self {
        case .userNamespace: "user namespace"
        case .processNamespace: "process namespace"
        case .privateRoot: "private read-only root"
        case .ipcNamespace: "IPC namespace"
        case .hostNameNamespace: "host name namespace"
        case .cgroupNamespace: "cgroup namespace"
        case .noNewPrivileges: "no new privileges"
        case .landlock: "Landlock"
        case .systemCallFilter: "system call filter"
        case .executeOnce: "no program start after the first"
        case .emptyNetwork: "network without anything in it"
        }
    }

    /// Whether no extension is launched without this layer, unless the device's owner allows it.
    package var belongsToFloor: Bool {
        switch self {
        case .noNewPrivileges, .landlock, .systemCallFilter: true
        default: false
        }
    }
}

/// The layers of the sandbox that this machine supports, determined by setting up each of them once.
package struct SandboxReport: Sendable, Hashable {
    /// The state of a layer.
    package enum State: Sendable, Hashable {
        /// The layer is used for every extension.
        case up
        /// The layer is possible, but not used, because this machine does not allow the private root that it needs.
        case unused
        /// The machine does not support the layer; the value is the kernel's `errno`.
        case refused(Int32)
    }

    /// The user identifier of every extension outside of the sandbox.
    package var user: UInt32
    /// The version of Landlock's interface, 0 if it is not supported. Since version 6 it also blocks signals to other
    /// processes.
    package var landlockVersion: UInt32
    /// The state of every layer.
    package var states: [SandboxLayer: State]

    /// Creates a report.
    package init(user: UInt32, landlockVersion: UInt32, states: [SandboxLayer: State]) {
        self.user = user
        self.landlockVersion = landlockVersion
        self.states = states
    }

    /// The state of a layer. A layer without an entry is not supported (`ENOSYS`).
    package subscript(layer: SandboxLayer) -> State { states[layer] ?? .refused(38) }

    /// Whether all layers are used that are required for a launch.
    package var meetsFloor: Bool {
        SandboxLayer.allCases.allSatisfy { !$0.belongsToFloor || self[$0] == .up }
    }

    /// Whether every layer is used.
    package var isComplete: Bool { SandboxLayer.allCases.allSatisfy { self[$0] == .up } }
}
