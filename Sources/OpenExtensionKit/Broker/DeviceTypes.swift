import AppexSystem
import Glibc
import OpenUniformTypeIdentifiers
import Synchronization
import SystemPackage

/// Makes the types that the apps of a device declare known to `UTType` in this process.
///
/// A process has one graph of types. If it uses several devices, the types that were read last apply.
final class DeviceTypes: Sendable {
    /// Distinguishes versions of the file, each of which replaces the previous file.
    private struct Version: Equatable {
        var file: ino_t
        var seconds: time_t
        var nanoseconds: Int
    }

    private let file: FilePath
    private let known = Mutex<Version?>(nil)

    init(file: FilePath) {
        self.file = file
    }

    /// The file's text; empty when it cannot be read.
    var text: String {
        TypeList.text(ofFileAt: file) ?? ""
    }

    /// Reads the types if the file has changed. If there is no file, the current types are kept.
    func refresh() {
        var status = stat()
        guard file.withPlatformString({ stat($0, &status) }) == 0 else { return }
        let version = Version(file: status.st_ino, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        known.withLock { known in
            guard known != version else { return }
            TypeGraph.use(.system.adding(list: text))
            known = version
        }
    }
}
