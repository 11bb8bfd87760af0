/// A bundle, a signature, a key or an identity that cannot be used.
package struct SigningError: Error, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: String, Sendable, CaseIterable {
        /// The bundle has no signature.
        case unsigned
        /// The files of the bundle are not those that were signed.
        case changed
        /// The signature, a key or a list is malformed, weak or of a format that is not used.
        case invalid
        /// The signature is valid, but its maker is not trusted.
        case untrusted
        /// A key of the maker is revoked on this device.
        case revoked
        /// There is no such identity, or it exists already, or its password is wrong or not known.
        case identity
        /// The kernel reports an error.
        case files
        /// The library that computes digests and signatures is missing, or reports an error.
        case library
    }

    /// The kind of the error.
    package let code: Code
    /// One sentence: what was being done, to what, why it failed, and what to do.
    package let description: String
    /// The error that caused this one.
    package let cause: (any Error)?

    init(_ code: Code, _ description: String, cause: (any Error)? = nil) {
        self.code = code
        self.description = description
        self.cause = cause
    }
}
