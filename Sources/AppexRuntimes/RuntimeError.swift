/// A runtime that cannot be built, installed, used or removed.
package struct RuntimeError: Error, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    package enum Code: String, Sendable, CaseIterable {
        /// The folder is not a runtime, or its description is malformed.
        case invalid
        /// A file of the runtime is missing, was added, or is not the one that was sealed.
        case damaged
        /// There is no such runtime.
        case missing
        /// The runtime cannot be removed, because an installed app needs it, or because it belongs to the programs.
        case needed
        /// The kernel reports an error.
        case files
    }

    /// The kind of the error.
    package let code: Code
    /// One sentence: what was being done, to what, why it failed, and what to do.
    package let description: String
    /// The error that caused this one.
    package let cause: (any Error)?

    /// - Parameter description: one sentence, as ``description``.
    package init(_ code: Code, _ description: String, cause: (any Error)? = nil) {
        self.code = code
        self.description = description
        self.cause = cause
    }
}
