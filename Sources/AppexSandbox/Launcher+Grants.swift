package import AppexModel
package import AppexSystem
import SystemPackage

extension Launcher {
    /// Lets a running extension see a file or a folder where it is, read-only.
    ///
    /// - Parameter file: names it (O_PATH). What is given is what is found under its path, if it is the same.
    ///   Closed in any case.
    /// - Throws: ``SandboxError/notChanged(step:_:)`` when it cannot be, for instance because the sandbox has no
    ///   private root, what is named is no file or is not found, or the extension has ended;
    ///   ``SandboxError/launcherBusy`` or ``SandboxError/launcherEnded``. It may have been given all the same, so it is
    ///   to be revoked then.
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

    /// Takes a granted file away: what the extension has opened it keeps, but it opens nothing anew. Harmless
    /// when it was never granted.
    ///
    /// - Throws: as ``grant(_:as:to:)``.
    package func revoke(_ granted: GrantedFile, of launch: LaunchIdentifier) async throws(SandboxError) {
        try await change(granted, launch, nil)
    }

    /// A little longer than the launcher gives itself. A file system that does not answer may hold it up for ever.
    private static let grantLimit = Duration.seconds(6)

    /// Grants to one extension that may be waiting for such a file system; the launcher has room for 64 in all.
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
