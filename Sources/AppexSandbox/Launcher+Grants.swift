package import AppexModel
package import AppexSystem
import SystemPackage

extension Launcher {
    /// Shows a file or folder to a running extension, read-only and without copying it.
    ///
    /// - Parameter file: a descriptor of the file, opened with `O_PATH`. The launcher grants the file at the
    ///   descriptor's path only if it is still the same file. The descriptor is closed in any case.
    /// - Parameter granted: where the extension sees the file.
    /// - Parameter launch: the launch of the extension.
    /// - Throws: ``SandboxError/notChanged(step:_:)`` if the sandbox has no private root, the descriptor names neither
    ///   a file nor a folder, the path leads to another file, the extension has ended, or the file system does not
    ///   answer in time; ``SandboxError/launcherBusy`` or ``SandboxError/launcherEnded``. The extension may see the
    ///   file even then, so the caller revokes it after every error.
    package func grant(
        _ file: consuming Descriptor, as granted: GrantedFile, to launch: LaunchIdentifier
    ) async throws(SandboxError) {
        do { _ = try file.namedFileOrFolder() } catch { throw .notChanged(step: "what was named", error) }
        guard channel.answers.lateCount(about: launch) < Self.lateGrantLimit else {
            throw .notChanged(
                step: "other files of it, whose file system does not answer", .resourceTemporarilyUnavailable)
        }
        try await change(granted, launch, DescriptorBag(file))
    }

    /// Withdraws a granted file. The extension keeps what it has opened and can open nothing further. A file that was
    /// not granted is ignored.
    ///
    /// - Throws: ``SandboxError/notChanged(step:_:)`` if the launcher cannot withdraw the file or does not answer in
    ///   time; ``SandboxError/launcherBusy`` or ``SandboxError/launcherEnded``.
    package func revoke(_ granted: GrantedFile, of launch: LaunchIdentifier) async throws(SandboxError) {
        try await change(granted, launch, nil)
    }

    /// The deadline of an answer, a little longer than the launcher's own. The launcher may wait for ever for a file
    /// system that does not answer.
    private static let grantLimit = Duration.seconds(6)

    /// The largest number of grants to one extension that wait for such a file system. The launcher has room for 64 in
    /// all (`GRANT_MAX`).
    private static let lateGrantLimit = 8

    private func change(
        _ granted: GrantedFile, _ launch: LaunchIdentifier, _ file: DescriptorBag?
    ) async throws(SandboxError) {
        let request = nextIdentifier()
        try await ask(
            LauncherMessage.change(request, granted, of: launch, grants: file != nil), file, as: request, about: launch,
            within: Self.grantLimit)
    }
}
