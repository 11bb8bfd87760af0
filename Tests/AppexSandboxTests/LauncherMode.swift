import AppexModel
import Foundation
import Glibc
import SystemPackage
import Testing

/// How the launcher is started.
enum LauncherMode: String, CaseIterable, CustomTestStringConvertible {
    /// As whoever runs the tests.
    case direct
    /// As user 65534, when root runs the tests.
    case ordinaryUser
    /// As root of a machine that refuses user namespaces: the other namespaces still work.
    case rootWithoutUserNamespaces
    /// On a machine that refuses all namespaces: Landlock and seccomp alone.
    case withoutNamespaces
    /// The same as user 65534, when root runs the tests.
    case ordinaryUserWithoutNamespaces
    /// As a container manager's default profile does it.
    case inContainer
    /// On a kernel without Landlock: below the floor.
    case withoutLandlock
    /// Below somebody else's seccomp listener: the one execve cannot be answered.
    case withoutListener

    var testDescription: String { rawValue }

    /// The command in front of the launcher's path.
    private func command(_ probe: FilePath) -> String {
        // The kernel's own limit, in a namespace where this process may set it.
        let refusing = "unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_user_namespaces; "
        let powerless = "exec setpriv --bounding-set -all --inh-caps -all \"$0\"'"
        let ordinary = "setpriv --reuid=65534 --regid=65534 --clear-groups "
        return switch self {
        case .direct: ""
        case .ordinaryUser: ordinary
        case .rootWithoutUserNamespaces: refusing + "exec \"$0\"'"
        case .withoutNamespaces: refusing + powerless
        case .ordinaryUserWithoutNamespaces: ordinary + refusing + powerless
        case .inContainer: "\(probe) poorer namespaces"
        case .withoutLandlock: "\(probe) poorer landlock"
        case .withoutListener: "\(probe) poorer listener"
        }
    }

    /// Whether the machine lets the test start a launcher like this; says why not.
    var isPossible: Bool {
        guard runsAsOrdinaryUser, geteuid() != 0 else { return true }
        print("skipped: only root can start a launcher as another user; mode \(rawValue)")
        return false
    }

    /// Whether the launcher gets a private root this way, on a machine that gives all layers.
    var hasPrivateRoot: Bool { ![.withoutNamespaces, .ordinaryUserWithoutNamespaces, .inContainer].contains(self) }

    /// Whether the launcher, and with it every extension, runs as user 65534.
    var runsAsOrdinaryUser: Bool { self == .ordinaryUser || self == .ordinaryUserWithoutNamespaces }

    /// The modes in which every fact of the probe must hold.
    static var safe: [LauncherMode] {
        [
            .direct, .ordinaryUser, .rootWithoutUserNamespaces, .withoutNamespaces, .ordinaryUserWithoutNamespaces,
            .inContainer,
        ].filter(\.isPossible)
    }

    /// The modes in which extensions are confined, if not by every layer.
    static var confined: [LauncherMode] { safe + [.withoutListener] }

    /// Writes a program that starts the launcher in this way.
    func starter(for launcher: FilePath, in folder: FilePath) throws -> FilePath {
        let path = folder.appending("start-\(rawValue)")
        let script = try
            "#!/bin/sh\nPATH=/usr/sbin:/usr/bin:/sbin:/bin\nexec \(command(BuiltProgram.probe.path)) \(launcher)\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: path.string))
        chmod(path.string, 0o755)
        return path
    }
}
