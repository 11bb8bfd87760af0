package import AppexModel
import AppexSystem
import Glibc
import Logging
package import SystemPackage

/// The limits of a device's extensions, as its owner's file has them at the moment.
///
/// The file's metadata is checked before each launch; the file is read again when it has changed.
package struct DeviceLimits: Sendable {
    private struct Version: Equatable {
        let device: dev_t
        let file: ino_t
        let size: off_t
        let seconds: Int
        let nanoseconds: Int
    }

    private let file: FilePath
    private var version: Version?
    private var overrides = LimitOverrides()

    /// - Parameter file: the owner's file. It need not exist.
    package init(file: FilePath) {
        self.file = file
    }

    /// What an extension gets.
    ///
    /// - Returns: also what cannot be used in the file, if it has just been read.
    package mutating func limits(
        _ point: ExtensionPointIdentifier, _ identifier: BundleIdentifier
    ) -> (limits: ExtensionLimits, problems: [LimitError]) {
        let problems = refresh()
        return (overrides.limits(point, identifier.rawValue), problems)
    }

    private mutating func refresh() -> [LimitError] {
        var status = stat()
        guard file.withPlatformString({ stat($0, &status) }) == 0 else {
            (version, overrides) = (nil, LimitOverrides())
            return []
        }
        let now = Version(
            device: status.st_dev, file: status.st_ino, size: status.st_size, seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec)
        guard now != version else { return [] }
        version = now
        do {
            let bytes = try FileContent.prefix(of: file, limit: LimitFile.byteLimit + 1)
            let result = LimitFile.read(bytes, file: file)
            overrides = result.overrides
            return result.problems
        } catch {
            overrides = LimitOverrides()
            return [LimitError(file: file, key: "", problem: "\(error)")]
        }
    }
}
