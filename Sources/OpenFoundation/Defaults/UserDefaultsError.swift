import SystemPackage

/// A value could not be stored in a domain of defaults.
public struct UserDefaultsError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Sendable {
        /// The value is not a property list, is nested more than 24 levels deep, or has more than 4 MiB.
        case invalidValue
        /// The program may not write the domain, because it lacks the entitlement of the group or can only read it.
        case notPermitted
        /// The disk or the journal is full.
        case full
        /// The files of the domain cannot be used.
        case files
    }

    /// The kind of failure.
    public let code: Code
    /// What was being done, to what, why it failed, and what to do about it, as one sentence.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension UserDefaultsError {
    /// Describes why the kernel has refused to store a value in the property list of a domain.
    init(_ error: Errno, storingIn file: FilePath) {
        switch error {
        case .noSpace, .fileTooLarge, .diskQuotaExceeded:
            self.init(.full, "Cannot store a value in \(file): \(error); make room and set it again.")
        case .permissionDenied, .notPermitted, .readOnlyFileSystem:
            self.init(.notPermitted, "Cannot store a value in \(file): this program can only read it.")
        default:
            self.init(.files, "Cannot store a value in \(file): \(error); check the folder and set it again.")
        }
    }
}
