import AppexModel
import AppexSystem
import Glibc
import Logging
import ServiceLifecycle
import SystemPackage

/// Ends the broker when the folder of its device is removed or renamed.
///
/// Otherwise a broker would go on with files that have no names any more, and keep its lock: a device that is made anew
/// at the same path could not be used.
struct DeviceFolderService: Service {
    let layout: DeviceLayout
    let log: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                // The registry is removed from the library; the root is renamed.
                for folder in [layout.root, layout.library] { group.addTask { await returnWhenGone(watching: folder) } }
                await group.next()
                group.cancelAll()
            }
        }
    }

    private func returnWhenGone(watching folder: FilePath) async {
        do throws(Errno) {
            for await _ in try FolderWatch.removals(from: folder) where isGone {
                return log.notice("leaving, the device's folder is gone", metadata: ["root": "\(layout.root)"])
            }
        } catch {
            log.warning("cannot watch the device's folder", metadata: ["folder": "\(folder)", "why": "\(error)"])
            try? await gracefulShutdown()
        }
    }

    private var isGone: Bool { layout.registry.withPlatformString { access($0, F_OK) } != 0 }
}
