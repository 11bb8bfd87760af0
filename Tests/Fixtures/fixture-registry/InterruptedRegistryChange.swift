import AppexModel
import AppexRegistry
import Foundation
import Glibc
import SystemPackage

/// Changes the registry of a device and is killed by itself, at a step or after a time, for the tests of what a kill
/// leaves behind.
///
/// The arguments are the device's folder, the change (`install`, `uninstall`, `elect` or `update-forever`), the
/// identifier that an uninstall or an election is about, and either the name of a step or a number of microseconds.
/// Apps are installed from `Darkroom.app` and `Old/Darkroom.app` beside the device.
@main enum InterruptedRegistryChange {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let folder = arguments.first, arguments.count == 4, let end = arguments.last else {
            throw Failure.usage
        }
        let step = InstallStep(rawValue: end)
        let store = try RegistryStore(layout: DeviceLayout(root: FilePath(folder).appending("root"))) {
            if $0 == step { kill(getpid(), SIGKILL) }
        }
        try store.recover()
        if let microseconds = Int(end) { killSelf(after: microseconds) }
        let new = FilePath(folder).appending("Darkroom.app")
        let identifier = BundleIdentifier(rawValue: arguments[3])
        switch arguments[2] {
        case "install": _ = try store.install(appAt: new, seal: nil, replacing: true)
        case "uninstall": if let identifier { try store.uninstall(identifier) }
        case "elect": if let identifier { try store.elect(.ignore, for: identifier) }
        case "update-forever":
            while true {
                _ = try store.install(appAt: new, seal: nil, replacing: true)
                _ = try store.install(appAt: FilePath(folder).appending("Old/Darkroom.app"), seal: nil, replacing: true)
            }
        default: throw Failure.usage
        }
    }

    /// A thread, because signals such as that of a timer may be blocked in a child process.
    private static func killSelf(after microseconds: Int) {
        Thread.detachNewThread {
            usleep(UInt32(clamping: microseconds))
            kill(getpid(), SIGKILL)
        }
    }

    private enum Failure: Error {
        case usage
    }
}
