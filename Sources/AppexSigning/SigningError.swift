/// A bundle, a signature, a certificate or an identity that cannot be used.
package struct SigningError: Error, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: String, Sendable, CaseIterable {
        /// The bundle has no signature.
        case unsigned
        /// The files of the bundle are not those that were signed.
        case changed
        /// The signature is malformed or does not fit, or a certificate is malformed, expired or of a weak key.
        case invalid
        /// The signature is valid, but no certificate of its chain is trusted.
        case untrusted
        /// There is no such identity, or it exists already.
        case identity
        /// The kernel reports an error.
        case files
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
