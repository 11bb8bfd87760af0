import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSigning
import AppexSystem
import AppexWire
import Glibc
import SystemPackage

/// Checks, before a program is started, that it is the one that was installed.
///
/// In most cases the file's inode, size and times show that it has not changed. After a device has been moved to another file
/// system they are different, and the content is compared once.
actor ProgramChecks {
    /// The files whose content has been compared since the broker started, as they were then.
    private var compared: [FilePath: FileStamp] = [:]

    /// Checks a program.
    ///
    /// - Throws: ``RemoteFailure`` with ``FailureCode/couldNotStart`` if the program was changed or cannot be read.
    nonisolated func check(_ appex: InstalledAppex) async throws(RemoteFailure) {
        // An earlier version has not recorded it.
        guard let program = appex.program else { return }
        do throws(Errno) {
            let stamp = try FileStamp(of: appex.executablePath)
            if stamp == program.stamp { return }
            if try await isSame(appex.executablePath, program, stamp) { return }
        } catch {
            throw RemoteFailure(
                code: FailureCode.couldNotStart,
                message: "The program \(appex.executablePath) cannot be read: \(error); install the app again.")
        }
        throw RemoteFailure(
            code: FailureCode.couldNotStart,
            message:
                "The program of \(appex.bundleIdentifier) was changed after it was installed; install the app again.")
    }

    private func isSame(_ path: FilePath, _ program: ProgramSeal, _ stamp: FileStamp) throws(Errno) -> Bool {
        if compared[path] == stamp { return true }
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        guard try FileDigest(of: file) == program.digest else { return false }
        compared[path] = stamp
        return true
    }
}
