import AppexModel
import AppexProtocol
import AppexRegistry
import AppexSigning
import AppexSystem
import AppexWire
import Glibc
import SystemPackage

/// Checks, before a program is started, that it and the libraries that it can load are those that were installed.
///
/// In most cases a file's inode, size and times show that it has not changed. After a device has been moved to another file
/// system they are different, and the content is compared once.
actor ProgramChecks {
    /// The files whose content has been compared since the broker started, as they were then.
    private var compared: [FilePath: FileStamp] = [:]

    /// Checks a program and its libraries.
    ///
    /// - Throws: ``RemoteFailure`` with ``FailureCode/couldNotStart`` if one of them was changed or cannot be read,
    ///   ``FailureCode/interrupted`` if it is missing.
    nonisolated func check(_ appex: InstalledAppex) async throws(RemoteFailure) {
        // An earlier version has not recorded it.
        guard let seal = appex.program else { return }
        try await check(appex.executablePath, seal.program, of: appex)
        for (path, library) in seal.libraries {
            try await check(appex.containingApp.appending(path.components), library, of: appex)
        }
    }

    private nonisolated func check(
        _ path: FilePath, _ seal: CodeSeal, of appex: InstalledAppex
    ) async throws(RemoteFailure) {
        do throws(Errno) {
            let stamp = try FileStamp(of: path)
            if stamp == seal.stamp { return }
            if try await isSame(path, seal, stamp) { return }
        } catch .noSuchFileOrDirectory {
            // An update or removal of the app meanwhile is the usual reason. What is installed then is started instead.
            throw RemoteFailure(
                code: FailureCode.interrupted,
                message: "\(path) is missing; try again, or install the app again")
        } catch {
            throw RemoteFailure(
                code: FailureCode.couldNotStart,
                message: "\(path) cannot be read: \(error); install the app again")
        }
        throw RemoteFailure(
            code: FailureCode.couldNotStart,
            message:
                "\(path.lastComponent?.string ?? "") of \(appex.bundleIdentifier) was changed after it was installed; install the app "
                + "again")
    }

    private func isSame(_ path: FilePath, _ seal: CodeSeal, _ stamp: FileStamp) throws(Errno) -> Bool {
        if compared[path] == stamp { return true }
        let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        guard try FileDigest(of: file) == seal.digest else { return false }
        compared[path] = stamp
        return true
    }
}
