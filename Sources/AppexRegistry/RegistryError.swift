package import AppexModel
import AppexSigning
package import SystemPackage

/// A failure of the registry.
package struct RegistryError: Error, Sendable {
    /// The kind of a failure.
    package enum Code: String, Sendable, Hashable, Codable, CaseIterable {
        /// The source is not a folder whose name ends in `.app`.
        case notAnApp
        /// A manifest is missing or invalid. In the latter case the cause is a `ManifestError`.
        case manifest
        /// An executable is missing, not executable or not a program.
        case executable
        /// The bundle contains a device, a socket, a link that leads out of it, or another forbidden file.
        case forbiddenFile
        /// The bundle exceeds a limit of ``InstallLimits``.
        case limit
        /// An identifier of the app belongs to another installed app or extension.
        case identifierTaken
        /// The signature is missing or invalid, or of somebody else than before.
        case signature
        /// An older version would replace a newer one.
        case olderVersion
        /// Nothing with this identifier is installed.
        case notInstalled
        /// The registry's file is damaged, or missing although containers exist.
        case registryDamaged
        /// The registry was written by a newer version.
        case registryTooNew
        /// A file operation failed; the cause is an `Errno`.
        case files
        /// The database failed; the cause is GRDB's error.
        case database
        /// A test stopped the work.
        case stopped
    }

    /// The kind of the failure.
    package let code: Code
    /// One sentence: what was being done, to what, and what to do next; without the cause. It has no control
    /// characters.
    package let message: String
    /// The underlying error, if there is one.
    package let cause: (any Error)?

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        // Paths and names in it come from bundles.
        self.message = message.tamed(by: "?")
        self.cause = cause
    }

    /// Creates an error for a failed file operation.
    init(_ errno: Errno, doing what: String) {
        self.init(.files, "cannot \(what)\(Self.advice(errno))", cause: errno)
    }

    /// Creates an error for a bundle that is not what was signed.
    init(signing error: SigningError) {
        // Its description is a sentence, and this one has no full stop at its end.
        let sentence = error.description
        self.init(.signature, sentence.withoutFullStop)
    }

    /// Creates an error for a device that belongs to another user.
    init(owner error: DeviceOwnerError) {
        self.init(.files, "\(error)", cause: nil)
    }

    /// What the user can do about an error of the kernel; empty if nothing is known.
    private static func advice(_ errno: Errno) -> String {
        switch errno {
        case .noSpace, .diskQuotaExceeded: "; free space for the device and try again"
        case .readOnlyFileSystem: "; put the device on a writable file system"
        case .noSuchFileOrDirectory: "; check that the app and the device's folder still exist, and try again"
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
    /// The invalid manifest, if the code is ``Code/manifest`` and the manifest exists.
    package var manifestError: ManifestError? { cause as? ManifestError }

    /// The kernel's error, if the code is ``Code/files``.
    package var errno: Errno? { cause as? Errno }
}

/// Performs a file operation. An error states its purpose.
func doing<Value: ~Copyable>(
    _ what: @autoclosure () -> String, _ work: () throws(Errno) -> Value
) throws(RegistryError) -> Value {
    do throws(Errno) {
        return try work()
    } catch {
        throw RegistryError(error, doing: what())
    }
}
