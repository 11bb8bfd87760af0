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
        let stamp: FileStamp
        do throws(Errno) { stamp = try FileStamp(of: path) } catch { throw Self.failure(path, error) }
        if stamp == seal.stamp { return }
        if try await isSame(path, seal, stamp) { return }
        throw RemoteFailure(
            code: FailureCode.couldNotStart,
            message:
                "\(path.lastComponent?.string ?? "") of \(appex.bundleIdentifier) was changed after it was installed; install the app "
                + "again")
    }

    private func isSame(_ path: FilePath, _ seal: CodeSeal, _ stamp: FileStamp) throws(RemoteFailure) -> Bool {
        if compared[path] == stamp { return true }
        do throws(SigningError) {
            guard try FileDigest(ofFileAt: path) == seal.digest else { return false }
        } catch {
            if let cause = error.cause as? Errno { throw Self.failure(path, cause) }
            throw RemoteFailure(code: FailureCode.couldNotStart, message: error.description)
        }
        compared[path] = stamp
        return true
    }

    private static func failure(_ path: FilePath, _ error: Errno) -> RemoteFailure {
        // An update or removal of the app meanwhile is the usual reason. What is installed then is started instead.
        error == .noSuchFileOrDirectory
            ? RemoteFailure(
                code: FailureCode.interrupted, message: "\(path) is missing; try again, or install the app again")
            : RemoteFailure(
                code: FailureCode.couldNotStart, message: "\(path) cannot be read: \(error); install the app again")
    }
}
