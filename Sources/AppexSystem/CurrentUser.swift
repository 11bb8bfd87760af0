import Glibc

/// The user this process runs as.
package enum CurrentUser {
    /// The effective user identifier.
    package static var identifier: UInt32 { geteuid() }
}
