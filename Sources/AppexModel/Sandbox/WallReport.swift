/// One wall of the sandbox.
package enum Wall: Int, Sendable, CaseIterable {
    case userNamespace, processNamespace, privateRoot, ipcNamespace, hostNameNamespace, cgroupNamespace
    case noNewPrivileges, landlock, systemCallFilter, executeOnce, emptyNetwork

    /// How people call it.
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

    /// Whether nothing is launched without it, unless the device's owner accepts that.
    package var belongsToFloor: Bool {
        switch self {
        case .noNewPrivileges, .landlock, .systemCallFilter: true
        default: false
        }
    }
}

/// Which walls this machine gives, found out by building each of them once.
package struct WallReport: Sendable, Hashable {
    /// How one wall turned out.
    package enum State: Sendable, Hashable {
        /// Around every extension.
        case up
        /// Possible, but left out because this machine forbids the private root it belongs to.
        case unused
        /// Refused, with the kernel's errno.
        case refused(Int32)
    }

    /// The user every extension runs as, seen from outside.
    package var user: UInt32
    /// Landlock's version, 0 when there is none. Version 6 also stops signals to other processes.
    package var landlockVersion: UInt32
    /// Every wall has an entry.
    package var states: [Wall: State]

    package init(user: UInt32, landlockVersion: UInt32, states: [Wall: State]) {
        self.user = user
        self.landlockVersion = landlockVersion
        self.states = states
    }

    /// The state of one wall. One that is not mentioned is not there (ENOSYS).
    package subscript(wall: Wall) -> State { states[wall] ?? .refused(38) }

    /// Whether the walls are up below which nothing is launched.
    package var meetsFloor: Bool {
        Wall.allCases.allSatisfy { !$0.belongsToFloor || self[$0] == .up }
    }

    /// Whether every wall is up.
    package var isComplete: Bool { Wall.allCases.allSatisfy { self[$0] == .up } }
}
