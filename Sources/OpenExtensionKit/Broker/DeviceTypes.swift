import AppexSystem
import Glibc
import OpenUniformTypeIdentifiers
import Synchronization
import SystemPackage

/// What the apps of a device declare of types, for `UTType` of this process.
///
/// A process has one graph of types. Where it uses several devices, that counts whose types were last read.
final class DeviceTypes: Sendable {
    /// Tells one version of the file from the next: each is a file of its own.
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

    /// Reads the types if they are others than before. Without a file those that are known stay.
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
