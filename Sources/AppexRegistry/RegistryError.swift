package import AppexModel
package import SystemPackage

/// The registry could not do what it was asked to.
package struct RegistryError: Error, Sendable {
    /// What kind of failure it is.
    package enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// The source is no folder called `Name.app`.
        case notAnApp
        /// A manifest is missing or refused; the cause is a `ManifestError` when it was there.
        case manifest
        /// An executable is missing, not executable or no program.
        case executable
        /// The bundle holds what no bundle may: a device, a socket, a link that leads out.
        case forbiddenFile
        /// The bundle exceeds a bound of ``InstallLimits``.
        case limit
        /// An identifier of the app belongs to another installed app or extension.
        case identifierTaken
        /// Nothing with this identifier is installed.
        case notInstalled
        /// The registry's file is damaged, or gone while containers are still there.
        case registryDamaged
        /// The registry was written by a newer version.
        case registryTooNew
        /// The file system refused; the cause is an `Errno`.
        case files
        /// The database refused; the cause is GRDB's error.
        case database
        /// A test stopped the work.
        case stopped
    }

    /// What kind of failure it is.
    package let code: Code
    /// One sentence: what was being done, to what, and what to do next; without the cause. In one line, and without
    /// characters that could steer a terminal.
    package let message: String
    /// What went wrong underneath, if anything did.
    package let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        // Paths and names in it come from bundles.
        self.message = message.tamed(by: "?")
        self.cause = cause
    }

    /// A refusal of the file system.
    init(_ errno: Errno, doing what: String) {
        self.init(.files, "cannot \(what)\(Self.advice(errno))", cause: errno)
    }

    /// A device that is not this user's own.
    init(owner error: DeviceOwnerError) {
        self.init(.files, "\(error)", cause: nil)
    }

    /// What to do about an error that the user can mend.
    private static func advice(_ errno: Errno) -> String {
        switch errno {
        case .noSpace, .diskQuotaExceeded: "; free space for the device and try again"
        case .readOnlyFileSystem: "; the device needs a place that can be written to"
        default: ""
        }
    }
}

extension RegistryError: CustomStringConvertible {
    /// The message with its cause.
    package var description: String {
        guard let cause else { return message }
        return "\(message): \(cause)".tamed(by: "?")
    }
}

extension RegistryError {
    /// The refused manifest, when the code is ``Code/manifest`` and there was one.
    package var manifestError: ManifestError? { cause as? ManifestError }

    /// The kernel's error, when the code is ``Code/files``.
    package var errno: Errno? { cause as? Errno }
}

/// Runs file system work and says what it was for when it fails.
func doing<Value: ~Copyable>(
    _ what: @autoclosure () -> String, _ work: () throws(Errno) -> Value
) throws(RegistryError) -> Value {
    do throws(Errno) {
        return try work()
    } catch {
        throw RegistryError(error, doing: what())
    }
}
